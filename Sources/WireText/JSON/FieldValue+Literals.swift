import WireCoding

extension FieldValue: ExpressibleByDictionaryLiteral {
    /// An object, its members in the order in which they are written.
    public init(dictionaryLiteral members: (String, FieldValue)...) {
        self = .object(members.map { FrameField($0.0, $0.1) })
    }

    /// A text of which nothing may be known.
    package static func optional(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .null }

    package static func texts(_ texts: some Sequence<String>) -> FieldValue { .list(texts.map { .text($0) }) }

    package static func count(_ number: Int) -> FieldValue { .integer(Int64(number)) }

    /// Bytes that should be UTF-8.
    package static func label(_ bytes: [UInt8]) -> FieldValue { .text(String(decoding: bytes, as: UTF8.self)) }
}
