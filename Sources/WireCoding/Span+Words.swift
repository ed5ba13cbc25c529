/// Unaligned loads for scanners that look at many bytes at a time.
extension Span where Element == UInt8 {
    /// The eight bytes at `offset`, the first one lowest.
    ///
    /// - Precondition: All eight lie within the span.
    @inlinable @inline(__always)
    public func loadUInt64(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset <= count &- 8)
        // The test above holds the load within the span, any bytes are a UInt64, and the load needs no alignment.
        return UInt64(
            littleEndian: unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) })
    }

    /// The sixteen bytes at `offset`.
    ///
    /// - Precondition: All sixteen lie within the span.
    @inlinable @inline(__always)
    public func loadVector16(at offset: Int) -> SIMD16<UInt8> {
        precondition(offset >= 0 && offset <= count &- 16)
        // As above: within the span, any bytes are a vector of bytes, no alignment needed.
        return unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self) }
    }
}
