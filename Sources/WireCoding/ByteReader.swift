/// Reads values in order from borrowed bytes and never past their end.
///
/// Integers are big-endian unless the method says otherwise. A reader is a position in a `Span`; copying it is a
/// bookmark. Sub-readers (``subreader(_:_:limit:)``) keep the whole input in reach, so that DNS names can point backward,
/// and report offsets from the start of the outermost input.
@frozen
public struct ByteReader: ~Escapable {
    /// The outermost input.
    public let input: Span<UInt8>
    /// The offset of the next read, from the start of ``input``.
    @inlinable public var position: Int { cursor }
    @usableFromInline var cursor: Int
    /// The end of this reader's region, from the start of ``input``.
    public let end: Int
    /// The offset of ``input`` itself in the message or packet that it was cut from. It is added to positions in
    /// errors.
    public let baseOffset: Int
    /// Which length set ``end``.
    public let limit: WireError.Field

    /// A reader of all bytes of a span.
    ///
    /// - Parameters:
    ///   - input: The bytes, which are borrowed as long as the reader lives.
    ///   - baseOffset: Where the span begins in the message or packet that it was cut from; errors count from there.
    ///   - limit: Which length says where the bytes end.
    @inlinable @inline(__always)
    @_lifetime(copy input)
    public init(_ input: Span<UInt8>, baseOffset: Int = 0, limit: WireError.Field = .input) {
        self.input = input
        self.cursor = 0
        self.end = input.count
        self.baseOffset = baseOffset
        self.limit = limit
    }

    @inlinable @inline(__always)
    @_lifetime(copy input)
    init(_ input: Span<UInt8>, from position: Int, to end: Int, baseOffset: Int, limit: WireError.Field) {
        self.input = input
        self.cursor = position
        self.end = end
        self.baseOffset = baseOffset
        self.limit = limit
    }

    /// Bytes left to read.
    @inlinable @inline(__always)
    public var remaining: Int { end &- position }

    /// Whether nothing is left to read in this reader's region.
    @inlinable @inline(__always)
    public var isAtEnd: Bool { position == end }

    /// The position as errors report it: from the start of the outermost message or packet.
    @inlinable @inline(__always)
    public var offset: Int { baseOffset &+ position }

    /// An error about the bytes at the current position.
    public func error(_ kind: WireError.Kind, _ field: WireError.Field) -> WireError {
        WireError(kind, field: field, offset: offset, limit: limit)
    }

    @usableFromInline
    func truncation(_ count: Int, _ field: WireError.Field) -> WireError {
        error(.truncated(needed: count, available: remaining), field)
    }

    /// Throws unless `count` bytes are left.
    @inlinable @inline(__always)
    public func require(_ count: Int, _ field: WireError.Field) throws(WireError) {
        guard count >= 0 && count <= remaining else { throw truncation(count, field) }
    }

    /// Moves over `count` bytes.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func skip(_ count: Int, _ field: WireError.Field) throws(WireError) {
        try require(count, field)
        cursor &+= count
    }

    /// The next byte.
    ///
    /// - Throws: ``WireError/Kind/truncated(needed:available:)`` at the end of the region.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readUInt8(_ field: WireError.Field) throws(WireError) -> UInt8 {
        try require(1, field)
        let value = input[position]
        cursor &+= 1
        return value
    }

    /// The next two bytes as a number, the highest first.
    ///
    /// - Throws: ``WireError/Kind/truncated(needed:available:)`` when fewer are left. The reader does not move then.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readUInt16(_ field: WireError.Field) throws(WireError) -> UInt16 {
        try require(2, field)
        let value = input.bigEndianUInt16(at: position)
        cursor &+= 2
        return value
    }

    /// The next four bytes as a number, the highest first.
    ///
    /// - Throws: ``WireError/Kind/truncated(needed:available:)`` when fewer are left. The reader does not move then.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readUInt32(_ field: WireError.Field) throws(WireError) -> UInt32 {
        try require(4, field)
        let value = input.bigEndianUInt32(at: position)
        cursor &+= 4
        return value
    }

    /// The next eight bytes as a number, the highest first.
    ///
    /// - Throws: ``WireError/Kind/truncated(needed:available:)`` when fewer are left. The reader does not move then.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readUInt64(_ field: WireError.Field) throws(WireError) -> UInt64 {
        try require(8, field)
        let value = input.bigEndianUInt64(at: position)
        cursor &+= 8
        return value
    }

    /// The next two bytes as a number, the lowest first.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readUInt16LittleEndian(_ field: WireError.Field) throws(WireError) -> UInt16 {
        try readUInt16(field).byteSwapped
    }

    /// The next four bytes as a number, the lowest first.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readUInt32LittleEndian(_ field: WireError.Field) throws(WireError) -> UInt32 {
        try readUInt32(field).byteSwapped
    }

    /// The next eight bytes as a number, the lowest first.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readUInt64LittleEndian(_ field: WireError.Field) throws(WireError) -> UInt64 {
        try readUInt64(field).byteSwapped
    }

    /// A copy of the next `count` bytes.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func readBytes(_ count: Int, _ field: WireError.Field) throws(WireError) -> [UInt8] {
        try require(count, field)
        let start = position
        cursor &+= count
        return input.copied(start..<start &+ count)
    }

    /// A copy of all bytes that are left.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func readRemainingBytes() -> [UInt8] {
        let start = position
        cursor = end
        return input.copied(start..<end)
    }

    /// The next `count` bytes as borrowed memory.
    @inlinable @inline(__always)
    @_lifetime(copy self)
    public mutating func readSpan(_ count: Int, _ field: WireError.Field) throws(WireError) -> Span<UInt8> {
        try require(count, field)
        let start = position
        cursor &+= count
        return input.extracting(start..<start &+ count)
    }

    /// A reader for the next `count` bytes alone, moving over them.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - field: What these bytes are.
    ///   - limit: Which length says that they are `count` bytes.
    @inlinable @inline(__always)
    @_lifetime(copy self)
    public mutating func subreader(
        _ count: Int, _ field: WireError.Field, limit: WireError.Field
    ) throws(WireError) -> ByteReader {
        try require(count, field)
        let start = position
        cursor &+= count
        return ByteReader(input, from: start, to: start &+ count, baseOffset: baseOffset, limit: limit)
    }

    /// A reader of the same region at another position of the outermost input, to follow a reference.
    ///
    /// - Throws: ``WireError/Kind/badReference(target:)`` when the position is outside the input.
    @inlinable
    @_lifetime(copy self)
    public func moved(to position: Int, _ field: WireError.Field) throws(WireError) -> ByteReader {
        guard position >= 0 && position <= end else { throw error(.badReference(target: position), field) }
        return ByteReader(input, from: position, to: end, baseOffset: baseOffset, limit: limit)
    }

    /// Throws when bytes of the region are left over.
    @inlinable
    public func expectEnd(_ field: WireError.Field) throws(WireError) {
        guard isAtEnd else { throw error(.trailingBytes(count: remaining), field) }
    }
}
