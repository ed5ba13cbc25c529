import ApplicationProtocols
import WireCoding

/// The bytes of one direction of a TCP stream: put in order, and read as messages.
///
/// Only a direction with payload has one, and only if messages are wanted: it is larger than everything else that is
/// kept for a connection.
struct StreamContent: Sendable {
    // MARK: What each segment touches, together
    /// Bytes that wait for others, in memory of our own. Stored: asked from outside for a sum of its parts, a copy of them
    /// all would be made first.
    private(set) var bufferedBytes = 0
    private var reassembly = StreamReassembly()
    /// Reads the sealed stream, once something of it was opened.
    var channel: Box<StreamDecoder>?
    /// What the analysis was given applications for; nil without any.
    var guests: Box<GuestStream>?
    /// Until the first bytes show whether any of them may be meant.
    var undecided: GuestList?
    /// What was handed on since it was last taken; nil if the stream is not followed.
    var pieces: [StreamPiece]?
    let reading: StreamReading
    /// Reads what applications sent; of a sealed stream that is opened, what was inside.
    var decoder: StreamDecoder

    // MARK: What few segments touch
    /// Bytes of what was inside so far.
    var openedBytes: Int64 = 0
    /// Of them, those that are not missing, and when the last of them were seen.
    var opened: (bytes: Int64, last: Int64) = (0, 0)
    private var ending: (end: PacketMoment?, lacksEnd: Bool)?
    /// The first packet, in stream order, that comes after missing bytes that did not arrive in time.
    private(set) var firstHole: PacketMoment?
    /// What carries what the applications read.
    var carrier = ApplicationCarrier.tcp
    /// Pieces that are looked at for that in a stream whose beginning is not in the capture. Its first ones may be in the middle of a
    /// message.
    var chances = maximumChances
    static let maximumChances: UInt8 = 16
    let isMidstream: Bool
    var origin: Int64

    /// - Parameters:
    ///   - origin: Offset of the first byte; the stream is joined there where its beginning is not known.
    ///   - guests: The applications that read it too.
    init(origin: Int64, isMidstream: Bool, _ reading: StreamReading, guests: GuestList? = nil) {
        undecided = guests
        self.reading = reading
        self.isMidstream = isMidstream
        self.origin = origin
        decoder = StreamDecoder(reading)
        pieces = reading.isFollowed ? [] : nil
        reassembly.begin(at: origin)
        if isMidstream { decoder.beginMidstream(at: origin) }
    }

    @inline(__always)
    mutating func account() {
        bufferedBytes = reassembly.heldBytes &+ decoder.bufferedBytes
        if channel != nil { bufferedBytes &+= channel!.value.bufferedBytes }
        if guests != nil { bufferedBytes &+= guests!.value.heldBytes }
    }

    /// How much waits to be tied to the other side.
    @inline(__always)
    var marks: Int {
        var marks = decoder.output.pending.marks
        if channel != nil { marks &+= channel!.value.output.pending.marks }
        return guests == nil ? marks : marks &+ guests!.value.marks
    }

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
        guard channel == nil else {
            return deliverSealed(bytes, from: start, at: offset, length: length, moment: moment)
        }
        if bytes.count > start {
            decoder.consume(
                bytes.extracting(start..<bytes.count), at: offset &+ Int64(start), length: length &- start, sent: moment
            )
        }
        let known = max(bytes.count, start)
        if length > known { decoder.miss(Int64(length - known), at: offset &+ Int64(known)) }
        if undecided != nil {
            decide(
                bytes.extracting(min(start, bytes.count)..<bytes.count), at: offset &+ Int64(start), moment: moment)
        }
        if guests != nil { show(bytes, from: start, at: offset, length: length, moment: moment) }
        if pieces != nil, !reading.followsOpened {
            keep(bytes, from: start, at: offset, length: length, moment: moment)
        }
    }

    /// Decides by the first bytes whether applications read the stream, and which. What a hole hides from the start makes it one that
    /// is joined in the middle.
    @inline(never)
    mutating func decide(_ bytes: Span<UInt8>, at offset: Int64, moment: PacketMoment) {
        guard let list = undecided, !bytes.isEmpty else { return }
        let lacksStart = !isMidstream && offset > origin
        let start = ReadingStart(
            isMidstream: isMidstream || lacksStart, resynchronizes: reading.resynchronizes,
            listsFields: reading.listsMessages)
        let wanted = list.indices(wanting: bytes, start, over: carrier)
        chances -= 1
        if !wanted.isEmpty || !start.isMidstream || chances == 0 { undecided = nil }
        guard !wanted.isEmpty else { return }
        var stream = GuestStream(
            list, wanted, over: carrier, reading, origin: Int(offset), isMidstream: start.isMidstream)
        if lacksStart { stream.missStart(at: moment) }
        guests = Box(stream)
    }

    /// Shows a piece to the applications that the analysis was given.
    @inline(never)
    private mutating func show(
        _ bytes: Span<UInt8>, from start: Int, at offset: Int64, length: Int, moment: PacketMoment
    ) {
        if bytes.count > start {
            guests!.value.read(
                bytes.extracting(start..<bytes.count), at: Int(offset) &+ start, sent: moment)
        }
        let known = max(bytes.count, start)
        if length > known { guests!.value.skip(length &- known, at: moment) }
    }

    /// What waits to be tied to the other side, by application.
    mutating func takeGuestEvents() -> [GuestEvents] {
        guard guests != nil else { return [] }
        return guests!.value.takeEvents()
    }

    /// The messages of applications since the last call, if they are listed.
    mutating func takeGuestRecords() -> [MessageRecord] {
        guard guests != nil else { return [] }
        return guests!.value.takeRecords()
    }

    /// Keeps a piece for whoever follows the stream.
    @inline(never)
    private mutating func keep(
        _ bytes: Span<UInt8>, from start: Int, at offset: Int64, length: Int, moment: PacketMoment
    ) {
        if bytes.count > start {
            let kept = bytes.extracting(start..<bytes.count).copied()
            pieces?.append(StreamPiece(offset: offset &+ Int64(start), content: .bytes(kept), moment: moment))
        }
        let known = max(bytes.count, start)
        guard length > known else { return }
        pieces?.append(
            StreamPiece(
                offset: offset &+ Int64(known), content: .missing(Int64(length &- known)), moment: moment))
    }

    /// The pieces of a followed stream since the last call.
    mutating func takePieces() -> [StreamPiece] {
        guard let taken = pieces, !taken.isEmpty else { return [] }
        pieces = []
        return taken
    }

    /// Passes on the data that waits after holes that will not be filled.
    @inline(never)
    mutating func drain(acknowledged: Int64, force: Bool) {
        while let (segment, missing, start) = reassembly.next(acknowledged: acknowledged, force: force) {
            if missing > 0 {
                let offset = segment.offset + Int64(start) - missing
                if channel == nil {
                    decoder.miss(missing, at: offset)
                    if guests != nil { guests!.value.skip(Int(missing), at: segment.moment) }
                    pieces?.append(StreamPiece(offset: offset, content: .missing(missing), moment: segment.moment))
                } else {
                    channel!.value.miss(missing, at: offset)
                }
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
        if channel != nil { channel!.value.evict() }
        if guests != nil { guests!.value.evict() }
        account()
    }

    /// Ends the stream: what is left is handed on, what was only for a living connection is freed.
    ///
    /// - Parameters:
    ///   - end: When the sender ended it, nil where that was not seen or bytes before it are missing.
    ///   - hole: The first byte that is missing before the end, and when the sender ended it; nil without such a hole.
    mutating func close(endedAt end: PacketMoment?, hole: (bytes: Range<Int64>, moment: PacketMoment)? = nil) {
        drain(acknowledged: 0, force: true)
        if let hole {
            pieces?.append(
                StreamPiece(
                    offset: hole.bytes.lowerBound, content: .missing(Int64(hole.bytes.count)), moment: hole.moment))
        }
        ending = (end, hole != nil)
        if channel == nil { closeDecoder() } else { channel!.value.release() }
        reassembly.finish()
        account()
    }

    /// Ends what applications read, when all of it was opened.
    mutating func closeOpened() {
        // A stream of QUIC has no end of its own here.
        if ending == nil { ending = (nil, true) }
        closeDecoder()
    }

    private mutating func closeDecoder() {
        guard let ending else { return }
        if let end = ending.end { decoder.finish(at: end) }
        decoder.release()
        guard guests != nil else { return }
        if !ending.lacksEnd, let end = ending.end { guests!.value.end(at: end) }
        guests!.value.close()
    }
}
