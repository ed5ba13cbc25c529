import WireCoding

/// The packets that an ACK frame acknowledges, from the largest numbers to the smallest (RFC 9000 §19.3.1).
///
/// Ranges are read one at a time and take no memory, however many a frame has or says that it has.
public struct QUICAcknowledgedRanges: ~Escapable {
    private var reader: ByteReader
    private var remaining: UInt64
    /// The range that comes next.
    private var range: ClosedRange<UInt64>?

    /// - Parameters:
    ///   - acknowledgment: The frame.
    ///   - source: The bytes that the frame was read from.
    @_lifetime(copy source)
    public init(_ acknowledgment: QUICFrameView.Acknowledgment, in source: Span<UInt8>) {
        let start = min(max(acknowledgment.ranges.lowerBound, 0), source.count)
        let end = min(max(acknowledgment.ranges.upperBound, start), source.count)
        self.init(
            largest: acknowledgment.largest.value, firstRange: acknowledgment.firstRange.value,
            count: acknowledgment.rangeCount.value, ranges: source.extracting(start..<end))
    }

    /// - Parameter acknowledgment: A frame that has its bytes itself.
    @_lifetime(borrow acknowledgment)
    public init(_ acknowledgment: borrowing QUICOwnedFrame.Acknowledgment) {
        self.init(
            largest: acknowledgment.largest.value, firstRange: acknowledgment.firstRange.value,
            count: acknowledgment.rangeCount.value, ranges: acknowledgment.ranges.span)
    }

    @_lifetime(copy ranges)
    private init(largest: UInt64, firstRange: UInt64, count: UInt64, ranges: Span<UInt8>) {
        reader = ByteReader(ranges)
        remaining = count
        range = firstRange <= largest ? largest - firstRange...largest : nil
    }

    /// The next range; nil after the last one, or where the frame is not one that could be read.
    @_lifetime(self: copy self)
    public mutating func next() -> ClosedRange<UInt64>? {
        guard let result = range else { return nil }
        range = nil
        guard remaining > 0, let gap = try? QUICVariableInteger(parsing: &reader, "QUIC gap"),
            let length = try? QUICVariableInteger(parsing: &reader, "QUIC ACK range length"),
            result.lowerBound >= 2, gap.value <= result.lowerBound - 2
        else { return result }
        remaining -= 1
        let largest = result.lowerBound - 2 - gap.value
        if length.value <= largest { range = largest - length.value...largest }
        return result
    }
}
