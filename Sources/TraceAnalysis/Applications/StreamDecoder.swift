import PeerMessaging
import WireCoding
import XMPPStreams
import SealedChannels

/// Decodes one direction of a TCP stream as the application that its bytes show: length-prefixed frames with mesh
/// messages, XMPP, TLS, or the units of an echo test. Ports are not known here.
struct StreamDecoder: Sendable {
    /// More of a stream's beginning does not help.
    private static let openingLength = 64

    /// Whether it is at a length-prefixed frame, or inside one. Also false if no application was recognized, or an
    /// illegal length broke the stream.
    private(set) var readsFrames = true
    /// While the position of the next frame is unknown: the capture joined in the middle, or lost a length word.
    private var search: Box<FrameResynchronizer>?
    private(set) var isEcho = false
    private var stanzaBox: Box<StanzaStream>?
    private var handshakeBox: Box<TLSHandshakeObserver>?
    private var channelBox: Box<TextChannelFollower>?
    /// Whether the stream is over, and a message of a text protocol is not whole.
    private(set) var endsWithinMessage = false
    private var decoder: LengthPrefixedFrameDecoder
    private let resynchronizes: Bool
    /// The first bytes of the stream, to recognize what it is.
    private(set) var opening: [UInt8] = []
    private var frameStart: PacketMoment?
    /// When the last byte so far and all before it were there.
    private var arrival: PacketMoment?
    /// The number of offsets found after an illegal length to continue from, and the bytes skipped up to there.
    private(set) var resynchronizations = 0
    private(set) var skippedBytes = 0
    private var isBeyondFault = false

    private(set) var frames = 0
    private(set) var frameBytes = 0
    private(set) var mesh = MeshStream()
    private(set) var framingFaults: [StreamFault] = []
    /// Frames without a body, among ``frames``, that were read before any mesh message: other protocols have such frames. They
    /// are among ``framingFaults`` too, for the case that the session is a mesh.
    private(set) var emptyFrames = 0
    /// Whether an illegal length ended the reading.
    private(set) var isBroken = false
    /// The stream read as one of an echo test, until it is certain that it is not one. Never beside TLS or XMPP.
    var echoStream: Box<EchoStream>?
    /// Whether the rest of the stream is only frames: the first check for nearly every piece.
    private var isPlain = false
    /// Bytes of an incomplete message that are held. Stored, because it is asked for after every piece: computed from
    /// outside, it would cost a copy of all that is here.
    private(set) var bufferedBytes = 0
    /// Nil if messages are not listed.
    var records: MessageLog?
    var pending = PendingMessages()

    /// True once the first bytes were looked at.
    private(set) var hasStarted = false

    init(_ reading: StreamReading = .content) {
        // Whoever wants to see the bodies wants those too that are not JSON.
        let assembly: LengthPrefixedFrameDecoder.Assembly = reading.listing == .content ? .all : .json
        decoder = LengthPrefixedFrameDecoder(maximumLength: reading.maximumFrameLength, assembly: assembly)
        records = MessageLog(reading)
        resynchronizes = reading.resynchronizes
    }

    /// Begins in the middle of a stream.
    mutating func beginMidstream(at offset: Int64) {
        guard !hasStarted else { return }
        look(from: FrameResynchronizer(startingAt: Int(offset), places: .pieceStarts))
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
        if isPlain {
            readFrames(bytes, sent: sent, arrived: arrived)
            if isPlain { bufferedBytes = decoder.bufferedBytes }
        } else {
            read(bytes, at: offset, length: length, sent: sent, arrived: arrived)
            account()
        }
    }

    @inline(never)
    private mutating func read(
        _ bytes: Span<UInt8>, at offset: Int64, length: Int, sent: PacketMoment, arrived: PacketMoment
    ) {
        if opening.count < Self.openingLength { inspectOpening(bytes, at: offset, length: length) }
        if mayJoin, StanzaStream.begins(with: bytes) { joinStanzas(at: offset) }
        if !hasStarted, search == nil, let kind = TextKind(prefix: bytes), kind == .http || kind == .rtsp {
            channelBox = Box(TextChannelFollower())
        }
        hasStarted = true
        channelBox?.value.observe(bytes)
        if echoStream != nil { readUnits(bytes, length: length, sent: sent, arrived: arrived) }
        stanzaBox?.value.consume(bytes, sent: sent, arrived: arrived, records: &records, pending: &pending)
        handshakeBox?.value.observe(bytes)
        if readsFrames {
            readFrames(bytes, sent: sent, arrived: arrived)
        } else if var search = search.take(), seek(bytes, by: &search.value, sent: sent, arrived: arrived) {
            self.search = search
        }
        guard let echoStream, !isEcho else { return }
        if echoStream.value.isEnded && !echoStream.value.isCompared || mesh.counts.known > 0 { self.echoStream = nil }
    }

    @inline(__always)
    private mutating func readFrames(_ bytes: Span<UInt8>, sent: PacketMoment, arrived: PacketMoment) {
        var position = 0
        if frameStart == nil || decoder.isAtFrameBoundary { frameStart = sent }
        do throws(FramingError) {
            while let frame = try decoder.next(in: bytes, at: &position) {
                take(frame, in: bytes, completed: arrived)
                frameStart = sent
            }
        } catch {
            stop(at: error, in: bytes, from: position, sent: sent, arrived: arrived)
        }
    }

    @inline(__always)
    private mutating func take(
        _ frame: LengthPrefixedFrameDecoder.Frame, in bytes: Span<UInt8>, completed: PacketMoment
    ) {
        let times = MeshStream.Frame(
            offset: frame.streamOffset, begun: frameStart ?? completed, completed: completed)
        switch frame.body {
        case .inline(let range): mesh.read(bytes.extracting(range), times, records: &records, pending: &pending)
        case .assembled: Self.readAssembled(decoder, into: &mesh, times, records: &records, pending: &pending)
        case .skipped: mesh.skip(times, length: frame.bodyLength, records: &records)
        }
        frames += 1
        frameBytes += frame.bodyLength
    }

    /// A separate function, because the body borrows the decoder while the counts beside it change.
    private static func readAssembled(
        _ decoder: borrowing LengthPrefixedFrameDecoder, into mesh: inout MeshStream, _ frame: MeshStream.Frame,
        records: inout MessageLog?, pending: inout PendingMessages
    ) {
        mesh.read(decoder.assembledBody, frame, records: &records, pending: &pending)
    }

    /// Bytes that the capture does not hold come next.
    mutating func miss(_ count: Int64, at offset: Int64) {
        if !hasStarted { echoStream = Box(EchoStream()) }
        echoStream?.value.miss(count)
        handshakeBox?.value.finish()
        channelBox?.value.stop()
        stanzaBox?.value.miss(count, at: offset)
        search?.value.skip(missing: Int(count))
        if readsFrames, !hasStarted || !decoder.skip(missing: Int(count)) {
            look(from: FrameResynchronizer(startingAt: Int(offset + count), places: .pieceStarts))
        }
        hasStarted = true
        account()
    }

    /// The sender ended the stream, and all of it was seen.
    mutating func finish(at moment: PacketMoment) {
        stanzaBox?.value.finish(at: moment)
        guard readsFrames, hasStarted, !decoder.isAtFrameBoundary, let unfinished = decoder.pendingFrame
        else {
            return
        }
        let fault = StreamFault(
            kind: .incomplete(declared: unfinished.bodyLength, received: unfinished.pendingBytes),
            streamOffset: unfinished.streamOffset, moment: moment)
        framingFaults.append(fault)
        records?.append(MessageRecord(fault, begun: frameStart ?? moment, completed: moment))
    }

    /// Whenever anything but a frame was read.
    @inline(never)
    mutating func account() {
        isPlain = readsFrames && opening.count >= Self.openingLength && echoStream == nil
        bufferedBytes = readsFrames ? decoder.bufferedBytes : search?.value.heldCount ?? 0
        if let stanzaBox { bufferedBytes = stanzaBox.value.bufferedBytes }
        if let handshakeBox { bufferedBytes = handshakeBox.value.bufferedBytes }
    }

    /// Lets go of an incomplete message.
    mutating func evict() {
        decoder.dropBody()
        search?.value.release()
        stanzaBox?.value.dropStanza()
        if handshakeBox?.value.bufferedBytes ?? 0 > 0 { handshakeBox?.value.finish() }
        account()
    }

    /// Frees what only a living stream needs.
    mutating func release() {
        endsWithinMessage = channelBox?.value.isWithinMessage ?? false
        decoder = LengthPrefixedFrameDecoder(maximumLength: decoder.maximumLength, assembly: decoder.assembly)
        mesh.finish()
        readsFrames = false
        search = nil
        stanzaBox?.value.dropStanza()
        handshakeBox?.value.finish()
        channelBox?.value.stop()
        account()
    }
}

// MARK: - Finding frames

extension StreamDecoder {
    private mutating func look(from resynchronizer: FrameResynchronizer) {
        readsFrames = false
        search = Box(resynchronizer)
    }

    /// Goes on from the next place where a message begins.
    ///
    /// In a loop, and in what is held without a copy of it: the next illegal length may follow on every message.
    ///
    /// - Parameter search: Taken out of the property.
    /// - Returns: Whether the search goes on.
    private mutating func seek(
        _ bytes: Span<UInt8>, by search: inout FrameResynchronizer, sent: PacketMoment, arrived: PacketMoment
    ) -> Bool {
        var position = 0
        while true {
            let start = search.streamOffset
            if search.heldCount == 0 { frameStart = sent }
            guard let found = search.next(in: bytes, at: &position) else { return true }
            // Bytes held from an earlier piece may have been something else.
            if found.streamOffset >= start { frameStart = sent }
            readsFrames = true
            if isBeyondFault {
                resynchronizations += 1
                skippedBytes += found.skippedBytes
            }
            decoder.restart(at: found.streamOffset)
            let isHeld = found.isHeld
            var next = isHeld ? 0 : position
            do throws(FramingError) {
                if isHeld {
                    try readFound(search.heldBytes, at: &next, sent: sent, arrived: arrived)
                } else {
                    try readFound(bytes, at: &next, sent: sent, arrived: arrived)
                }
                return false
            } catch {
                guard goesOn(after: error, sent: sent, arrived: arrived) else { return false }
                if isHeld {
                    search.resume(after: error, at: next)
                } else {
                    position = next
                    search = FrameResynchronizer(after: error)
                }
                frameStart = sent
            }
        }
    }

    /// Reads frames from the offset where one was found; ``frameStart`` of the first one is known.
    private mutating func readFound(
        _ bytes: Span<UInt8>, at position: inout Int, sent: PacketMoment, arrived: PacketMoment
    ) throws(FramingError) {
        while let frame = try decoder.next(in: bytes, at: &position) {
            take(frame, in: bytes, completed: arrived)
            frameStart = sent
        }
    }

    @inline(never)
    private mutating func stop(
        at error: FramingError, in bytes: Span<UInt8>, from position: Int, sent: PacketMoment, arrived: PacketMoment
    ) {
        defer { account() }
        var (error, position) = (error, position)
        while allowsEmptyFrame(error) {
            takeEmptyFrame(error, sent: sent, arrived: arrived)
            do throws(FramingError) {
                return try readFound(bytes, at: &position, sent: sent, arrived: arrived)
            } catch let next {
                error = next
            }
        }
        guard goesOn(after: error, sent: sent, arrived: arrived) else { return }
        var search = FrameResynchronizer(after: error)
        if position == bytes.count
            || seek(bytes.extracting(position..<bytes.count), by: &search, sent: sent, arrived: arrived)
        {
            look(from: search)
        }
    }

    /// One frame may be chance: a stream's first four bytes are a possible length once in four hundred.
    static let fewestFrames = 2
    /// Empty frames of which others have to follow, so that a stream of zeros is not one of frames.
    private static let unprovenEmptyFrames = 4

    /// Whether an illegal length may be an empty frame of another protocol, so that reading goes on after it.
    private func allowsEmptyFrame(_ error: FramingError) -> Bool {
        error.kind == .emptyFrame && mesh.counts.known == 0
            && (emptyFrames < Self.unprovenEmptyFrames || frames - emptyFrames >= Self.fewestFrames)
    }

    private mutating func takeEmptyFrame(_ error: FramingError, sent: PacketMoment, arrived: PacketMoment) {
        emptyFrames += 1
        frames += 1
        let fault = StreamFault(kind: .emptyFrame, streamOffset: error.streamOffset, moment: sent)
        if framingFaults.count < StreamFault.maximumCount { framingFaults.append(fault) }
        if records != nil {
            var record = MessageRecord(fault, begun: frameStart ?? sent, completed: arrived)
            record.isEmptyFrame = true
            records?.append(record)
        }
        decoder.restart(at: decoder.streamOffset)
        frameStart = sent
    }

    /// Stops, and takes note of the fault.
    ///
    /// - Returns: Whether the next frame is to be looked for.
    private mutating func goesOn(after error: FramingError, sent: PacketMoment, arrived: PacketMoment) -> Bool {
        readsFrames = false
        let kind: StreamFault.Kind
        switch error.kind {
        case .frameTooLarge(let length): kind = .frameTooLarge(length: length, limit: decoder.maximumLength)
        // The others are of layouts that are not read here.
        default: kind = .emptyFrame
        }
        let fault = StreamFault(kind: kind, streamOffset: error.streamOffset, moment: sent)
        if framingFaults.count < StreamFault.maximumCount {
            framingFaults.append(fault)
            records?.append(MessageRecord(fault, begun: frameStart ?? sent, completed: arrived))
        }
        isBroken = true
        guard resynchronizes, mesh.counts.known > 0 else { return false }
        isBeyondFault = true
        return true
    }
}

// MARK: - Telling what a stream is

extension StreamDecoder {
    private mutating func inspectOpening(_ bytes: Span<UInt8>, at offset: Int64, length: Int) {
        let before = opening.count
        let taken = min(bytes.count, Self.openingLength - before)
        opening.append(copying: bytes.extracting(0..<taken))
        if !hasStarted, length <= EchoStream.unitLength { echoStream = Box(EchoStream()) }
        // Its first four bytes, alone in their segments, may have been taken for an illegal length. Where the capture joined,
        // only one piece is known to have no hole.
        guard stanzaBox == nil, handshakeBox == nil, !isEcho, search == nil || before == 0 && mayJoin else { return }
        guard frames == 0, before < Self.markLength, opening.count >= Self.markLength else { return }
        let opening = self.opening
        if TLSRecordHeader.looksLikeHandshake(opening.span) || TLSRecordHeader.looksLikeAlert(opening.span) {
            var handshake = TLSHandshakeObserver()
            handshake.observe(opening.span.extracting(0..<before))
            handshakeBox = Box(handshake)
        } else if StanzaStream.begins(opening) {
            var stanzas = StanzaStream(startingAt: Int(offset) - before, isJoined: false)
            stanzas.begin(opening.span.extracting(0..<before))
            stanzaBox = Box(stanzas)
        } else {
            return
        }
        forgetFrames()
    }

    /// Takes back what was read as frames.
    private mutating func forgetFrames() {
        readsFrames = false
        search = nil
        framingFaults = []
        (emptyFrames, isBroken) = (0, false)
        frames = 0
        frameBytes = 0
        if !isEcho { echoStream = nil }
        decoder = LengthPrefixedFrameDecoder(maximumLength: decoder.maximumLength, assembly: decoder.assembly)
    }

    /// The number of bytes that distinguish TLS and XMPP from frames.
    private static let markLength = 6

    /// Whether nothing is known of a stream whose beginning is not in the capture.
    private var mayJoin: Bool { search != nil && !isBeyondFault && mesh.counts.known == 0 }

    /// Goes on as an XMPP stream whose header is not in the capture.
    private mutating func joinStanzas(at offset: Int64) {
        stanzaBox = Box(StanzaStream(startingAt: Int(offset), isJoined: true))
        forgetFrames()
    }

    /// Goes on as one direction of an echo test.
    mutating func becomeEcho() {
        isEcho = true
        forgetFrames()
        account()
    }

    var isTLS: Bool { handshakeBox != nil }
    /// Whether it opens in plain text and goes on encrypted.
    var turnsEncrypted: Bool { channelBox?.value.isEncrypted ?? false }
    var stanzas: StanzaStream? { stanzaBox?.value }
    var handshake: TLSHandshakeObserver? { handshakeBox?.value }
}
