import PeerMessaging
import WireCoding

/// A short text that lies where it is kept, with nothing to follow: as long as a UUID is written, and a little longer.
struct InlineText: Sendable {
    /// Bytes that fit.
    static let capacity = 40

    /// 0 if there is no text, or it does not fit.
    private var length = 0
    private var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    /// The last eight bytes, some of which may be in `words` too.
    private var tail: UInt64 = 0

    init() {}

    /// - Parameter text: A text below eight bytes, or above ``capacity``, is not stored: nothing equals it.
    init(_ text: [UInt8]) {
        guard text.count >= 8, text.count <= Self.capacity else { return }
        let text = text.span
        length = text.count
        tail = text.loadUInt64(at: length - 8)
        words.0 = text.loadUInt64(at: 0)
        if length >= 16 { words.1 = text.loadUInt64(at: 8) }
        if length >= 24 { words.2 = text.loadUInt64(at: 16) }
        if length >= 32 { words.3 = text.loadUInt64(at: 24) }
    }

    /// Whether a string without escapes is this text; false if there is none.
    @inline(__always)
    func isEqual(to string: JSONStringRange, in body: Span<UInt8>) -> Bool {
        let start = Int(string.lowerBound)
        guard length > 0, !string.hasEscapes, Int(string.upperBound) &- start == length else { return false }
        var difference = body.loadUInt64(at: start) ^ words.0
        difference |= body.loadUInt64(at: start &+ length &- 8) ^ tail
        if length >= 16 { difference |= body.loadUInt64(at: start &+ 8) ^ words.1 }
        if length >= 24 { difference |= body.loadUInt64(at: start &+ 16) ^ words.2 }
        if length >= 32 { difference |= body.loadUInt64(at: start &+ 24) ^ words.3 }
        return difference == 0
    }
}
