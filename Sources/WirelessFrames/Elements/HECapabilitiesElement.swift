import WireCoding

/// The 802.11ax capabilities of a radio (IEEE 802.11ax §9.4.2.248), after the element ID extension; little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 6 | HE MAC capabilities |
/// | 11 | HE PHY capabilities; bits 3 and 4 of the first byte announce 160 and 80+80 MHz |
/// | 4 to 12 | MCS maps for receiving and sending: for 80 MHz, then for 160 and for 80+80 MHz if announced |
/// | … | PPE thresholds |
public struct HECapabilitiesElement: Hashable, Sendable {
    /// Bytes before the MCS maps.
    public static let fixedSize = 17

    /// 6 bytes; written with exactly as many.
    public var macCapabilities: [UInt8]
    /// 11 bytes; written with exactly as many.
    public var phyCapabilities: [UInt8]
    /// One for each width that ``phyCapabilities`` announces, the one for 80 MHz first.
    public var mcsMaps: [MCSMaps]
    /// PPE thresholds and any other bytes after them.
    public var thresholds: [UInt8]

    /// Two bits for each of eight streams: 0 to MCS 7, 1 to 9, 2 to 11, 3 none.
    public struct MCSMaps: Hashable, Sendable {
        public var receive: UInt16
        public var transmit: UInt16

        public init(receive: UInt16, transmit: UInt16) {
            self.receive = receive
            self.transmit = transmit
        }
    }

    public init(
        macCapabilities: [UInt8], phyCapabilities: [UInt8], mcsMaps: [MCSMaps], thresholds: [UInt8] = []
    ) {
        self.macCapabilities = macCapabilities
        self.phyCapabilities = phyCapabilities
        self.mcsMaps = mcsMaps
        self.thresholds = thresholds
    }

    /// - Throws: `truncated` when fixed fields or MCS maps are longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        macCapabilities = try input.readBytes(6, "HE MAC capabilities")
        phyCapabilities = try input.readBytes(11, "HE PHY capabilities")
        let widths = phyCapabilities[0]
        mcsMaps = []
        for _ in 0..<1 + Int(widths >> 3 & 1) + Int(widths >> 4 & 1) {
            let receive = try input.readUInt16LittleEndian("HE-MCS map")
            mcsMaps.append(MCSMaps(receive: receive, transmit: try input.readUInt16LittleEndian("HE-MCS map")))
        }
        thresholds = input.readRemainingBytes()
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeFixed(macCapabilities, 6)
        output.writeFixed(phyCapabilities, 11)
        for maps in mcsMaps {
            output.writeUInt16LittleEndian(maps.receive)
            output.writeUInt16LittleEndian(maps.transmit)
        }
        output.writeBytes(thresholds)
    }
}
