import WireCoding

/// The 802.11n capabilities of a radio (IEEE 802.11 §9.4.2.54), 26 bytes, little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 2 | HT capability information |
/// | 1 | A-MPDU parameters |
/// | 16 | supported MCS set: bits 0 to 76 what it receives, then highest rate and what it sends |
/// | 2 | HT extended capabilities |
/// | 4 | transmit beamforming |
/// | 1 | antenna selection |
public struct HTCapabilitiesElement: Hashable, Sendable {
    /// Bytes of the element's body.
    public static let size = 26

    public var capabilityInformation: UInt16
    public var ampduParameters: UInt8
    /// 16 bytes; written with exactly as many.
    public var supportedMCSSet: [UInt8]
    public var extendedCapabilities: UInt16
    public var transmitBeamforming: UInt32
    public var antennaSelection: UInt8

    public init(
        capabilityInformation: UInt16, ampduParameters: UInt8 = 0, supportedMCSSet: [UInt8],
        extendedCapabilities: UInt16 = 0, transmitBeamforming: UInt32 = 0, antennaSelection: UInt8 = 0
    ) {
        self.capabilityInformation = capabilityInformation
        self.ampduParameters = ampduParameters
        self.supportedMCSSet = supportedMCSSet
        self.extendedCapabilities = extendedCapabilities
        self.transmitBeamforming = transmitBeamforming
        self.antennaSelection = antennaSelection
    }

    /// Whether channels of 40 MHz are used.
    public var supports40MHz: Bool { capabilityInformation & 0x0002 != 0 }
    /// Whether the guard interval may be 400 ns, in 20 and in 40 MHz.
    public var shortGuardInterval: (in20MHz: Bool, in40MHz: Bool) {
        (capabilityInformation & 0x0020 != 0, capabilityInformation & 0x0040 != 0)
    }
    /// Spatial streams that it receives, by the first four bytes of the MCS set.
    public var receiveStreams: Int { supportedMCSSet.prefix(4).filter { $0 != 0 }.count }

    /// - Throws: `truncated` when fewer than 26 bytes are left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.size, "HT capabilities")
        capabilityInformation = try input.readUInt16LittleEndian("HT capability information")
        ampduParameters = try input.readUInt8("A-MPDU parameters")
        supportedMCSSet = try input.readBytes(16, "supported MCS set")
        extendedCapabilities = try input.readUInt16LittleEndian("HT extended capabilities")
        transmitBeamforming = try input.readUInt32LittleEndian("transmit beamforming capabilities")
        antennaSelection = try input.readUInt8("antenna selection capabilities")
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt16LittleEndian(capabilityInformation)
        output.writeUInt8(ampduParameters)
        output.writeFixed(supportedMCSSet, 16)
        output.writeUInt16LittleEndian(extendedCapabilities)
        output.writeUInt32LittleEndian(transmitBeamforming)
        output.writeUInt8(antennaSelection)
    }
}
