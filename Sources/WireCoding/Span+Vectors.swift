/// Unaligned loads and marks for scanners that look at 16 bytes at a time.
extension Span where Element == UInt8 {
    /// The sixteen bytes at `offset`, in their order.
    ///
    /// - Precondition: All sixteen lie within the span.
    @inlinable @inline(__always)
    package func loadVector(at offset: Int) -> SIMD16<UInt8> {
        precondition(offset >= 0 && offset <= count &- 16)
        // The test above holds the load within the span, any bytes are a vector of bytes, and the load needs no
        // alignment.
        return unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self) }
    }

    /// The eight bytes at `offset`, the first one lowest.
    ///
    /// - Precondition: All eight lie within the span.
    @inlinable @inline(__always)
    package func loadUInt64(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset <= count &- 8)
        // The test above holds the load within the span, any bytes are an integer, and the load needs no alignment.
        let word = unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        return UInt64(littleEndian: word)
    }

    /// Whether both have as many bytes, and eight bytes after eight bytes are the same by `areEqual`, as ``forEachWord(_:)``
    /// goes over them.
    @inlinable @inline(__always)
    package func wordsEqual(_ other: Span<UInt8>, _ areEqual: (UInt64, UInt64) -> Bool) -> Bool {
        guard count == other.count else { return false }
        guard count >= 8 else { return areEqual(shortWord, other.shortWord) }
        var offset = 0
        while offset < count &- 8 {
            guard areEqual(loadUInt64(at: offset), other.loadUInt64(at: offset)) else { return false }
            offset &+= 8
        }
        return areEqual(loadUInt64(at: count &- 8), other.loadUInt64(at: count &- 8))
    }

    /// Up to seven bytes in one word.
    @inlinable @inline(__always)
    package var shortWord: UInt64 {
        var word: UInt64 = 0
        for index in indices { word = word << 8 | UInt64(self[index]) }
        return word
    }

    /// Calls `body` with eight bytes after eight bytes. The last ones overlap those before them, instead of a loop for the
    /// rest; fewer than eight are a ``shortWord``.
    @inlinable @inline(__always)
    package func forEachWord(_ body: (UInt64) -> Void) {
        guard count >= 8 else { return body(shortWord) }
        var offset = 0
        while offset < count &- 8 {
            body(loadUInt64(at: offset))
            offset &+= 8
        }
        body(loadUInt64(at: count &- 8))
    }
}

/// Operators with the type of both sides written out. Where the compiler has to find it, it may choose the operator for all
/// types of vectors, which is a loop over elements.
extension SIMD16<UInt8> {
    /// Which bytes are this one.
    @inlinable @inline(__always)
    package func equals(_ byte: UInt8) -> SIMDMask<SIMD16<Int8>> { self .== SIMD16<UInt8>(repeating: byte) }

    /// Which bytes are below a bound.
    @inlinable @inline(__always)
    package func isBelow(_ bound: UInt8) -> SIMDMask<SIMD16<Int8>> { self .< SIMD16<UInt8>(repeating: bound) }

    /// The bytes, less a number each, modulo 256.
    @inlinable @inline(__always)
    package func minus(_ byte: UInt8) -> SIMD16<UInt8> { self &- SIMD16<UInt8>(repeating: byte) }

    /// The sum of the bytes.
    @inlinable @inline(__always)
    package var byteSum: Int {
        // Both types are 16 bytes without padding, and any bytes are two integers.
        let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
        let pairs: UInt64 = 0x00FF_00FF_00FF_00FF
        // Four sums of four bytes each, which are at most 1020.
        let low = (words[0] & pairs) &+ (words[0] &>> 8 & pairs)
        let high = (words[1] & pairs) &+ (words[1] &>> 8 & pairs)
        return Int(truncatingIfNeeded: ((low &+ high) &* 0x0001_0001_0001_0001) &>> 48)
    }
}

/// Which of sixteen bytes have a property.
@frozen @usableFromInline
package struct ByteMarks: Hashable, Sendable {
    /// The first eight bytes from the lowest on: 0xFF for those that have it, else 0.
    @usableFromInline var low: UInt64
    /// The other eight.
    @usableFromInline var high: UInt64

    @inlinable @inline(__always)
    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// The bytes that a comparison of vectors found.
    @inlinable @inline(__always)
    package init(_ mask: SIMDMask<SIMD16<Int8>>) {
        // Both types are 16 bytes without padding, and any bytes are two integers.
        let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        self.init(low: UInt64(littleEndian: words[0]), high: UInt64(littleEndian: words[1]))
    }

    /// Whether no byte has the property.
    @inlinable @inline(__always)
    package var isEmpty: Bool { low | high == 0 }

    /// The place of the first byte that has the property, 16 where none has it.
    @inlinable @inline(__always)
    package var first: Int {
        low != 0 ? low.trailingZeroBitCount &>> 3 : 8 &+ high.trailingZeroBitCount &>> 3
    }

    /// How many bytes have the property.
    @inlinable @inline(__always)
    package var count: Int {
        // A byte of each sum is at most 16, so that nothing carries into the top one, which has the whole sum.
        let ones: UInt64 = 0x0101_0101_0101_0101
        return Int(truncatingIfNeeded: (((low & ones) &+ (high & ones)) &* ones) &>> 56)
    }

    /// The marks of the first bytes only.
    @inlinable @inline(__always)
    package func before(_ place: Int) -> ByteMarks {
        // Shifts by 64 and more give 0, by less than 0 nothing.
        ByteMarks(
            low: low & ~(UInt64.max << UInt64(place &* 8)),
            high: high & ~(UInt64.max << UInt64(max(place &- 8, 0) &* 8)))
    }

    /// The marks of the other bytes only.
    @inlinable @inline(__always)
    package func from(_ place: Int) -> ByteMarks {
        ByteMarks(
            low: low & UInt64.max << UInt64(place &* 8), high: high & UInt64.max << UInt64(max(place &- 8, 0) &* 8))
    }
}
