import WireCoding

/// An element whose content its organization defines (IEEE 802.11 §9.4.2.25).
///
/// | bytes | field |
/// |---|---|
/// | 3 | organization |
/// | … | content; nearly all organizations begin it with a byte that says of what type it is |
public struct VendorElement: ElementBody {
    public static let id = ElementID.vendorSpecific

    /// The organization's number in 24 bits, as it is read: 0x506F9A is the Wi-Fi Alliance.
    public var organization: UInt32
    /// The bytes after the organization, at most 252.
    public var content: [UInt8]

    /// An element of an organization, of whose number the upper 8 bits are dropped.
    public init(organization: UInt32, content: [UInt8]) {
        self.organization = organization & 0xFF_FFFF
        self.content = content
    }

    public init() { self.init(organization: 0, content: []) }

    /// The first byte of the content, nil if there is none.
    public var type: UInt8? { content.first }

    public static let fields: [FieldDescription<Self>] = [
        .field(
            "organization", \.organization, FieldCodec.number.extremes { $0.extremeNumber(UInt32.self) & 0xFF_FFFF },
            .uint24("vendor element organization")),
        .derived("vendorType") { $0.type.map { .number($0) } ?? .null },
        .hidden(\.content, FieldCodec.hex.extremes { $0.extremeBytes(from: 0, upTo: 251) }, .rest),
    ]
}
