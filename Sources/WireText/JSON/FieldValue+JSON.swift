import Foundation
import WireCoding

/// Why a JSON text makes no message or frame, and where in the text: what ``DNSMessageJSON``, ``AWDLFrameJSON``,
/// ``NANFrameJSON``, ``IEEE80211FrameJSON`` and ``RadiotapJSON`` throw.
public typealias WireJSONError = FieldError

extension FieldValue {
    /// How many arrays and objects lie in each other at most. Messages of this package have 7; each guess of the
    /// decoder takes time by the depth, and 64 KiB at a depth of 500 took minutes.
    static let maximumDepth = 16

    /// Reads a JSON text (RFC 8259).
    ///
    /// - Throws: An error if it is not JSON, or has more than ``maximumDepth`` nested arrays and objects. (Beyond 512
    ///   Foundation on Linux may trap.)
    init(parsing text: String) throws(WireJSONError) {
        guard Self.isShallow(text) else {
            throw WireJSONError("", "has more than \(Self.maximumDepth) nested arrays and objects")
        }
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)).field
        } catch {
            throw WireJSONError("", "is not JSON")
        }
    }

    /// Whether no more brackets and braces are open at a time than may be, but for those in strings.
    private static func isShallow(_ text: String) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in text.utf8 {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                isEscaped = byte == UInt8(ascii: "\\")
                isInString = byte != UInt8(ascii: "\"")
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
                default: break
                }
                if depth > maximumDepth { return false }
            }
        }
        return true
    }
}

/// A JSON text as Foundation reads it.
private struct JSONValue: Decodable {
    let field: FieldValue

    init(from decoder: any Decoder) throws {
        // Each guess that is wrong takes time. That of an array comes first: it is wrong before it looks at elements.
        if var elements = try? decoder.unkeyedContainer() {
            var values: [FieldValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self).field) }
            field = .list(values)
            return
        }
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            field = .text(text)
        } else if let number = try? container.decode(Int64.self) {
            field = .integer(number)
        } else if let members = try? container.decode([String: JSONValue].self) {
            field = .object(members.map { FrameField($0.key, $0.value.field) })
        } else if let flag = try? container.decode(Bool.self) {
            field = .boolean(flag)
        } else if container.decodeNil() {
            field = .null
        } else if let number = try? container.decode(UInt64.self) {
            field = .unsigned(number)
        } else {
            field = .real(try container.decode(Double.self))
        }
    }
}

extension FieldValue {
    /// A text of which nothing may be known.
    package static func optional(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .null }

    package static func texts(_ texts: some Sequence<String>) -> FieldValue { .list(texts.map { .text($0) }) }

    package static func count(_ number: Int) -> FieldValue { .integer(Int64(number)) }

    /// Bytes that should be UTF-8.
    package static func label(_ bytes: [UInt8]) -> FieldValue { .text(String(decoding: bytes, as: UTF8.self)) }
}

extension [FrameField] {
    /// All fields of what was decoded and, if something contradicts itself, an `error` with the offset, the sentence and
    /// the bytes around it.
    func with(_ error: WireError?, in bytes: [UInt8]) -> [FrameField] {
        guard let error else { return self }
        let excerpt = HexExcerpt.text(bytes, at: error.offset)
        return self + [
            FrameField(
                "error",
                ["offset": .count(error.offset), "message": .text(error.description), "excerpt": .text(excerpt)])
        ]
    }
}
