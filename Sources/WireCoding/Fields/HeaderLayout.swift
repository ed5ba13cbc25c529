/// The fields of a header in the order of their bits. A header may lack some of them, by those before. It is read, written and
/// shown by the layout, off the hot path of analysis. `frames` reads and shows every header of a capture in this way, so both
/// are inlinable: each module compiles them for its own headers.
///
///     extension PPPoEHeader: LaidOutHeader {
///         public static let layout = HeaderLayout<Self>(
///             "PPPoE header", .part(\.versionAndType, "versionAndType"), .part(\.code, "code"), …)
///     }
public struct HeaderLayout<Header: Sendable>: Sendable {
    /// The name of the whole, for errors.
    @usableFromInline let name: WireError.Field
    @usableFromInline let isLittleEndian: Bool
    @usableFromInline let parts: [Part]
    /// Bits of the parts that every header has.
    @usableFromInline let leastBits: Int

    /// - Parameters:
    ///   - name: The name of the whole, for errors.
    ///   - isLittleEndian: Whether numbers of several bytes have the lowest first; every part is whole bytes then.
    ///   - parts: The fields in the order of their bits.
    public init(_ name: WireError.Field, isLittleEndian: Bool = false, _ parts: Part...) {
        self.name = name
        self.isLittleEndian = isLittleEndian
        self.parts = parts
        leastBits = parts.reduce(0) { $0 + ($1.isPresent == nil ? $1.bits : 0) }
    }

    /// A field of up to 64 bits, or of that many bytes as they are.
    public struct Part: Sendable {
        @usableFromInline let bits: Int
        /// Whether the order of bytes counts: not for addresses.
        @usableFromInline let isNumber: Bool
        /// Nil for a number.
        @usableFromInline let bytes: (WritableKeyPath<Header, [UInt8]> & Sendable)?
        /// The name by which it is shown; nil for a part that is not shown.
        @usableFromInline let name: String?
        @usableFromInline let get: @Sendable (Header) -> UInt64
        @usableFromInline let set: @Sendable (inout Header, UInt64) -> Void
        @usableFromInline let show: @Sendable (Header) -> FieldValue
        /// Whether a header has the part, by those before it; nil for a part that every header has.
        @usableFromInline let isPresent: (@Sendable (Header) -> Bool)?
        @usableFromInline let meaning: FieldMeaning?

        @usableFromInline
        init(
            bits: Int, isNumber: Bool = true, bytes: (WritableKeyPath<Header, [UInt8]> & Sendable)? = nil,
            name: String?,
            get: @escaping @Sendable (Header) -> UInt64, set: @escaping @Sendable (inout Header, UInt64) -> Void,
            show: @escaping @Sendable (Header) -> FieldValue, isPresent: (@Sendable (Header) -> Bool)? = nil,
            meaning: FieldMeaning? = nil
        ) {
            (self.bits, self.isNumber, self.bytes, self.name) = (bits, isNumber, bytes, name)
            (self.get, self.set, self.show, self.isPresent) = (get, set, show, isPresent)
            self.meaning = meaning
        }

        /// - Parameters:
        ///   - path: Where the value is in the header.
        ///   - name: The name by which it is shown; nil for a part that is not shown.
        ///   - meaning: What the number says to people.
        ///   - bits: The bits on the wire.
        ///   - isPresent: Whether a header has the part, by those before it; nil for a part that every header has.
        @inlinable
        public static func part<Value: HeaderPart>(
            _ path: WritableKeyPath<Header, Value> & Sendable, _ name: String? = nil, _ meaning: FieldMeaning? = nil,
            bits: Int = Value.bits, if isPresent: (@Sendable (Header) -> Bool)? = nil
        ) -> Part {
            Part(
                bits: bits, isNumber: Value.isNumber, name: name, get: { $0[keyPath: path].word },
                set: { $0[keyPath: path] = Value(word: $1) }, show: { $0[keyPath: path].fieldValue },
                isPresent: isPresent, meaning: meaning)
        }

        /// A number that follows from the rest of the header: it is written, and passed over in reading.
        public static func derived(bits: Int, _ word: @escaping @Sendable (Header) -> UInt64) -> Part {
            Part(bits: bits, name: nil, get: word, set: { _, _ in }, show: { .number(word($0)) })
        }

        /// Bytes, written cut or filled with zeros to `count`. They begin with a byte.
        public static func bytes(_ path: WritableKeyPath<Header, [UInt8]> & Sendable, count: Int) -> Part {
            Part(
                bits: count * 8, bytes: path, name: nil, get: { _ in 0 }, set: { _, _ in },
                show: { .hex($0[keyPath: path]) })
        }
    }

    /// A number of so many bits in the other order of bytes, if that is the header's.
    @inlinable
    func ordered(_ word: UInt64, _ part: Part) -> UInt64 {
        isLittleEndian && part.isNumber ? word.byteSwapped >> UInt64(64 - part.bits) : word
    }

    /// Bytes of the parts that a header has, by those that have been read.
    @inlinable
    func size(of header: Header) -> Int {
        parts.reduce(0) { $0 + ($1.isPresent?(header) == false ? 0 : $1.bits) } / 8
    }

    /// Reads the fields into a header, for one that has more than they.
    @inlinable
    public func read(_ input: inout ByteReader, into header: inout Header) throws(WireError) {
        let start = input
        try start.require(leastBits / 8, name)
        var (held, count) = (UInt64(0), 0)
        for part in parts {
            if let isPresent = part.isPresent {
                guard isPresent(header) else { continue }
                try start.require(size(of: header), name)
            }
            try read(part, &held, &count, &input, into: &header)
        }
    }

    /// - Parameters:
    ///   - held: The bits that were read and belong to parts to come.
    ///   - count: How many these are.
    @inlinable
    func read(
        _ part: Part, _ held: inout UInt64, _ count: inout Int, _ input: inout ByteReader, into header: inout Header
    ) throws(WireError) {
        if let path = part.bytes {
            header[keyPath: path] = try input.readBytes(part.bits / 8, name)
            return
        }
        while count < part.bits {
            held = held << 8 | UInt64(try input.readUInt8(name))
            count += 8
        }
        count -= part.bits
        part.set(&header, ordered(held >> UInt64(count), part))
        held &= count == 0 ? 0 : UInt64.max >> UInt64(64 - count)
    }

    /// Reads the fields that are there whole, for a header that a capture cut. The others keep their values.
    public func readPrefix(_ input: inout ByteReader, into header: inout Header) {
        var (held, count) = (UInt64(0), 0)
        for part in parts where part.isPresent?(header) != false {
            guard input.remaining * 8 + count >= part.bits,
                (try? read(part, &held, &count, &input, into: &header)) != nil
            else { return }
        }
    }

    /// Writes the parts that the header has; of a number that has fewer bits on the wire, the lowest ones.
    public func write(_ header: Header, into output: inout ByteWriter) {
        var (held, count) = (UInt64(0), 0)
        for part in parts where part.isPresent?(header) != false {
            if let path = part.bytes {
                output.writeFixed(header[keyPath: path], part.bits / 8)
                continue
            }
            let word = part.get(header) & UInt64.max >> UInt64(64 - part.bits)
            held = held << UInt64(part.bits) | ordered(word, part)
            count += part.bits
            while count >= 8 {
                count -= 8
                output.writeUInt8(UInt8(truncatingIfNeeded: held >> UInt64(count)))
            }
        }
    }
}

/// A header that begins with the fields of a layout. One with more bytes after them reads and writes these itself.
public protocol LaidOutHeader: Sendable {
    /// The header with the usual values, before it is read.
    init()
    init(parsing input: inout ByteReader) throws(WireError)
    func serialize(into output: inout ByteWriter)
    /// The fields with which the header begins, in the order of the wire.
    static var layout: HeaderLayout<Self> { get }
}

extension LaidOutHeader {
    /// A header with other values than the usual ones.
    public static func with(_ change: (inout Self) -> Void) -> Self {
        var header = Self()
        change(&header)
        return header
    }

    /// - Throws: `truncated` when fewer bytes are left than the layout has. No field is judged.
    @inlinable
    public init(parsing input: inout ByteReader) throws(WireError) {
        self.init()
        try Self.layout.read(&input, into: &self)
    }

    /// Writes the header; of a number that has fewer bits on the wire, the lowest ones.
    public func serialize(into output: inout ByteWriter) { Self.layout.write(self, into: &output) }

    /// The fields that have a name in the layout.
    @inlinable
    public var namedFields: [FrameField] {
        Self.layout.parts.compactMap { part in part.name.map { FrameField($0, part.show(self), part.meaning) } }
    }
}

/// The value of a field of a ``HeaderLayout``: up to 64 bits.
public protocol HeaderPart: Sendable {
    /// The bits of a value on the wire, unless its part of the layout says otherwise.
    static var bits: Int { get }
    /// Whether it is a number, whose bytes a header may have in either order.
    static var isNumber: Bool { get }
    /// - Parameter word: The bits of the field, the others 0.
    init(word: UInt64)
    /// The bits on the wire, as a number in the lowest ones.
    var word: UInt64 { get }
    /// The value as a field shows it.
    var fieldValue: FieldValue { get }
}

extension HeaderPart {
    @inlinable public static var isNumber: Bool { true }
}

extension HeaderPart where Self: FixedWidthInteger {
    /// As many as the type has.
    @inlinable public static var bits: Int { bitWidth }
    @inlinable public init(word: UInt64) { self.init(truncatingIfNeeded: word) }
    /// The two's complement of a number with a sign, extended to 64 bits.
    @inlinable public var word: UInt64 { UInt64(truncatingIfNeeded: self) }
    /// The number itself.
    @inlinable public var fieldValue: FieldValue { .number(self) }
}

extension HeaderPart where Self: RawRepresentable, RawValue: HeaderPart {
    /// As many as the raw number has.
    @inlinable public static var bits: Int { RawValue.bits }
    /// The raw number's bits.
    @inlinable public var word: UInt64 { rawValue.word }
    /// The raw number.
    @inlinable public var fieldValue: FieldValue { rawValue.fieldValue }
}

extension UInt8: HeaderPart {}
extension UInt16: HeaderPart {}
extension UInt32: HeaderPart {}
extension UInt64: HeaderPart {}
extension Int8: HeaderPart {}
extension Int32: HeaderPart {}

/// A number that a header may lack. Where it is announced and nil, it is written as 0.
extension Optional: HeaderPart where Wrapped: HeaderPart {
    /// As many as the number has when it is there.
    @inlinable public static var bits: Int { Wrapped.bits }
    @inlinable public static var isNumber: Bool { Wrapped.isNumber }
    @inlinable public init(word: UInt64) { self = Wrapped(word: word) }
    /// The number's bits, 0 for nil.
    @inlinable public var word: UInt64 { self?.word ?? 0 }
    /// The number, or null for nil.
    @inlinable public var fieldValue: FieldValue { self?.fieldValue ?? .null }
}

extension Bool: HeaderPart {
    /// One.
    @inlinable public static var bits: Int { 1 }
    @inlinable public init(word: UInt64) { self = word == 1 }
    /// 1 for true, 0 for false.
    @inlinable public var word: UInt64 { self ? 1 : 0 }
    /// True or false, never a number.
    @inlinable public var fieldValue: FieldValue { .boolean(self) }
}

extension LinkAddress: HeaderPart {
    /// 48.
    @inlinable public static var bits: Int { 48 }
    @inlinable public static var isNumber: Bool { false }
    @inlinable public init(word: UInt64) { self.init(rawValue: word) }
    /// The address as text: `02:00:00:00:00:01`.
    @inlinable public var fieldValue: FieldValue { .text(description) }
}
