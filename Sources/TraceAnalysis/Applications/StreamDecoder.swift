import PeerMessaging
import WireCoding
import XMPPStreams
import SealedChannels

/// Decodes one direction of a TCP stream as the application that its bytes show: length-prefixed frames with mesh
/// messages, XMPP, TLS, or the units of an echo test. Ports are not known here.
struct StreamDecoder: Sendable {
    enum State {
        /// At a frame, or inside one.
        case framed
        /// The place of the next frame is unknown: the capture joined in the middle, or lost a length word.
        case searching
        case echo, stanzas, handshake
        /// None of these, or broken by an illegal length.
        case stopped
    }

    /// More of a stream's beginning does not help.
    private static let openingLength = 64

    var state = State.framed
    private var decoder: LengthPrefixedFrameDecoder
    private let resynchronizes: Bool
    /// The first bytes of the stream, to recognize what it is.
    private(set) var opening: [UInt8] = []
    private var frameStart: PacketMoment?
    /// When the last byte so far and all before it were there.
    private var arrival: PacketMoment?
    /// One element while searching.
    private var search: [FrameResynchronizer] = []
    /// The number of offsets found after an illegal length to continue from, and the bytes skipped up to there.
    private(set) var resynchronizations = 0
    private(set) var skippedBytes = 0
    private var isBeyondFault = false

    private(set) var frames = 0
    private(set) var frameBytes = 0
    private(set) var mesh = MeshStream()
    private(set) var framingFaults: [StreamFault] = []
    /// One element for a stream that may be one of an echo test, until it is sure to be none.
    var echoBox: [EchoStream] = []
    var isEcho = false
    /// Whether the rest of the stream is only frames: the first check for nearly every piece.
    private var isPlain = false
    /// Bytes of an incomplete message that are held. Stored, because it is asked for after every piece: computed from
    /// outside, it would cost a copy of all that is here.
    private(set) var bufferedBytes = 0
    /// One element for a stream of XMPP.
    private var stanzaBox: [StanzaStream] = []
    /// One element for a stream of TLS.
    private var handshakeBox: [TLSHandshakeObserver] = []
    var records: MessageRecords
    /// Units and relayed stanzas that wait for the other direction, in marks.
    var otherMarks = 0

    /// True once the first bytes were looked at.
    private(set) var hasStarted = false

    init(_ reading: StreamReading = .content) {
        decoder = LengthPrefixedFrameDecoder(maximumLength: reading.maximumFrameLength, assembly: .json)
        records = MessageRecords(isWanted: reading.contains(.records))
        resynchronizes = reading.contains(.resynchronizing)
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
            readFrames(bytes, from: 0, sent: sent, arrived: arrived)
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
        if case .searching = state, StanzaStream.begins(with: bytes), mayJoin { joinStanzas(at: offset) }
        hasStarted = true
        if !echoBox.isEmpty { readUnits(bytes, length: length, sent: sent, arrived: arrived) }
        switch state {
        case .stopped, .echo: break
        case .stanzas:
            stanzaBox[0].consume(bytes, at: offset, sent: sent, arrived: arrived, records: &records)
            otherMarks = stanzaBox[0].relays.isEmpty ? 0 : MeshStream.maximumMarks
        case .handshake: handshakeBox[0].observe(bytes)
        case .framed: readFrames(bytes, from: 0, sent: sent, arrived: arrived)
        case .searching: seek(bytes, sent: sent, arrived: arrived)
        }
        if !echoBox.isEmpty, !isEcho, echoBox[0].isEnded && !echoBox[0].isCompared || mesh.counts.known > 0 {
            echoBox = []
        }
    }

    @inline(__always)
    private mutating func readFrames(
        _ bytes: Span<UInt8>, from start: Int, sent: PacketMoment, arrived: PacketMoment
    ) {
        var position = start
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
        let place = MeshStream.Frame(
            offset: frame.streamOffset, begun: frameStart ?? completed, completed: completed)
        switch frame.body {
        case .inline(let range): mesh.read(bytes.extracting(range), place, records: &records)
        case .assembled: Self.readAssembled(decoder, into: &mesh, place, records: &records)
        case .skipped: mesh.skip(place, length: frame.bodyLength, records: &records)
        }
        frames += 1
        frameBytes += frame.bodyLength
    }

    /// A separate function, because the body borrows the decoder while the counts beside it change.
    private static func readAssembled(
        _ decoder: borrowing LengthPrefixedFrameDecoder, into mesh: inout MeshStream, _ frame: MeshStream.Frame,
        records: inout MessageRecords
    ) {
        mesh.read(decoder.assembledBody, frame, records: &records)
    }

    /// Bytes that the capture does not hold come next.
    mutating func miss(_ count: Int64, at offset: Int64) {
        if !hasStarted { echoBox = [EchoStream()] }
        if !echoBox.isEmpty { echoBox[0].miss(count) }
        switch state {
        case .stopped, .echo: break
        case .handshake: handshakeBox[0].finish()
        case .stanzas: stanzaBox[0].miss(count, at: offset)
        case .searching: search[0].skip(missing: Int(count))
        case .framed:
            if !hasStarted || !decoder.skip(missing: Int(count)) {
                look(from: FrameResynchronizer(startingAt: Int(offset + count), places: .pieceStarts))
            }
        }
        hasStarted = true
        account()
    }

    /// The sender ended the stream, and all of it was seen.
    mutating func finish(at moment: PacketMoment) {
        if case .stanzas = state { stanzaBox[0].finish(at: moment) }
        guard case .framed = state, hasStarted, !decoder.isAtFrameBoundary, let pending = decoder.pendingFrame else {
            return
        }
        let fault = StreamFault(
            kind: .incomplete(declared: pending.bodyLength, received: pending.pendingBytes),
            streamOffset: pending.streamOffset, moment: moment)
        framingFaults.append(fault)
        if records.isWanted { records.add(MessageRecord(fault, begun: frameStart ?? moment, completed: moment)) }
    }

    /// Whenever anything but a frame was read.
    @inline(never)
    mutating func account() {
        if case .framed = state {
            bufferedBytes = decoder.bufferedBytes
            isPlain = opening.count >= Self.openingLength && echoBox.isEmpty
        } else {
            bufferedBytes =
                (search.first?.heldCount ?? 0) + (stanzaBox.first?.bufferedBytes ?? 0)
                + (handshakeBox.first?.bufferedBytes ?? 0)
            isPlain = false
        }
    }

    /// Lets go of an incomplete message.
    mutating func shed() {
        decoder.dropBody()
        if !search.isEmpty { search[0].release() }
        if !stanzaBox.isEmpty { stanzaBox[0].shed() }
        if !handshakeBox.isEmpty, handshakeBox[0].bufferedBytes > 0 { handshakeBox[0].finish() }
        account()
    }

    /// Frees what only a living stream needs.
    mutating func release() {
        state = .stopped
        decoder = LengthPrefixedFrameDecoder(maximumLength: decoder.maximumLength, assembly: .json)
        search = []
        mesh.finish()
        if !stanzaBox.isEmpty { stanzaBox[0].release() }
        if !handshakeBox.isEmpty { handshakeBox[0].finish() }
        account()
    }
}

// MARK: - Finding frames

extension StreamDecoder {
    private mutating func look(from resynchronizer: FrameResynchronizer) {
        state = .searching
        search = [resynchronizer]
    }

    /// Goes on from the next place where a message begins.
    ///
    /// In a loop, and in what is held without a copy of it: the next illegal length may follow on every message.
    private mutating func seek(_ bytes: Span<UInt8>, sent: PacketMoment, arrived: PacketMoment) {
        var position = 0
        while state == .searching {
            let start = search[0].streamOffset
            if search[0].heldCount == 0 { frameStart = sent }
            guard let found = search[0].next(in: bytes, at: &position) else { return }
            // Bytes held from an earlier piece may have been something else.
            if found.streamOffset >= start { frameStart = sent }
            var resynchronizer = search.removeLast()
            state = .framed
            if isBeyondFault {
                resynchronizations += 1
                skippedBytes += found.skippedBytes
            }
            decoder.restart(at: found.streamOffset)
            let isHeld = found.isHeld
            var next = isHeld ? 0 : position
            do throws(FramingError) {
                if isHeld {
                    try readFound(resynchronizer.heldBytes, at: &next, sent: sent, arrived: arrived)
                } else {
                    try readFound(bytes, at: &next, sent: sent, arrived: arrived)
                }
            } catch {
                guard goesOn(after: error, sent: sent, arrived: arrived) else { return }
                if isHeld {
                    resynchronizer.resume(after: error, at: next)
                } else {
                    position = next
                    resynchronizer = FrameResynchronizer(after: error)
                }
                frameStart = sent
                look(from: resynchronizer)
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
        guard goesOn(after: error, sent: sent, arrived: arrived) else { return }
        look(from: FrameResynchronizer(after: error))
        if position < bytes.count { seek(bytes.extracting(position..<bytes.count), sent: sent, arrived: arrived) }
    }

    /// Stops, and takes note of the fault.
    ///
    /// - Returns: Whether the next frame is to be looked for.
    private mutating func goesOn(after error: FramingError, sent: PacketMoment, arrived: PacketMoment) -> Bool {
        state = .stopped
        let kind: StreamFault.Kind
        switch error.kind {
        case .emptyFrame: kind = .emptyFrame
        case .frameTooLarge(let length): kind = .frameTooLarge(length: Int(length), limit: decoder.maximumLength)
        }
        let fault = StreamFault(kind: kind, streamOffset: error.streamOffset, moment: sent)
        if framingFaults.count < StreamFault.maximumCount {
            framingFaults.append(fault)
            if records.isWanted { records.add(MessageRecord(fault, begun: frameStart ?? sent, completed: arrived)) }
        }
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
        if !hasStarted, length <= EchoStream.longestBeginning { echoBox = [EchoStream()] }
        // Its first four bytes, alone in their segments, may have been taken for an illegal length. Where the capture joined,
        // only one piece is known to have no hole.
        guard state == .framed || state == .stopped || before == 0 && mayJoin, frames == 0 else { return }
        guard before < Self.markLength, opening.count >= Self.markLength else { return }
        let opening = self.opening
        if TLSRecordHeader.looksLikeHandshake(opening.span) || TLSRecordHeader.looksLikeAlert(opening.span) {
            state = .handshake
            handshakeBox = [TLSHandshakeObserver()]
            handshakeBox[0].observe(opening.span.extracting(0..<before))
        } else if StanzaStream.begins(opening) {
            state = .stanzas
            stanzaBox = [StanzaStream(startingAt: Int(offset) - before)]
            stanzaBox[0].begin(opening.span.extracting(0..<before))
        } else {
            return
        }
        forgetFrames()
    }

    /// Takes back what was read as frames.
    mutating func forgetFrames() {
        framingFaults = []
        frames = 0
        frameBytes = 0
        search = []
        if !isEcho { echoBox = [] }
        decoder = LengthPrefixedFrameDecoder(maximumLength: decoder.maximumLength, assembly: .json)
    }

    /// The number of bytes that distinguish TLS and XMPP from frames.
    private static let markLength = 6

    /// Whether nothing is known of a stream whose beginning is not in the capture.
    private var mayJoin: Bool { state == .searching && !isBeyondFault && mesh.counts.known == 0 }

    /// Goes on as an XMPP stream whose header is not in the capture.
    private mutating func joinStanzas(at offset: Int64) {
        state = .stanzas
        stanzaBox = [StanzaStream(joiningAt: Int(offset))]
        forgetFrames()
    }

    var stanzas: StanzaStream? { stanzaBox.first }

    var handshake: TLSHandshakeObserver? { handshakeBox.first }

    var isTLS: Bool { !handshakeBox.isEmpty }

    /// How much waits to be tied to the other direction; ``MeshStream/maximumMarks`` and more cannot wait.
    @inline(__always)
    var marks: Int { mesh.marks &+ otherMarks }

    mutating func takeRelays() -> PendingRelays {
        otherMarks = 0
        return stanzaBox.isEmpty ? mesh.takeRelays() : stanzaBox[0].takeRelays()
    }

    /// The client's address, as the server gave it to this side.
    var boundJID: JID? { stanzaBox.first?.facts.boundJID }

    mutating func takeMarks() -> (requests: [RequestPairs.Mark], answers: [RequestPairs.Mark]) { mesh.takeMarks() }
}
