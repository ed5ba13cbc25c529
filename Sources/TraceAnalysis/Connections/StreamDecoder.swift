import PeerMessaging
import WireCoding

/// Reads one direction of a TCP stream as length-prefixed frames and their bodies as mesh messages, as long as the bytes
/// bear it out. Nothing is known of ports here: what a stream is follows from its bytes alone.
struct StreamDecoder: Sendable {
    private enum State {
        /// At a frame, or inside one.
        case framed
        /// The place of the next frame is unknown: the capture joined in the middle, or lost a length word.
        case searching
        /// A segment began like a frame. If a well-formed message comes of it, reading goes on from there; if not, nothing
        /// has happened.
        case joining
        /// Not framed, or broken by an illegal length.
        case stopped
    }

    private var state = State.framed
    private var decoder = LengthPrefixedFrameDecoder(assembly: .json)
    /// First five bytes of the stream, to tell TLS.
    private var opening: [UInt8] = []
    private var frameStart: PacketMoment?
    /// While searching: the length word that was all of the segment before, 0 for none. Some senders write it apart.
    private var loneLength: UInt32 = 0

    private(set) var frames = 0
    private(set) var frameBytes = 0
    private(set) var mesh = MeshStream()
    private(set) var framingFaults: [StreamFault] = []
    private(set) var isTLS = false

    /// True once the first bytes were looked at.
    private(set) var hasStarted = false

    /// Begins in the middle of a stream.
    mutating func beginMidstream() {
        guard !hasStarted else { return }
        state = .searching
    }

    /// Takes the next bytes of the stream, in order.
    @inline(__always)
    mutating func consume(_ bytes: Span<UInt8>, at offset: Int64, moment: PacketMoment) {
        if case .stopped = state, opening.count >= 5 { return }
        read(bytes, at: offset, moment: moment)
    }

    private mutating func read(_ bytes: Span<UInt8>, at offset: Int64, moment: PacketMoment) {
        if opening.count < 5 { inspectOpening(bytes) }
        hasStarted = true
        if case .stopped = state { return }
        var position = 0
        if case .searching = state {
            guard join(bytes, at: offset, moment: moment) else { return }
        }
        if frameStart == nil || decoder.isAtFrameBoundary { frameStart = moment }
        do throws(FramingError) {
            while let frame = try decoder.next(in: bytes, at: &position) {
                guard take(frame, in: bytes, completed: moment) else { return }
                frameStart = moment
            }
        } catch {
            stop(at: error, moment: moment)
        }
    }

    /// Goes on from a segment that begins like a frame, or like the body of one whose length word came alone.
    private mutating func join(_ bytes: Span<UInt8>, at offset: Int64, moment: PacketMoment) -> Bool {
        let length = loneLength
        loneLength = 0
        if bytes.count > 4, Self.isPossible(bytes.bigEndianUInt32(at: 0)), Self.beginsObject(bytes, at: 4) {
            decoder.restart(at: Int(offset))
        } else if length > 0, Self.beginsObject(bytes, at: 0) {
            decoder.restart(at: Int(offset) - 4)
            var word = ByteWriter(reservingCapacity: 4)
            word.writeUInt32(length)
            var position = 0
            // A possible length and no more: this gives neither a frame nor an error.
            _ = try? decoder.next(in: word.bytes.span, at: &position)
        } else {
            if bytes.count == 4, Self.isPossible(bytes.bigEndianUInt32(at: 0)) {
                loneLength = bytes.bigEndianUInt32(at: 0)
                frameStart = moment
            }
            return false
        }
        state = .joining
        return true
    }

    /// - Returns: False when the frame was no message although it had to be.
    @inline(__always)
    private mutating func take(
        _ frame: LengthPrefixedFrameDecoder.Frame, in bytes: Span<UInt8>, completed: PacketMoment
    ) -> Bool {
        var isMessage = false
        switch frame.body {
        case .inline(let range):
            isMessage = mesh.read(
                bytes.extracting(range), at: frame.streamOffset, begun: frameStart, completed: completed,
                isTrial: isJoining)
        case .assembled:
            isMessage = Self.readAssembled(
                decoder, into: &mesh, at: frame.streamOffset, begun: frameStart, completed: completed,
                isTrial: isJoining)
        case .skipped: break
        }
        if isJoining {
            state = isMessage ? .framed : .searching
            guard isMessage else { return false }
        }
        frames += 1
        frameBytes += frame.bodyLength
        return true
    }

    private var isJoining: Bool {
        if case .joining = state { true } else { false }
    }

    /// A function of its own, because the body borrows the decoder while the counts beside it change.
    private static func readAssembled(
        _ decoder: borrowing LengthPrefixedFrameDecoder, into mesh: inout MeshStream, at offset: Int,
        begun: PacketMoment?, completed: PacketMoment, isTrial: Bool
    ) -> Bool {
        mesh.read(decoder.assembledBody, at: offset, begun: begun, completed: completed, isTrial: isTrial)
    }

    /// Bytes that the capture does not hold come next.
    mutating func miss(_ count: Int64) {
        loneLength = 0
        switch state {
        case .stopped, .searching: break
        case .joining:
            decoder.dropBody()
            state = .searching
        case .framed:
            if !hasStarted || !decoder.skip(missing: Int(count)) { state = .searching }
        }
        hasStarted = true
    }

    /// The sender ended the stream, and all of it was seen.
    mutating func finish(at moment: PacketMoment) {
        guard case .framed = state, hasStarted, !decoder.isAtFrameBoundary, let pending = decoder.pendingFrame else {
            return
        }
        framingFaults.append(
            StreamFault(
                kind: .incomplete(declared: pending.bodyLength, received: pending.pendingBytes),
                streamOffset: pending.streamOffset, moment: moment))
        release()
    }

    /// Bytes of an incomplete message that are held.
    var bufferedBytes: Int { decoder.bufferedBytes }

    /// Lets go of an incomplete message.
    mutating func shed() { decoder.dropBody() }

    /// Frees what only a living stream needs.
    mutating func release() {
        state = .stopped
        decoder = LengthPrefixedFrameDecoder(assembly: .json)
    }

    private static func isPossible(_ length: UInt32) -> Bool {
        (2...UInt32(LengthPrefixedFrameDecoder.defaultMaximumLength)).contains(length)
    }

    /// The beginning of a JSON object with a member, as every encoder writes it.
    private static func beginsObject(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        guard bytes.count > index + 2, bytes[index] == UInt8(ascii: "{") else { return false }
        let next = bytes[index + 1]
        return next == UInt8(ascii: "\"") || next == 0x0A || next == 0x20
    }

    private mutating func stop(at error: FramingError, moment: PacketMoment) {
        guard !isJoining else {
            state = .searching
            return
        }
        state = .stopped
        let kind: StreamFault.Kind
        switch error.kind {
        case .emptyFrame: kind = .emptyFrame
        case .frameTooLarge(let length): kind = .frameTooLarge(length: Int(length))
        }
        framingFaults.append(StreamFault(kind: kind, streamOffset: error.streamOffset, moment: moment))
    }

    /// A TLS record (RFC 8446 §5.1) of type handshake with a version of 3.0 to 3.4 and a possible length.
    private mutating func inspectOpening(_ bytes: Span<UInt8>) {
        for index in 0..<min(bytes.count, 5 - opening.count) { opening.append(bytes[index]) }
        guard opening.count == 5, opening[0] == 22, opening[1] == 3, opening[2] <= 4 else { return }
        isTLS = Int(opening[3]) << 8 | Int(opening[4]) <= (1 << 14) + 2048
        guard isTLS else { return }
        state = .stopped
        // The first four bytes, alone in their segment, were taken for a length.
        framingFaults = []
    }
}
