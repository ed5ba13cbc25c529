import TraceModel
import WireCoding

/// Decodes one direction of a TCP stream as the application that its bytes show, of those that the analyzer brings along. Ports
/// are not known here.
struct StreamDecoder: Sendable {
    // MARK: What each piece touches, together
    /// When the last byte so far and all before it were there.
    private var arrival: PacketMoment?
    /// Whether the rest of the stream is for the first reader alone: the first check for nearly every piece.
    private var isPlain = false
    /// Bytes of an incomplete message that are held. Stored, because it is asked for after every piece: computed from
    /// outside, it would cost a copy of all that is here.
    private(set) var bufferedBytes = 0
    var output: StreamOutput
    private(set) var readers: NativeApplications.Streams

    // MARK: What few pieces touch
    /// The first bytes of the stream, to recognize what it is.
    private(set) var opening: [UInt8] = []
    /// The index of the reader whose application the stream is of, once that is known.
    private var owner: Int?
    /// Whether the beginning, or a byte since, is not in the capture.
    private var lacksBytes = false

    /// True once the first bytes were looked at.
    private(set) var hasStarted = false

    init(_ reading: StreamReading = .content) {
        readers = NativeApplications.Streams(reading)
        output = StreamOutput(records: MessageLog(reading))
    }

    /// Begins in the middle of a stream.
    mutating func beginMidstream(at offset: Int64) {
        guard !hasStarted else { return }
        lacksBytes = true
        readers.beginMidstream(at: offset)
    }

    /// Takes the next bytes of the stream, in order.
    ///
    /// - Parameters:
    ///   - length: Bytes on the wire of the piece; the capture may hold fewer.
    ///   - sent: The time when they were seen; those after a hole were seen before the bytes that fill it.
    @inline(__always)
    mutating func consume(_ bytes: Span<UInt8>, at offset: Int64, length: Int, sent: PacketMoment) {
        // Early bytes are available only when everything before them is.
        var arrived = sent
        if let arrival, arrival.frame > sent.frame { arrived = arrival } else { arrival = sent }
        let piece = StreamPassage(offset: offset, length: length, sent: sent, arrived: arrived)
        if isPlain {
            readers.readFirst(bytes, piece, &output)
            if readers.isFirstSteady { bufferedBytes = readers.firstBufferedBytes } else { account() }
        } else {
            read(bytes, piece)
            account()
        }
    }

    /// Takes the next bytes of a stream that was opened.
    ///
    /// - Parameter arrived: When all that was needed to open them was there.
    @inline(never)
    mutating func consume(_ bytes: Span<UInt8>, at offset: Int64, sent: PacketMoment, arrived: PacketMoment) {
        var last = arrived
        if let arrival, arrival.frame > arrived.frame { last = arrival } else { arrival = arrived }
        let piece = StreamPassage(offset: offset, length: bytes.count, sent: sent, arrived: last)
        if isPlain { readers.readFirst(bytes, piece, &output) } else { read(bytes, piece) }
        account()
    }

    @inline(never)
    private mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage) {
        let before = opening.count
        let taken = min(bytes.count, StreamOpening.maximumLength - before)
        if taken > 0 { opening.append(copying: bytes.extracting(0..<taken)) }
        if owner == nil { owner = readers.proven }
        if owner == nil {
            let state = StreamOpening(
                bytes: opening, before: before, offset: piece.offset, sent: piece.sent, length: piece.length,
                isFirst: !hasStarted, lacksBytes: lacksBytes, isRegular: readers.isRegular)
            if let owner = readers.recognize(bytes, state) { belong(to: owner) }
        }
        hasStarted = true
        readers.read(bytes, piece, &output)
        if owner == nil, let proven = readers.proven { belong(to: proven) }
    }

    /// The stream is of one application: the others need not read it.
    private mutating func belong(to index: Int) {
        owner = index
        readers.leave(except: index)
    }

    /// Bytes that the capture does not hold come next.
    mutating func miss(_ count: Int64, at offset: Int64) {
        lacksBytes = true
        readers.miss(count, at: offset, isFirst: !hasStarted)
        hasStarted = true
        account()
    }

    /// The sender ended the stream, and all of it was seen.
    mutating func finish(at moment: PacketMoment) { readers.finish(at: moment, &output) }

    /// Of one of several streams that are read as one no more comes: what comes next is of another one.
    ///
    /// - Parameter end: When its sender ended it; nil if it gave up the rest.
    mutating func endPart(at end: PacketMoment?, next offset: Int64) {
        if let end { readers.finish(at: end, &output) }
        readers.beginMessage(at: offset)
        account()
    }

    /// Whenever anything but a message was read.
    @inline(never)
    private mutating func account() {
        isPlain = opening.count >= StreamOpening.maximumLength && readers.isOnlyFirstReading
        bufferedBytes = readers.bufferedBytes
    }

    /// Lets go of an incomplete message.
    mutating func evict() {
        readers.evict()
        account()
    }

    /// Frees what only a living stream needs.
    mutating func release() {
        readers.release()
        account()
    }

    // MARK: - Both directions

    /// Compares both directions of a connection, where it depends on that what they are.
    static func settle(
        _ initiator: inout StreamDecoder, _ responder: inout StreamDecoder,
        _ exchanges: inout NativeApplications.Streams.Exchanges, isAligned: Bool, haveEnded: Bool
    ) {
        let state = SettlingState(
            isAligned: isAligned, haveEnded: haveEnded,
            isContested: initiator.readers.isRegular || responder.readers.isRegular)
        if let owner = NativeApplications.Streams.settle(&initiator.readers, &responder.readers, &exchanges, state) {
            initiator.belong(to: owner)
            responder.belong(to: owner)
        }
        initiator.account()
        responder.account()
    }

    /// Whether what comes next begins a message.
    var isBetweenMessages: Bool { readers.isBetweenMessages }

    /// Whether the bytes show what the stream is.
    var isRecognized: Bool { owner != nil || readers.proven != nil || readers.isRegular }

    /// Whether it holds something that both directions may open.
    var holdsSealed: Bool { readers.holdsSealed }

    /// Opens what both directions hold.
    static func open(
        _ initiator: inout StreamDecoder, _ responder: inout StreamDecoder,
        _ exchanges: inout NativeApplications.Streams.Exchanges, _ state: inout OpeningState
    ) -> [OpenedPassage] {
        let passages = NativeApplications.Streams.open(
            &initiator.readers, &responder.readers, &exchanges, &state)
        initiator.account()
        responder.account()
        return passages
    }

    /// There will be no other direction.
    mutating func settleAlone() {
        readers.settleAlone()
        account()
    }
}
