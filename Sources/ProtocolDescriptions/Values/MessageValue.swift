import WireCoding

/// A value of a message, as a place in its bytes where it is more than a number.
@nonexhaustive
public enum MessageValue: Hashable, Sendable {
    /// The message lacks it.
    case absent
    /// The field is present and explicitly empty, as `null` is in JSON.
    case null
    /// A truth value.
    case boolean(Bool)
    /// A whole number, at most `Int64.max`.
    case integer(Int64)
    /// Above `Int64.max`.
    case unsigned(UInt64)
    /// A floating-point number.
    case real(Double)
    /// UTF-8, in JSON with escapes.
    case text(ValueRange, hasEscapes: Bool)
    /// Bytes as they are.
    case bytes(ValueRange)
    /// The 16 bytes of a UUID.
    case uuid(ValueRange)
    /// An array or object of JSON, as it is written.
    case json(ValueRange)
    /// A value that is not in the bytes as such.
    case owned(FieldValue)

    @inline(__always)
    static func number(_ value: UInt64) -> MessageValue {
        value <= UInt64(Int64.max) ? .integer(Int64(truncatingIfNeeded: value)) : .unsigned(value)
    }

    static func number(_ value: FieldValue) -> MessageValue {
        switch value {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): .integer(number)
        case .unsigned(let number): .unsigned(number)
        case .real(let number): .real(number)
        default: .owned(value)
        }
    }

    /// Whether there is a value that is not null.
    public var isPresent: Bool {
        switch self {
        case .absent, .null: false
        default: true
        }
    }
}

/// A place in the bytes of a header or a body.
public struct ValueRange: Hashable, Sendable {
    // Bodies are shorter than 2 GiB.
    let start: Int32
    let end: Int32

    @inline(__always)
    init(_ start: Int, _ end: Int) {
        self.start = Int32(truncatingIfNeeded: start)
        self.end = Int32(truncatingIfNeeded: end)
    }

    /// Offsets from the start of the header or body.
    public var range: Range<Int> { Int(start)..<Int(end) }
    /// The number of bytes.
    public var count: Int { Int(end) - Int(start) }
}

extension MessageValue {
    /// The value on its own, null where it is absent.
    public func fieldValue(in bytes: Span<UInt8>) -> FieldValue {
        switch self {
        case .absent, .null: return .null
        case .boolean(let flag): return .boolean(flag)
        case .integer(let number): return .integer(number)
        case .unsigned(let number): return .unsigned(number)
        case .real(let number): return .real(number)
        case .text(let place, let hasEscapes):
            return .text(Self.string(bytes.extracting(place.range), hasEscapes: hasEscapes))
        case .bytes(let place): return .hex(bytes.copied(place.range))
        case .uuid(let place): return .text(Self.uuid(bytes.extracting(place.range)))
        case .json(let place): return JSONTree.value(bytes.extracting(place.range))
        case .owned(let value): return value
        }
    }

    /// The value's own text: numbers in decimal digits, bytes as hexadecimal ones. Nil where it is absent, null, or has
    /// parts.
    public func ownText(in bytes: Span<UInt8>) -> String? {
        switch fieldValue(in: bytes) {
        case .null, .list, .object: nil
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        case .real(let number): Self.text(ofReal: number)
        case .text(let text): text
        case .hex(let bytes): Hex.encode(bytes)
        }
    }

    /// The shortest digits of a number, without a fraction where it is whole.
    static func text(ofReal number: Double) -> String { JSONText.digits(number) }

    /// A number for comparing: two values that are the same have the same one, and others hardly ever.
    ///
    /// Whole numbers are the same whether they were written with a fraction; a number is not its text.
    public func key(in bytes: Span<UInt8>) -> UInt64? {
        var hasher = StableHasher()
        switch self {
        case .absent, .null: return nil
        case .boolean(let flag): hasher.combine(1, flag ? 1 : 0)
        case .integer(let number): hasher.combine(2, UInt64(bitPattern: number))
        case .unsigned(let number): hasher.combine(3, number)
        case .real(let number):
            if let whole = Int64(exactly: number) {
                hasher.combine(2, UInt64(bitPattern: whole))
            } else {
                hasher.combine(4, number.bitPattern)
            }
        case .text(let place, hasEscapes: false): hasher.combine(5, bytes.extracting(place.range))
        case .text(let place, hasEscapes: true):
            hasher.combine(5, JSONTree.utf8(bytes.extracting(place.range)).span)
        case .bytes(let place): hasher.combine(6, bytes.extracting(place.range))
        case .uuid(let place): hasher.combine(7, bytes.extracting(place.range))
        case .json(let place): hasher.combine(8, bytes.extracting(place.range))
        case .owned(.text(let text)): hasher.combine(5, Array(text.utf8).span)
        case .owned(.hex(let data)): hasher.combine(6, data.span)
        case .owned(let value):
            var text = JSONText(pretty: false)
            text.value(value)
            hasher.combine(8, text.bytes.span)
        }
        return hasher.value
    }

    /// A whole number that 64 bits hold.
    public var wholeNumber: Int64? {
        switch self {
        case .integer(let number): number
        case .real(let number): Int64(exactly: number)
        case .owned(.integer(let number)): number
        default: nil
        }
    }

    /// The bytes of the value within a body; nil where it has none of its own.
    public var place: ValueRange? {
        switch self {
        case .text(let place, _), .bytes(let place), .uuid(let place), .json(let place): place
        default: nil
        }
    }

    private static func string(_ bytes: Span<UInt8>, hasEscapes: Bool) -> String {
        String(decoding: hasEscapes ? JSONTree.utf8(bytes) : bytes.copied(), as: UTF8.self)
    }

    private static func uuid(_ bytes: Span<UInt8>) -> String {
        var digits: [UInt8] = []
        for index in bytes.indices {
            if [4, 6, 8, 10].contains(index) { digits.append(UInt8(ascii: "-")) }
            Hex.append(bytes[index], to: &digits)
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

/// A hash that is the same in every run, since what it decides is seen in the output.
struct StableHasher {
    private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    @inline(__always)
    mutating func combine(_ word: UInt64) {
        let product = (value ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        value = product.high ^ product.low &+ 0xA076_1D64_78BD_642F
    }

    mutating func combine(_ kind: UInt64, _ word: UInt64) {
        combine(kind)
        combine(word)
    }

    mutating func combine(_ kind: UInt64, _ bytes: Span<UInt8>) {
        combine(kind << 32 ^ UInt64(bytes.count))
        var offset = 0
        while offset &+ 8 <= bytes.count {
            combine(bytes.loadUInt64(at: offset))
            offset &+= 8
        }
        var last: UInt64 = 0
        for index in offset..<bytes.count { last = last << 8 | UInt64(bytes[index]) }
        combine(last)
    }
}
