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

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Each guess that is wrong takes time: the usual kinds come first.
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
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .array(try container.decode([JSONValue].self))
        }
    }

    /// Reads a text.
    ///
    /// - Throws: That it is no JSON; so is what has more than 512 brackets or braces open.
    init(parsing text: String) throws(WireJSONError) {
        do {
            // Foundation on Linux traps where the bracket that is one too many is the last byte, hence the line feed.
            self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8) + [0x0A])
        } catch {
            throw WireJSONError("", "is no JSON")
        }
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
