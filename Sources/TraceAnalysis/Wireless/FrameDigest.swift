import WireCoding

/// A hash of some bytes of a frame, the same in every run: results must not depend on the run. A sender that makes
/// frames collide only makes them count as equal, which it could also do by sending equal frames.
enum FrameDigest {
    /// - Parameters:
    ///   - range: Within `bytes`.
    ///   - start: What came before.
    @inline(__always)
    static func of(_ bytes: Span<UInt8>, _ range: Range<Int>, after start: UInt64) -> UInt64 {
        var hash = start ^ UInt64(range.count)
        var index = range.lowerBound
        while index &+ 8 <= range.upperBound {
            hash = (hash ^ bytes.loadUInt64(at: index)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            index &+= 8
        }
        while index < range.upperBound {
            hash = (hash ^ UInt64(bytes[index])) &* 0xD6E8_FEB8_6659_FD93
            hash ^= hash >> 31
            index &+= 1
        }
        return hash
    }
}
