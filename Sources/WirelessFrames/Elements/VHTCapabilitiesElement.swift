import WireCoding

/// The 802.11ac capabilities of a radio (IEEE 802.11 §9.4.2.157), 12 bytes, little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 4 | VHT capability information |
/// | 2 | MCS map for receiving: two bits for each of eight streams, 0 to MCS 7, 1 to 8, 2 to 9, 3 none |
/// | 2 | highest rate for receiving |
/// | 2, 2 | the same for sending |
public struct VHTCapabilitiesElement: ElementBody {
    public static let id = ElementID.vhtCapabilities

    /// VHT capability information: bits 2 and 3 the widths above 80 MHz, bits 5 and 6 the short guard interval in 80
    /// and in 160 MHz.
    public var capabilityInformation: UInt32 = 0
    /// Two bits for each of eight streams that the radio receives, the first lowest: 0 to MCS 7, 1 to 8, 2 to 9, 3
    /// none.
    public var receiveMCSMap: UInt16 = 0
    /// In Mb/s in the lower 13 bits.
    public var receiveHighestRate: UInt16 = 0
    /// The same as ``receiveMCSMap`` for streams that it sends.
    public var transmitMCSMap: UInt16 = 0
    /// In Mb/s in the lower 13 bits.
    public var transmitHighestRate: UInt16 = 0

    public init() {}

    /// Capabilities without highest rates, which are 0.
    public init(capabilityInformation: UInt32, receiveMCSMap: UInt16, transmitMCSMap: UInt16) {
        self.capabilityInformation = capabilityInformation
        self.receiveMCSMap = receiveMCSMap
        self.transmitMCSMap = transmitMCSMap
    }

    /// Spatial streams that it receives.
    public var receiveStreams: Int { (0..<8).filter { receiveMCSMap >> UInt16(2 * $0) & 3 != 3 }.count }

    public static let fields: [FieldDescription<Self>] = [
        .size(12, "VHT capabilities"),
        .field("capabilityInfo", \.capabilityInformation, .number, .integer("VHT capability information")),
        .derived("streams") { .integer(Int64($0.receiveStreams)) },
        .hidden(\.receiveMCSMap, .number, .integer("VHT-MCS map")),
        .hidden(\.receiveHighestRate, .number, .integer("VHT highest rate")),
        .hidden(\.transmitMCSMap, .number, .integer("VHT-MCS map")),
        .hidden(\.transmitHighestRate, .number, .integer("VHT highest rate")),
    ]
}

/// How a network uses 802.11ac (IEEE 802.11 §9.4.2.158), 5 bytes.
///
/// | bytes | field |
/// |---|---|
/// | 1 | channel width: 0 20 or 40 MHz as by 802.11n, 1 80 MHz and wider, 2 160 MHz, 3 80+80 MHz |
/// | 1, 1 | channel numbers of the centers of the first and of the second segment |
/// | 2 | basic MCS map, little-endian |
public struct VHTOperationElement: ElementBody {
    public static let id = ElementID.vhtOperation

    /// 0 for 20 or 40 MHz as by 802.11n, 1 for 80 MHz and wider, 2 for 160 MHz, 3 for 80+80 MHz.
    public var channelWidth: UInt8 = 0
    /// The channel number of the center of the first segment; 0 for 20 and 40 MHz.
    public var centerSegment0: UInt8 = 0
    /// The channel number of the center of the second segment, or of the whole 160 MHz; 0 without one.
    public var centerSegment1: UInt8 = 0
    /// The rates that every member must support, two bits for each of eight streams as in
    /// ``VHTCapabilitiesElement/receiveMCSMap``.
    public var basicMCSMap: UInt16 = 0

    public init() {}

    public static let fields: [FieldDescription<Self>] = [
        .size(5, "VHT operation"),
        .field("channelWidth", \.channelWidth, .number, .integer("VHT channel width")),
        .derived("centerSegments") { .list([.number($0.centerSegment0), .number($0.centerSegment1)]) },
        .hidden(\.centerSegment0, .number, .integer("VHT channel center")),
        .hidden(\.centerSegment1, .number, .integer("VHT channel center")),
        .hidden(\.basicMCSMap, .number, .integer("basic VHT-MCS map")),
    ]
}
