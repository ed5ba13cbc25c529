/// A JSON value (RFC 8259) that keeps its text: numbers with all their digits, strings with their escapes, members in
/// their order.
///
/// What a log holds beyond the fields that have a type is kept in this form, and written back as it was but for white
/// space.
public enum QUICLogJSON: Hashable, Sendable {
    /// The word `null`.
    case null
    /// The word `true` or `false`.
    case bool(Bool)
    /// The number as it is written: `0.25`, `1e3`.
    case number(String)
    /// The text between the quotation marks, with its escapes: ``text(_:)`` makes one of any string, ``string`` decodes it.
    case escaped(String)
    /// Values between brackets, in their order.
    case array([QUICLogJSON])
    /// Members between braces, in their order; a name may be there twice.
    case object([QUICLogMember])

    /// The JSON string of a text.
    public static func text(_ text: String) -> QUICLogJSON { .escaped(QUICLogEscape.escape(text)) }

    /// The number of a whole number.
    ///
    /// Above 2^53 it is a string, as qlog prescribes: JavaScript would round it.
    public static func integer(_ value: UInt64) -> QUICLogJSON {
        value < 1 << 53 ? .number(String(value)) : .escaped(String(value))
    }

    /// The decoded text of a string; nil for another value, and for half of a surrogate pair.
    public var string: String? {
        guard case .escaped(let escaped) = self else { return nil }
        return QUICLogEscape.unescape(escaped)
    }

    /// The members of an object; nil for another value.
    public var members: [QUICLogMember]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// The elements of an array; nil for another value.
    public var elements: [QUICLogJSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The first member of an object with that name.
    public subscript(_ name: String) -> QUICLogJSON? { members?.first { $0.name == name }?.value }

    /// The digits of a number, also of one that is written as a string.
    var digits: String? {
        switch self {
        case .number(let digits): digits
        case .escaped(let digits): digits.utf8.allSatisfy { $0 < 0x3A } && !digits.isEmpty ? digits : nil
        default: nil
        }
    }
}

/// A member of a JSON object.
public struct QUICLogMember: Hashable, Sendable {
    /// The name with its escapes, as in ``QUICLogJSON/escaped(_:)``.
    public var name: String
    /// What follows the colon.
    public var value: QUICLogJSON

    /// A member whose name is written as it is, so it must have its escapes.
    public init(_ name: String, _ value: QUICLogJSON) {
        self.name = name
        self.value = value
    }
}

extension QUICLogJSON: CustomStringConvertible {
    /// The JSON text, without white space.
    public var description: String {
        var text: [UInt8] = []
        write(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    func write(to text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .number(let digits): text += digits.utf8
        case .escaped(let escaped): Self.write(escaped, to: &text)
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                element.write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members): Self.write(members, to: &text)
        }
    }

    static func write(_ members: [QUICLogMember], to text: inout [UInt8]) {
        text.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            write(member.name, to: &text)
            text.append(UInt8(ascii: ":"))
            member.value.write(to: &text)
        }
        text.append(UInt8(ascii: "}"))
    }

    private static func write(_ escaped: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        text += escaped.utf8
        text.append(UInt8(ascii: "\""))
    }
}
