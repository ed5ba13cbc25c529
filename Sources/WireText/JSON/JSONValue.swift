import Foundation
import PacketDissection
import WireCoding

/// A JSON text that was read (RFC 8259).
enum JSONValue: Hashable, Decodable {
    case null
    case boolean(Bool)
    /// A whole number that fits 64 bits with a sign.
    case integer(Int64)
    /// A whole number that fits 64 bits without a sign only.
    case unsigned(UInt64)
    /// Any other number.
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// How many arrays and objects lie in each other at most. Messages of this package have 7; each guess of the
    /// decoder takes time by the depth, and 64 KiB at a depth of 500 took minutes.
    static let maximumDepth = 16

    init(from decoder: any Decoder) throws {
        // Each guess that is wrong takes time. That of an array comes first: it is wrong before it looks at elements.
        if var elements = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self)) }
            self = .array(values)
            return
        }
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let members = try? container.decode([String: JSONValue].self) {
            self = .object(members)
        } else if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else if container.decodeNil() {
            self = .null
        } else if let number = try? container.decode(UInt64.self) {
            self = .unsigned(number)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    /// Reads a text.
    ///
    /// - Throws: That it is no JSON, or has more than ``maximumDepth`` arrays and objects in each other. (Beyond 512
    ///   Foundation on Linux may trap.)
    init(parsing text: String) throws(WireJSONError) {
        guard Self.isShallow(text) else {
            throw WireJSONError("", "has more than \(Self.maximumDepth) arrays and objects in each other")
        }
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        } catch {
            throw WireJSONError("", "is no JSON")
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

    /// What a field is written as.
    init(_ field: FieldValue) {
        switch field {
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .unsigned(number)
        case .text(let string): self = .text(string)
        case .hex(let bytes): self = .text(Hex.encode(bytes))
        case .boolean(let flag): self = .boolean(flag)
        case .null: self = .null
        case .list(let elements): self = .array(elements.map { JSONValue($0) })
        case .object(let fields):
            let pairs = fields.map { ($0.name, JSONValue($0.value)) }
            self = .object(Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// A whole number of another kind, nil for other values and for those that it cannot hold.
    func exactly<Number: FixedWidthInteger>() -> Number? {
        switch self {
        case .integer(let number): Number(exactly: number)
        case .unsigned(let number): Number(exactly: number)
        default: nil
        }
    }
}
