/// A number that represents text within an ``AWDLName``.
@frozen
public struct AWDLNameCode: RawRepresentable, Hashable, Sendable {
    /// From 0xC000 on.
    public let rawValue: UInt16

    /// - Parameter rawValue: The upper two bits are set whatever they are.
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue | 0xC000 }

    /// Stands for nothing; the end of names that are relative to another one.
    public static let null = AWDLNameCode(rawValue: 0xC000)
    public static let local = AWDLNameCode(rawValue: 0xC00C)

    /// The text of the codes from 0xC000 on.
    private static let texts = [
        "", "_airplay._tcp.local", "_airplay._udp.local", "_airplay", "_raop._tcp.local", "_raop._udp.local", "_raop",
        "_airdrop._tcp.local", "_airdrop._udp.local", "_airdrop", "_tcp.local", "_udp.local", "local", "ip6.arpa",
        "ip4.arpa",
    ]

    /// All codes with a known text, by their number.
    static let known = texts.indices.map { AWDLNameCode(rawValue: 0xC000 | UInt16($0)) }

    /// The maximum number of labels that a code represents.
    static let maximumLabels = 3

    /// Labels with dots between them; nil for a code that is not known.
    public var text: String? {
        let index = Int(rawValue & 0x3FFF)
        return index < Self.texts.count ? Self.texts[index] : nil
    }
}
