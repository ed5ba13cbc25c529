/// A named field of a wire element, by its standard name in lowerCamelCase.
public struct FrameField: Sendable {
    /// The name in lowerCamelCase, which is the key in JSON.
    public var name: String
    /// The value as it is on the wire, before ``meaning`` gives it words.
    public var value: FieldValue
    /// What the number says to people; nil for a field that says all by itself.
    public var meaning: FieldMeaning?

    /// A field with its value and what a number says to people.
    @inlinable
    public init(_ name: String, _ value: FieldValue, _ meaning: FieldMeaning? = nil) {
        self.name = name
        self.value = value
        self.meaning = meaning
    }
}

extension FrameField: Hashable {
    /// Whether two fields say the same: what it means follows from the name.
    @inlinable
    public static func == (first: FrameField, second: FrameField) -> Bool {
        first.name == second.name && first.value == second.value
    }

    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}

/// The value of a field, in the terms of JSON.
@nonexhaustive
public enum FieldValue: Hashable, Sendable {
    /// A whole number; ``number(_:)`` chooses between this and ``unsigned(_:)``.
    case integer(Int64)
    /// A number above `Int64.max`; ``number(_:)`` chooses between both.
    case unsigned(UInt64)
    /// A number that is not whole. No wire field has one, but a JSON text may.
    case real(Double)
    /// Text, which JSON writes as a string.
    case text(String)
    /// Opaque bytes, to be written as hexadecimal digits.
    case hex([UInt8])
    /// A flag.
    case boolean(Bool)
    /// Several values, in the order of the wire.
    case list([FieldValue])
    /// A value that has fields of its own, in the order in which they are shown.
    case object([FrameField])
    /// No value: a field that may be missing, and is.
    case null

    /// A number, as ``integer(_:)`` where it fits.
    @inlinable
    public static func number(_ value: some FixedWidthInteger) -> FieldValue {
        Int64(exactly: value).map { .integer($0) } ?? .unsigned(UInt64(truncatingIfNeeded: value))
    }

    /// Bytes that should be text: as text if they are UTF-8, otherwise as an object with only `hex`, so that the digits
    /// cannot be mistaken for text.
    public static func textOrBytes(_ bytes: [UInt8]) -> FieldValue {
        String(validUTF8: bytes).map { .text($0) } ?? .object([FrameField("hex", .hex(bytes))])
    }

    /// A whole number of another type, nil for other values and for those that it cannot hold.
    public func exactly<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        switch self {
        case .integer(let number): Number(exactly: number)
        case .unsigned(let number): Number(exactly: number)
        default: nil
        }
    }

    /// Whether both are the same in JSON, where bytes are text and the members of an object have no order.
    public func isSameJSON(as other: FieldValue) -> Bool {
        switch (self, other) {
        case (.text(let text), .hex(let bytes)), (.hex(let bytes), .text(let text)): text == Hex.encode(bytes)
        case (.list(let values), .list(let others)):
            values.count == others.count && zip(values, others).allSatisfy { $0.isSameJSON(as: $1) }
        case (.object(let fields), .object(let others)):
            fields.count == others.count
                && fields.allSatisfy { field in
                    others.first { $0.name == field.name }.map { $0.value.isSameJSON(as: field.value) } ?? false
                }
        default: self == other
        }
    }
}

extension FieldValue: ExpressibleByDictionaryLiteral {
    /// An object, its members in the order in which they are written.
    public init(dictionaryLiteral members: (String, FieldValue)...) {
        self = .object(members.map { FrameField($0.0, $0.1) })
    }
}

extension FrameField {
    /// A number without a sign.
    @inlinable
    public static func number(
        _ name: String, _ value: some UnsignedInteger & FixedWidthInteger, _ meaning: FieldMeaning? = nil
    ) -> FrameField {
        FrameField(name, .number(value), meaning)
    }

    /// The raw number of a type or a set of flags.
    @inlinable
    public static func code<Value: RawRepresentable>(
        _ name: String, _ value: Value, _ meaning: FieldMeaning? = nil
    ) -> FrameField
    where Value.RawValue: UnsignedInteger & FixedWidthInteger {
        FrameField(name, .number(value.rawValue), meaning)
    }

    /// A number with a sign.
    @inlinable
    public static func signed(
        _ name: String, _ value: some SignedInteger & FixedWidthInteger, _ meaning: FieldMeaning? = nil
    ) -> FrameField {
        FrameField(name, .integer(Int64(truncatingIfNeeded: value)), meaning)
    }

    /// Null without a value.
    @inlinable
    public static func text(_ name: String, _ value: (some CustomStringConvertible)?) -> FrameField {
        FrameField(name, value.map { .text($0.description) } ?? .null)
    }

    /// Bytes, shown as hexadecimal digits.
    public static func hex(_ name: String, _ bytes: [UInt8]) -> FrameField { FrameField(name, .hex(bytes)) }

    /// True or false.
    public static func flag(_ name: String, _ value: Bool) -> FrameField { FrameField(name, .boolean(value)) }
}
