import WireCoding

/// A binary property list (`bplist00`) as a value: what invitations and their answers are.
///
/// ```
/// bplist00 | objects … | offsets … | unused (6) offsetIntSize (1) objectRefSize (1)
///                                    numObjects (8) topObject (8) offsetTableOffset (8)
/// ```
///
/// Reading is total and bounded: ``maximumObjects`` objects, each use of a shared one counted, ``maximumDepth``
/// containers within each other, and no more memory than the bytes ask for. Every value is kept, and written back in
/// the way of Apple's and Python's encoders: numbers in the fewest bytes, equal small values once. Bytes of an encoder
/// that does otherwise become equal values, and other bytes.
public enum BinaryPropertyList {
    /// The objects that are read or written at most; a shared one counts each time. Messages have about twelve.
    public static let maximumObjects = 4096
    /// The most containers within each other. Messages have one.
    public static let maximumDepth = 16
    /// Values of at most so many bytes are written once where they are equal.
    static let sharedLength = 64

    /// An object of a property list.
    @nonexhaustive
    public indirect enum Value: Hashable, Sendable {
        /// An object without a value, as `null` in JSON.
        case null
        /// A truth value.
        case boolean(Bool)
        /// A whole number from -2^63 to 2^63 - 1.
        case integer(Int64)
        /// An integer of 128 bits that ``integer(_:)`` cannot hold: Apple writes those from 2^63 to 2^64 - 1 so.
        case wideInteger(high: UInt64, low: UInt64)
        /// A real number of four bytes, by its bits.
        case real32(UInt32)
        /// A real number of eight bytes, by its bits.
        case real64(UInt64)
        /// Seconds since 2001-01-01, by the bits of the number.
        case date(UInt64)
        /// Any bytes.
        case data([UInt8])
        /// A text, in the encoding that it has in the list.
        case text(Text)
        /// A reference within a keyed archive, one to sixteen bytes.
        case uid([UInt8])
        /// Objects in their order.
        case array([Value])
        /// Objects in the order of the list; none of them is compared.
        case set([Value])
        /// Keys and values in the order of the list; no key is there twice.
        case dictionary([Entry])
    }

    /// A text as it is encoded.
    public enum Text: Hashable, Sendable {
        /// One byte for each character. Bytes above 7F, which should not occur, are kept.
        case ascii([UInt8])
        /// UTF-16. Halves of surrogate pairs are kept.
        case utf16([UInt16])

        /// The text in ASCII if it is all ASCII, otherwise in UTF-16.
        public init(_ text: String) {
            let bytes = Array(text.utf8)
            self = bytes.allSatisfy { $0 < 0x80 } ? .ascii(bytes) : .utf16(Array(text.utf16))
        }

        /// The text; what is not Unicode becomes U+FFFD.
        public var string: String {
            switch self {
            case .ascii(let bytes): String(decoding: bytes, as: UTF8.self)
            case .utf16(let units): String(decoding: units, as: UTF16.self)
            }
        }
    }

    /// A key of a dictionary with its value.
    public struct Entry: Hashable, Sendable {
        /// The key; keys of other types than text are refused.
        public var key: Text
        /// The value under that key.
        public var value: Value

        /// An entry whose key has the encoding of that text.
        public init(key: Text, value: Value) {
            self.key = key
            self.value = value
        }

        /// An entry whose key is encoded in the shorter way: ASCII, or else UTF-16.
        public init(_ key: String, _ value: Value) { self.init(key: Text(key), value: value) }
    }
}

extension BinaryPropertyList.Value {
    /// Reads a property list that is all of the bytes that are left.
    ///
    /// - Throws: `truncated` for what extends beyond its region, `invalidValue` for an unknown kind of object, a key
    ///   that is no text, or a key that is there twice, `badReference` for an offset or a reference that leads nowhere,
    ///   `tooLong` for too many objects, too deep ones (a list that contains itself), and more content than there are
    ///   bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let offset = input.offset
        let bytes = try input.readSpan(input.remaining, "property list")
        let objects = try PropertyListObjects(bytes, baseOffset: offset)
        var budget = PropertyListBudget(length: bytes.count)
        self = try objects.value(at: objects.top, depth: 0, &budget)
    }
}
