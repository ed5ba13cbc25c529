/// Integers at a known place. These check bounds like any subscript; callers that have checked a whole header once
/// read its fields without further tests.
extension Span where Element == UInt8 {
    /// Two bytes, the highest first.
    @inlinable @inline(__always)
    package func bigEndianUInt16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset &+ 1])
    }

    /// Four bytes, the highest first.
    @inlinable @inline(__always)
    package func bigEndianUInt32(at offset: Int) -> UInt32 {
        UInt32(self[offset]) << 24 | UInt32(self[offset &+ 1]) << 16
            | UInt32(self[offset &+ 2]) << 8 | UInt32(self[offset &+ 3])
    }

    /// Eight bytes, the highest first.
    @inlinable @inline(__always)
    package func bigEndianUInt64(at offset: Int) -> UInt64 {
        UInt64(bigEndianUInt32(at: offset)) << 32 | UInt64(bigEndianUInt32(at: offset &+ 4))
    }

    /// Two bytes, the lowest first.
    @inlinable @inline(__always)
    package func littleEndianUInt16(at offset: Int) -> UInt16 { bigEndianUInt16(at: offset).byteSwapped }

    /// Four bytes, the lowest first.
    @inlinable @inline(__always)
    package func littleEndianUInt32(at offset: Int) -> UInt32 { bigEndianUInt32(at: offset).byteSwapped }

    /// Eight bytes, the lowest first.
    @inlinable @inline(__always)
    package func littleEndianUInt64(at offset: Int) -> UInt64 { bigEndianUInt64(at: offset).byteSwapped }

    /// An array with the bytes of that range.
    @inlinable
    public func copied(_ range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        bytes.append(copying: extracting(range))
        return bytes
    }

    /// An array with all bytes.
    @inlinable
    public func copied() -> [UInt8] { copied(0..<count) }

    /// Whether that text is at the position, in UTF-8.
    @inlinable
    package func starts(with text: StaticString, at position: Int = 0) -> Bool {
        var cursor = position
        for byte in text.description.utf8 {
            guard cursor < count, self[cursor] == byte else { return false }
            cursor &+= 1
        }
        return true
    }

    /// Whether the bytes are the same.
    @inlinable
    package func elementsEqual(_ other: Span<UInt8>) -> Bool { wordsEqual(other) { $0 == $1 } }
}

extension [UInt8] {
    /// Appends borrowed bytes in one copy.
    @inlinable @inline(__always)
    public mutating func append(copying bytes: Span<UInt8>) {
        // The pointer is used for the one copy within the closure, while the span that it came from is alive.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
