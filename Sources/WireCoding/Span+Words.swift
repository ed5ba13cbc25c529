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
}
