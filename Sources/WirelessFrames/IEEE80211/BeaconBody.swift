import WireCoding

/// The body of beacons and probe responses (IEEE 802.11 §9.3.3.2, §9.3.3.10), little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 8 | timestamp of the sender's clock in microseconds |
/// | 2 | interval in time units of 1024 µs |
/// | 2 | capabilities |
/// | … | elements |
public struct BeaconBody: Hashable, DescribedElement {
    /// Bytes before the elements.
    public static let fixedSize = 12

    /// The sender's clock when the first bit of this field was sent, in microseconds.
    public var timestamp: UInt64 = 0
    /// The time between two beacons, in time units of 1024 µs.
    public var interval: UInt16 = 100
    /// Capability information (§9.4.1.4): bit 0 an access point, bit 1 an ad hoc network, bit 4 encryption.
    public var capabilities: UInt16 = 0
    /// The elements to the end of the body.
    public var elements = InformationElementList()

    public init() {}

    /// A body with these elements, and nothing after them.
    public init(timestamp: UInt64, interval: UInt16, capabilities: UInt16, elements: [InformationElement]) {
        self.timestamp = timestamp
        self.interval = interval
        self.capabilities = capabilities
        self.elements = InformationElementList(elements)
    }

    public static let fields: [FieldDescription<Self>] = [
        .size(fixedSize, "beacon"),
        .field("timestamp", \.timestamp, .number(in: .microseconds), .integer("beacon timestamp")),
        .field("beaconInterval", \.interval, .number(in: .timeUnits), .integer("beacon interval")),
        .field("capabilityInfo", \.capabilities, .number, .integer("beacon capabilities")),
        .part(\.elements),
    ]
}
