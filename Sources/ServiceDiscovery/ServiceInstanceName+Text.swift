import DNSWire
import WireCoding

extension ServiceInstanceName: LosslessStringConvertible, Codable {
    /// Reads a text as ``init(presentation:)`` does; nil where that throws.
    public init?(_ text: String) {
        guard let name = try? ServiceInstanceName(presentation: text) else { return nil }
        self = name
    }

    /// - Throws: `DecodingError` for a text that is no name of an instance.
    public init(from decoder: any Decoder) throws { self = try TextCoding.decode(Self.self, from: decoder) }

    /// As its text: `"Living Room._airplay._tcp.local."`.
    public func encode(to encoder: any Encoder) throws { try TextCoding.encode(self, to: encoder) }
}
