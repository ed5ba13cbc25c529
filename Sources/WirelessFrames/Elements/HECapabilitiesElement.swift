import WireCoding

/// The 802.11ax capabilities of a radio (IEEE 802.11ax §9.4.2.248), after the element ID extension; little-endian.
///
/// | bytes | field |
/// |---|---|
/// | 6 | HE MAC capabilities |
/// | 11 | HE PHY capabilities; bits 3 and 4 of the first byte announce 160 and 80+80 MHz |
/// | 4 to 12 | MCS maps for receiving and sending: for 80 MHz, then for 160 and for 80+80 MHz if announced |
/// | … | PPE thresholds |
public struct HECapabilitiesElement: ElementBody {
    public static let id = ElementID.extension
    public static let idExtension: ElementIDExtension? = .heCapabilities

    /// 6 bytes; written with exactly as many.
    public var macCapabilities: [UInt8] = []
    /// 11 bytes; written with exactly as many.
    public var phyCapabilities: [UInt8] = []
    /// One for each width that ``phyCapabilities`` announces, the one for 80 MHz first.
    public var mcsMaps: [MCSMaps] = []
    /// PPE thresholds and any other bytes after them.
    public var thresholds: [UInt8] = []

    /// Two bits for each of eight streams: 0 to MCS 7, 1 to 9, 2 to 11, 3 none.
    public struct MCSMaps: Hashable, DescribedElement {
        /// For frames that the radio receives.
        public var receive: UInt16 = 0
        /// For frames that it sends.
        public var transmit: UInt16 = 0

        public init() {}

        /// Maps for both directions.
        public init(receive: UInt16, transmit: UInt16) {
            self.receive = receive
            self.transmit = transmit
        }

        public static let fields: [FieldDescription<Self>] = [
            .hidden(\.receive, .number, .integer("HE-MCS map")), .hidden(\.transmit, .number, .integer("HE-MCS map")),
        ]
    }

    public init() {}

    /// How many widths the physical capabilities announce.
    private var widthCount: Int {
        let widths = phyCapabilities.first ?? 0
        return 1 + Int(widths >> 3 & 1) + Int(widths >> 4 & 1)
    }

    public static let fields: [FieldDescription<Self>] = [
        .derived("macCapabilities") { .hex($0.macCapabilities) },
        .bytes(\.macCapabilities, .bytes(6, "HE MAC capabilities")),
        .derived("phyCapabilities") { .hex($0.phyCapabilities) },
        .bytes(\.phyCapabilities, .bytes(11, "HE PHY capabilities")),
        FieldDescription(
            vary: { source, capabilities in
                capabilities.phyCapabilities = source.bytes(11)
                capabilities.macCapabilities = source.bytes(6)
                capabilities.mcsMaps = (0..<capabilities.widthCount).map { _ in .extreme(from: &source) }
            },
            wire: FieldLayout(
                parse: { (input, capabilities) throws(WireError) in
                    for _ in 0..<capabilities.widthCount { capabilities.mcsMaps.append(try MCSMaps(parsing: &input)) }
                },
                serialize: { capabilities, output in
                    for maps in capabilities.mcsMaps { maps.serialize(into: &output) }
                })),
        .hidden(\.thresholds, .hex(upTo: 7), .rest),
    ]
}
