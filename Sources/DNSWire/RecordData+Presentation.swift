import WireCoding

extension RecordData {
    /// The form that fits data of any type (RFC 3597 §5): `\#`, the number of bytes, and their hexadecimal digits.
    public static func genericPresentation(of bytes: [UInt8]) -> String {
        bytes.isEmpty ? "\\# 0" : "\\# \(bytes.count) \(Hex.encode(bytes))"
    }

    /// The bytes that a text in the form of RFC 3597 §5 represents, with its digits possibly in several groups. Nil if
    /// it has another form, or if the number of bytes is not the stated one.
    public static func bytes(genericPresentation text: String) -> [UInt8]? {
        let parts = text.split { $0 == " " || $0 == "\t" }
        guard parts.count >= 2, parts[0] == "\\#", let count = Int(parts[1]),
            let bytes = Hex.decode(parts[2...].joined()), bytes.count == count
        else { return nil }
        return bytes
    }
}
