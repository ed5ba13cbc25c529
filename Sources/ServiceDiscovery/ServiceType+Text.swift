import DNSWire
import WireCoding

extension ServiceType: LosslessStringConvertible, Codable {
    /// Reads the text form of a type as it was seen on the wire, where names that break the rules are met too; nil for anything else.
    public init?(_ text: String) {
        guard let name = DNSName(text), let type = ServiceType(observed: name) else { return nil }
        self = type
    }

    /// - Throws: `DecodingError` for a text that is no type.
    public init(from decoder: any Decoder) throws { self = try TextCoding.decode(Self.self, from: decoder) }

    /// As its text: `"_airplay._tcp"`.
    public func encode(to encoder: any Encoder) throws { try TextCoding.encode(self, to: encoder) }
}
