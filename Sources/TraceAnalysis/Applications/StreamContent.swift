import PeerMessaging
import WireCoding

/// The bytes of one direction of a TCP stream: put in order, and read as messages.
///
/// Only a direction with payload has one, and only if messages are wanted: it is larger than everything else that is
/// kept for a connection.
struct StreamContent: Sendable {
    var decoder: StreamDecoder
    private var reassembly = StreamReassembly()
    /// The first packet, in stream order, that comes after missing bytes that did not arrive in time.
    private(set) var firstHole: PacketMoment?

    /// - Parameter origin: Offset of the first byte; the stream is joined there where its beginning is not known.
    init(origin: Int64, isMidstream: Bool, _ reading: StreamReading) {
        decoder = StreamDecoder(reading)
        reassembly.begin(at: origin)
        if isMidstream { decoder.beginMidstream(at: origin) }
    }

    /// Bytes that wait for others, in memory of our own. Stored: asked from outside for a sum of its parts, a copy of them
    /// all would be made first.
    private(set) var bufferedBytes = 0

    @inline(__always)
    private mutating func account() { bufferedBytes = reassembly.heldBytes &+ decoder.bufferedBytes }

    /// Whether segments wait after a hole.
    var isWaiting: Bool { reassembly.isWaiting }

    /// Takes the payload of a segment.
    ///
    /// - Parameters:
    ///   - payload: What the capture holds of it.
    ///   - length: Bytes on the wire.
    ///   - acknowledged: The receiver has everything before this offset.
    @inline(__always)
    mutating func receive(
        _ payload: Span<UInt8>, at offset: Int64, length: Int, acknowledged: Int64, moment: PacketMoment
    ) {
        switch reassembly.offer(payload, at: offset, length: length, moment: moment) {
        case .deliver(let start):
            deliver(payload, from: start, at: offset, length: length, moment: moment)
            if reassembly.isWaiting { drain(acknowledged: acknowledged, force: false) }
        case .held:
            drain(acknowledged: acknowledged, force: false)
        case .repeated:
            return
        }
        account()
    }

    @inline(__always)
    private mutating func deliver(
        _ bytes: Span<UInt8>, from start: Int, at offset: Int64, length: Int, moment: PacketMoment
    ) {
        if bytes.count > start {
            decoder.consume(
                bytes.extracting(start..<bytes.count), at: offset &+ Int64(start), length: length &- start, sent: moment
            )
        }
        let known = max(bytes.count, start)
        if length > known { decoder.miss(Int64(length - known), at: offset &+ Int64(known)) }
    }

    /// Passes on the data that waits after holes that will not be filled.
    @inline(never)
    mutating func drain(acknowledged: Int64, force: Bool) {
        while let (segment, missing, start) = reassembly.next(acknowledged: acknowledged, force: force) {
            if missing > 0 {
                decoder.miss(missing, at: segment.offset + Int64(start) - missing)
                if firstHole == nil { firstHole = segment.moment }
            }
            deliver(
                segment.bytes.span, from: min(start, segment.bytes.count), at: segment.offset, length: segment.length,
                moment: segment.moment)
        }
        account()
    }

    /// Gives up an incomplete message.
    mutating func evict() {
        decoder.evict()
        account()
    }

    /// Ends the stream: what is left is handed on, what was only for a living connection is freed.
    ///
    /// - Parameter end: When the sender ended it, nil where that was not seen or bytes before it are missing.
    mutating func close(endedAt end: PacketMoment?) {
        drain(acknowledged: 0, force: true)
        if let end { decoder.finish(at: end) }
        decoder.release()
        reassembly.finish()
        account()
    }
}

/// The content of a connection that is wanted. Small, because it is kept of each connection, of which there may be a million.
struct StreamReading: Sendable {
    /// Rates and delays are measured, and streams are read as messages.
    var readsContent = false
    /// Each message is listed.
    var listsMessages = false
    /// After an illegal length the next frame is looked for.
    var resynchronizes = false
    private var frameLimit = UInt32(LengthPrefixedFrameDecoder.defaultMaximumLength)

    init(readsContent: Bool = false, resynchronizes: Bool = false) {
        self.readsContent = readsContent
        self.resynchronizes = resynchronizes
    }

    static let content = StreamReading(readsContent: true)

    /// The largest body of a length-prefixed frame that is legal, in bytes: at least 1, at most what a length word holds.
    var maximumFrameLength: Int {
        get { Int(frameLimit) }
        set { frameLimit = UInt32(clamping: max(1, newValue)) }
    }
}
