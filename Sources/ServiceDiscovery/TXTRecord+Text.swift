import DNSWire
import WireCoding

extension TXTRecord: LosslessStringConvertible, Codable {
    /// The strings as a zone file has them (RFC 1035 §5.1): `"txtvers=1" "name=Anna \"A\""`. Data that is not made of strings is written
    /// as that of an unknown type (RFC 3597 §5): `\# 3 05616e`.
    public var description: String { RecordData.text(rdata).presentation }

    /// Reads ``description``, and strings without quotation marks.
    public init?(_ text: String) {
        let isUnknownForm = text.split(separator: " ").first == "\\#"
        guard let rdata = isUnknownForm ? Self.unknownData(text) : Self.strings(text), rdata.count <= Self.maximumLength
        else { return nil }
        self.init(observed: rdata)
    }

    /// - Throws: `DecodingError` for a text that is no such record.
    public init(from decoder: any Decoder) throws { self = try TextCoding.decode(Self.self, from: decoder) }

    /// As its text, ``description``.
    public func encode(to encoder: any Encoder) throws { try TextCoding.encode(self, to: encoder) }

    /// The data of the form for unknown types: its length, and so many bytes.
    private static func unknownData(_ text: String) -> [UInt8]? {
        let words = text.split(separator: " ")
        guard words.count >= 2, let count = Int(words[1]),
            let bytes = Hex.decode(words.dropFirst(2).joined()), bytes.count == count
        else { return nil }
        return bytes
    }

    /// The data of strings with blanks between them; nil where one is too long, an escape is wrong, or a mark is missing.
    private static func strings(_ text: String) -> [UInt8]? {
        var rest = Array(text.utf8)[...]
        var rdata: [UInt8] = []
        while true {
            while rest.first == 0x20 { rest.removeFirst() }
            guard let first = rest.first else { return rdata.isEmpty ? nil : rdata }
            let isQuoted = first == 0x22
            if isQuoted { rest.removeFirst() }
            var string: [UInt8] = []
            var isClosed = !isQuoted
            while let byte = rest.first, byte != (isQuoted ? 0x22 : 0x20) {
                rest.removeFirst()
                if byte == 0x5C {
                    guard let escaped = EscapedText.escapedByte(&rest) else { return nil }
                    string.append(escaped)
                } else {
                    string.append(byte)
                }
            }
            if isQuoted, rest.first == 0x22 {
                rest.removeFirst()
                isClosed = true
            }
            guard isClosed, rest.isEmpty || rest.first == 0x20, string.count <= 255 else { return nil }
            rdata.append(UInt8(string.count))
            rdata += string
        }
    }
}
