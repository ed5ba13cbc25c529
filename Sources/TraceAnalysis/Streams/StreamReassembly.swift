import HeapModule
import WireCoding

/// Puts the segments of one direction in order: what comes in order passes through untouched, what comes early is held.
///
/// A hole is closed if the receiver has acknowledged it (then the bytes arrived, but are not in this capture), if more
/// than ``heldLimit`` bytes wait after it, and at the end of the connection. Bytes that are not in the capture are
/// reported as missing, never made up.
struct StreamReassembly: Sendable {
    /// The number of bytes that may wait after a hole in one direction: the largest window that common systems use by
    /// default.
    static let heldLimit = 6 << 20

    struct HeldSegment: Comparable, Sendable {
        var offset: Int64
        /// Bytes on the wire; the capture may hold fewer.
        var length: Int
        var bytes: [UInt8]
        var moment: PacketMoment

        var end: Int64 { offset + Int64(length) }

        /// In stream order; at equal offsets the longer one first, so that the other one is a repetition.
        static func < (first: HeldSegment, second: HeldSegment) -> Bool {
            (first.offset, -first.length, first.moment.frame) < (second.offset, -second.length, second.moment.frame)
        }
    }

    /// Everything before this offset was handed on, as bytes or as missing.
    private(set) var delivered: Int64 = 0
    /// A heap, so that no order of arrival costs more than another.
    private var held = Heap<HeldSegment>()
    private(set) var heldBytes = 0
    private var hasStarted = false

    /// The treatment of a segment.
    enum Verdict {
        /// Its bytes from that index on are next.
        case deliver(from: Int)
        /// All of it was handed on before.
        case repeated
        /// It is after a hole and waits.
        case held
    }

    /// The start of the stream if its beginning is not in the capture.
    mutating func begin(at offset: Int64) {
        guard !hasStarted else { return }
        hasStarted = true
        delivered = offset
    }

    /// - Parameters:
    ///   - offset: Of the segment's first byte in the stream.
    ///   - length: Bytes on the wire.
    @inline(__always)
    mutating func offer(
        _ bytes: Span<UInt8>, at offset: Int64, length: Int, moment: PacketMoment
    ) -> Verdict {
        hasStarted = true
        if offset == delivered {
            delivered += Int64(length)
            return .deliver(from: 0)
        }
        return offerOutOfOrder(bytes, at: offset, length: length, moment: moment)
    }

    @inline(never)
    private mutating func offerOutOfOrder(
        _ bytes: Span<UInt8>, at offset: Int64, length: Int, moment: PacketMoment
    ) -> Verdict {
        let end = offset + Int64(length)
        if end <= delivered { return .repeated }
        if offset < delivered {
            let start = Int(delivered - offset)
            delivered = end
            return .deliver(from: start)
        }
        hold(HeldSegment(offset: offset, length: length, bytes: bytes.copied(), moment: moment))
        return .held
    }

    private mutating func hold(_ segment: HeldSegment) {
        held.insert(segment)
        heldBytes += Self.cost(segment)
    }

    private static func cost(_ segment: HeldSegment) -> Int {
        segment.bytes.count + MemoryLayout<HeldSegment>.stride
    }

    /// The next held segment that can be handed on, with the number of bytes missing before it and the index of its
    /// first new byte; nil when it still has to wait.
    ///
    /// - Parameters:
    ///   - acknowledged: The receiver has everything before this offset.
    ///   - force: Give up the hole in any case.
    mutating func next(acknowledged: Int64, force: Bool) -> (segment: HeldSegment, missing: Int64, from: Int)? {
        while let segment = held.min {
            let hole = segment.offset - delivered
            guard hole <= 0 || acknowledged >= segment.offset || force || heldBytes > Self.heldLimit else { return nil }
            held.removeMin()
            heldBytes -= Self.cost(segment)
            guard segment.end > delivered else { continue }
            let start = Int(max(0, -hole))
            delivered = segment.end
            return (segment, max(0, hole), start)
        }
        return nil
    }

    /// Forgets what waits; whatever comes was handed on before.
    mutating func finish() {
        held = Heap()
        heldBytes = 0
        delivered = .max
    }

    var isWaiting: Bool { !held.isEmpty }
}
