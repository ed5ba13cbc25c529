/// A field of a header or of a binary body.
public struct MessageField: Hashable, Sendable {
    /// The name, by which paths and lengths find the field: `size` is `header.size` or `body.size`.
    public var name: String
    /// How the value is encoded.
    public var type: FieldType
    /// The order of a number's bytes; it does not matter to other types.
    public var endian: ByteOrder
    /// What must be there.
    public var constant: FieldConstant?
    /// Bits that are true or false, as `name.flag`.
    public var flags: [FieldMask]
    /// Numbers within the number, shifted down, as `name.bits`.
    public var bits: [FieldMask]

    /// A field; without an `endian`, numbers have their highest byte first.
    public init(
        _ name: String, _ type: FieldType, endian: ByteOrder = .big, constant: FieldConstant? = nil,
        flags: [FieldMask] = [], bits: [FieldMask] = []
    ) {
        self.name = name
        self.type = type
        self.endian = endian
        self.constant = constant
        self.flags = flags
        self.bits = bits
    }

    /// The names by which paths reach its values: its own, and those of flags and bits after a point.
    var valueNames: [String] { [name] + (flags + bits).map { "\(name).\($0.name)" } }
}

/// The encoding of a field.
@nonexhaustive
public enum FieldType: Hashable, Sendable {
    /// `u8`, `u16`, `u24`, `u32`, `u64`.
    case unsigned(bytes: Int)
    /// `i8`, `i16`, `i24`, `i32`, `i64`: two's complement.
    case signed(bytes: Int)
    /// `f32`, `f64`: IEEE 754.
    case float(bytes: Int)
    /// Bytes as they are; in JSON as hexadecimal digits.
    case bytes(FieldLength)
    /// UTF-8; trailing zero bytes are cut.
    case text(FieldLength)
    /// Unsigned LEB128, at most 10 bytes.
    case varint
    /// 16 bytes.
    case uuid

    /// The number of bytes, where it is always the same.
    public var size: Int? {
        switch self {
        case .unsigned(let count), .signed(let count), .float(let count): count
        case .bytes(.count(let count)), .text(.count(let count)): count
        case .uuid: 16
        case .bytes, .text, .varint: nil
        }
    }

    /// Whether the value is a whole number.
    public var isInteger: Bool {
        switch self {
        case .unsigned, .signed, .varint: true
        default: false
        }
    }

    /// The types that have a name of their own.
    static let named: [(name: String, type: FieldType)] = [
        ("u8", .unsigned(bytes: 1)), ("u16", .unsigned(bytes: 2)), ("u24", .unsigned(bytes: 3)),
        ("u32", .unsigned(bytes: 4)), ("u64", .unsigned(bytes: 8)), ("i8", .signed(bytes: 1)),
        ("i16", .signed(bytes: 2)), ("i24", .signed(bytes: 3)), ("i32", .signed(bytes: 4)),
        ("i64", .signed(bytes: 8)), ("f32", .float(bytes: 4)), ("f64", .float(bytes: 8)), ("varint", .varint),
        ("uuid", .uuid),
    ]
}

/// How many bytes a field of bytes or text has.
@nonexhaustive
public enum FieldLength: Hashable, Sendable {
    /// Always that many bytes.
    case count(Int)
    /// The value of a field that comes before.
    case field(String)
    /// All that is left of the body.
    case rest
}

/// What a field must hold.
@nonexhaustive
public enum FieldConstant: Hashable, Sendable {
    /// That number.
    case integer(Int64)
    /// A number above `Int64.max`.
    case unsigned(UInt64)
    /// These bytes.
    case bytes([UInt8])
}

/// Some bits of a number.
public struct FieldMask: Hashable, Sendable {
    /// The name after the field's and a point: `compressed` in `header.flags.compressed`.
    public var name: String
    /// The bits of the number that count.
    public var mask: UInt64

    /// A name for these bits.
    public init(_ name: String, _ mask: UInt64) {
        self.name = name
        self.mask = mask
    }
}
