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
public struct HTCapabilitiesElement: ElementBody {
    public static let id = ElementID.htCapabilities

    /// Bit 1 for channels of 40 MHz, bits 5 and 6 for the short guard interval in 20 and 40 MHz.
    public var capabilityInformation: UInt16 = 0
    /// Bits 0 and 1 the longest aggregate: 2¹³⁺ⁿ - 1 bytes; bits 2 to 4 the minimum spacing of its parts.
    public var ampduParameters: UInt8 = 0
    /// 16 bytes; written with exactly as many.
    public var supportedMCSSet: [UInt8] = []
    /// HT extended capabilities; 0 from most radios.
    public var extendedCapabilities: UInt16 = 0
    /// Capabilities of transmit beamforming; 0 without it.
    public var transmitBeamforming: UInt32 = 0
    /// Capabilities of antenna selection; 0 without it.
    public var antennaSelection: UInt8 = 0

    public init() {}

    /// Whether channels of 40 MHz are used.
    public var supports40MHz: Bool { capabilityInformation & 0x0002 != 0 }
    /// Whether the guard interval may be 400 ns, in 20 and in 40 MHz.
    public var shortGuardInterval: (in20MHz: Bool, in40MHz: Bool) {
        (capabilityInformation & 0x0020 != 0, capabilityInformation & 0x0040 != 0)
    }
    /// Spatial streams that it receives, by the first four bytes of the MCS set.
    public var receiveStreams: Int { supportedMCSSet.prefix(4).filter { $0 != 0 }.count }

    public static let fields: [FieldDescription<Self>] = [
        .size(26, "HT capabilities"),
        .field("capabilityInfo", \.capabilityInformation, .number, .integer("HT capability information")),
        .derived("streams") { .integer(Int64($0.receiveStreams)) },
        .hidden(\.ampduParameters, .number, .integer("A-MPDU parameters")),
        .hidden(\.supportedMCSSet, .any(16), .bytes(16, "supported MCS set")),
        .hidden(\.extendedCapabilities, .number, .integer("HT extended capabilities")),
        .hidden(\.transmitBeamforming, .number, .integer("transmit beamforming capabilities")),
        .hidden(\.antennaSelection, .number, .integer("antenna selection capabilities")),
    ]
}

/// How a network uses 802.11n (IEEE 802.11 §9.4.2.55), 22 bytes.
///
/// | bytes | field |
/// |---|---|
/// | 1 | primary channel |
/// | 5 | information: bits 0 and 1 where the second channel lies (1 above, 3 below), bit 2 whether all widths are used |
/// | 16 | basic MCS set |
public struct HTOperationElement: ElementBody {
    public static let id = ElementID.htOperation

    /// The number of the 20 MHz channel that beacons are sent on.
    public var primaryChannel: UInt8 = 0
    /// 5 bytes; written with exactly as many.
    public var information: [UInt8] = []
    /// 16 bytes; written with exactly as many.
    public var basicMCSSet: [UInt8] = []

    public init() {}

    /// Channels from the primary to the secondary one: 4, -4, or 0 without one.
    public var secondaryChannelOffset: Int {
        switch (information.first ?? 0) & 3 {
        case 1: 4
        case 3: -4
        default: 0
        }
    }

    public static let fields: [FieldDescription<Self>] = [
        .size(22, "HT operation"),
        .field("primaryChannel", \.primaryChannel, .number, .integer("HT primary channel")),
        .derived("secondaryChannelOffset") { .integer(Int64($0.secondaryChannelOffset)) },
        .hidden(\.information, .any(5), .bytes(5, "HT operation information")),
        .hidden(\.basicMCSSet, .any(16), .bytes(16, "basic HT-MCS set")),
    ]
}
