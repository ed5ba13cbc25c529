import WireCoding

/// The 802.11ac capabilities of a radio (IEEE 802.11 §9.4.2.157), 12 bytes, little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 4 | VHT capability information |
/// | 2 | MCS map for receiving: two bits for each of eight streams, 0 to MCS 7, 1 to 8, 2 to 9, 3 none |
/// | 2 | highest rate for receiving |
/// | 2, 2 | the same for sending |
public struct VHTCapabilitiesElement: Hashable, Sendable {
    /// Bytes of the element's body.
    public static let size = 12

    public var capabilityInformation: UInt32
    public var receiveMCSMap: UInt16
    /// In Mb/s in the lower 13 bits.
    public var receiveHighestRate: UInt16
    public var transmitMCSMap: UInt16
    /// In Mb/s in the lower 13 bits.
    public var transmitHighestRate: UInt16

    public init(
        capabilityInformation: UInt32, receiveMCSMap: UInt16, receiveHighestRate: UInt16 = 0, transmitMCSMap: UInt16,
        transmitHighestRate: UInt16 = 0
    ) {
        self.capabilityInformation = capabilityInformation
        self.receiveMCSMap = receiveMCSMap
        self.receiveHighestRate = receiveHighestRate
        self.transmitMCSMap = transmitMCSMap
        self.transmitHighestRate = transmitHighestRate
    }

    /// Spatial streams that it receives.
    public var receiveStreams: Int { (0..<8).filter { receiveMCSMap >> UInt16(2 * $0) & 3 != 3 }.count }

    /// - Throws: `truncated` when fewer than 12 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "VHT capabilities")
        capabilityInformation = try input.readUInt32LittleEndian("VHT capability information")
        receiveMCSMap = try input.readUInt16LittleEndian("VHT-MCS map")
        receiveHighestRate = try input.readUInt16LittleEndian("VHT highest rate")
        transmitMCSMap = try input.readUInt16LittleEndian("VHT-MCS map")
        transmitHighestRate = try input.readUInt16LittleEndian("VHT highest rate")
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt32LittleEndian(capabilityInformation)
        for word in [receiveMCSMap, receiveHighestRate, transmitMCSMap, transmitHighestRate] {
            output.writeUInt16LittleEndian(word)
        }
    }
}
