/// Signed numbers in two's complement, numbers of 24 bits, and numbers of as many bytes as they need.
extension ByteReader {
    /// A signed byte.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readInt8(_ field: WireError.Field) throws(WireError) -> Int8 {
        Int8(truncatingIfNeeded: try readUInt8(field))
    }

    /// A signed number of two bytes.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readInt16(_ field: WireError.Field) throws(WireError) -> Int16 {
        Int16(truncatingIfNeeded: try readUInt16(field))
    }

    /// A signed number of four bytes.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readInt32(_ field: WireError.Field) throws(WireError) -> Int32 {
        Int32(truncatingIfNeeded: try readUInt32(field))
    }

    /// A signed number of eight bytes.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readInt64(_ field: WireError.Field) throws(WireError) -> Int64 {
        Int64(truncatingIfNeeded: try readUInt64(field))
    }

    /// A signed number of two bytes, the lowest first.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readInt16LittleEndian(_ field: WireError.Field) throws(WireError) -> Int16 {
        try readInt16(field).byteSwapped
    }

    /// A signed number of four bytes, the lowest first.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readInt32LittleEndian(_ field: WireError.Field) throws(WireError) -> Int32 {
        try readInt32(field).byteSwapped
    }

    /// A signed number of eight bytes, the lowest first.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readInt64LittleEndian(_ field: WireError.Field) throws(WireError) -> Int64 {
        try readInt64(field).byteSwapped
    }

    /// A number of three bytes, at most 0xFFFFFF.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readUInt24(_ field: WireError.Field) throws(WireError) -> UInt32 {
        try require(3, field)
        let high = UInt32(input[position]) << 16
        let low = UInt32(input.bigEndianUInt16(at: position &+ 1))
        cursor &+= 3
        return high | low
    }

    /// A number of three bytes, the lowest first.
    @inlinable @inline(__always)
    @_lifetime(self: copy self)
    public mutating func readUInt24LittleEndian(_ field: WireError.Field) throws(WireError) -> UInt32 {
        try readUInt24(field).byteSwapped >> 8
    }

    /// An unsigned number as ``Varint`` has it, in more bytes than it needs too.
    ///
    /// - Throws: ``WireError/Kind/truncated(needed:available:)`` where the input ends within it, and
    ///   ``WireError/Kind/tooLong(length:maximum:)`` for more than 64 bits.
    @_lifetime(self: copy self)
    public mutating func readVarint(_ field: WireError.Field) throws(WireError) -> UInt64 {
        try readNumber(as: .varint, field)
    }

    /// An unsigned number that is written as a length is.
    @_lifetime(self: copy self)
    mutating func readNumber(as prefix: LengthPrefix, _ field: WireError.Field) throws(WireError) -> UInt64 {
        try require(prefix.size ?? 0, field)
        switch prefix.read(input.extracting(..<end), at: position) {
        case .value(let value, let length):
            cursor &+= length
            return value
        case .incomplete: throw truncation(remaining &+ 1, field)
        case .illegal:
            throw error(.tooLong(length: Varint.maximumLength + 1, maximum: Varint.maximumLength), field)
        }
    }
}

/// Looks at what comes, and does not move.
extension ByteReader {
    /// The next byte.
    @inlinable @inline(__always)
    public func peekUInt8(_ field: WireError.Field) throws(WireError) -> UInt8 {
        try require(1, field)
        return input[position]
    }

    /// The number in the next two bytes.
    @inlinable @inline(__always)
    public func peekUInt16(_ field: WireError.Field) throws(WireError) -> UInt16 {
        try require(2, field)
        return input.bigEndianUInt16(at: position)
    }

    /// The number in the next four bytes.
    @inlinable @inline(__always)
    public func peekUInt32(_ field: WireError.Field) throws(WireError) -> UInt32 {
        try require(4, field)
        return input.bigEndianUInt32(at: position)
    }

    /// The next `count` bytes as borrowed memory.
    @inlinable @inline(__always)
    @_lifetime(copy self)
    public func peekSpan(_ count: Int, _ field: WireError.Field) throws(WireError) -> Span<UInt8> {
        try require(count, field)
        return input.extracting(position..<position &+ count)
    }
}
