import WireCoding

/// Which channels a country allows (IEEE 802.11 §9.4.2.8).
///
/// | bytes | field |
/// |---|---|
/// | 3 | country: two letters and the environment (space, `O` outdoor, `I` indoor, `X`, or a number) |
/// | 3 each | triplets: first channel, number of channels, power in dBm; or from 201 on: number, operating class, coverage |
/// | 0 or 1 | padding to an even length |
public struct CountryElement: ElementBody {
    public static let id = ElementID.country

    /// Two letters and what follows them, the first letter on top of 24 bits.
    public var code: UInt32 = 0
    /// The rules in the order of the element: channels after the operating class that they belong to.
    public var triplets: [Triplet] = []
    /// At most two bytes that make no triplet; one byte is padding.
    public var padding: [UInt8] = []

    /// Channels and their power, or an operating class.
    public struct Triplet: Hashable, DescribedElement {
        /// The first channel, or from 201 on the number of an operating triplet.
        public var first: UInt8
        /// How many channels, or the operating class.
        public var second: UInt8
        /// The most power in dBm, or the coverage class.
        public var third: UInt8

        /// A triplet by its three bytes.
        public init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
            self.first = first
            self.second = second
            self.third = third
        }

        public init() { self.init(0, 0, 0) }

        /// Whether this names an operating class and no channels.
        public var isOperating: Bool { first >= 201 }

        public static let fields: [FieldDescription<Self>] = [
            .hidden(\.first, .number, .integer("country triplet")),
            .hidden(\.second, .number, .integer("country triplet")),
            .hidden(\.third, .number, .integer("country triplet")),
        ]
    }

    public init() {}

    /// The element of a country, of which the upper 8 bits are dropped.
    public init(code: UInt32, triplets: [Triplet], padding: [UInt8]) {
        self.code = code & 0xFF_FFFF
        self.triplets = triplets
        self.padding = padding
    }

    public static let fields: [FieldDescription<Self>] = [
        .bytes(\.code, .uint24("country code")),
        .derived("country") { .text($0.characters) },
        .derived("triplets") { .list($0.triplets.map { .list([$0.first, $0.second, $0.third].map { .number($0) }) }) },
        .bytes(\.triplets, .list(of: .element, size: 3)),
        .bytes(\.padding, .rest),
        FieldDescription(vary: { source, country in
            country.triplets = (0..<source.extremeCount(upTo: 80)).map { _ in .extreme(from: &source) }
            country.code = source.extremeNumber(UInt32.self) & 0xFF_FFFF
            country.padding = source.bytes(source.number(in: 0...2))
        }),
    ]

    /// The characters of the country; those that are not printable become full stops.
    private var characters: String {
        let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
        return String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
    }
}
