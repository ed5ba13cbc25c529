import PeerMessaging
import WireCoding

/// Reads one direction of a TCP stream as length-prefixed frames and their bodies as mesh messages, as long as the bytes
/// bear it out. Nothing is known of ports here: what a stream is follows from its bytes alone.
struct StreamDecoder: Sendable {
    private enum State {
        /// At a frame, or inside one.
        case framed
        /// The place of the next frame is unknown: the capture joined in the middle, or lost a length word. A segment
        /// that begins with a whole, well-formed message is where reading goes on.
        case searching
        /// Not framed, or broken by an illegal length.
        case stopped
    }

    private var state = State.framed
    private var decoder = LengthPrefixedFrameDecoder()
    /// First five bytes of the stream, to tell TLS.
    private var opening: [UInt8] = []
    private var frameStart: PacketMoment?

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
            guard join(bytes) else { return }
            decoder.restart(at: Int(offset))
            state = .framed
        }
        if frameStart == nil || decoder.isAtFrameBoundary { frameStart = moment }
        do throws(FramingError) {
            while let frame = try decoder.next(in: bytes, at: &position) {
                frames += 1
                frameBytes += frame.bodyLength
                switch frame.body {
                case .inline(let range):
                    mesh.read(bytes.extracting(range), at: frame.streamOffset, begun: frameStart, completed: moment)
                case .assembled:
                    Self.readAssembled(
                        decoder, into: &mesh, at: frame.streamOffset, begun: frameStart, completed: moment)
                case .skipped: break
                }
                frameStart = moment
            }
        } catch {
            stop(at: error, moment: moment)
        }
    }

    /// A function of its own, because the body borrows the decoder while the counts beside it change.
    private static func readAssembled(
        _ decoder: borrowing LengthPrefixedFrameDecoder, into mesh: inout MeshStream, at offset: Int,
        begun: PacketMoment?, completed: PacketMoment
    ) {
        mesh.read(decoder.assembledBody, at: offset, begun: begun, completed: completed)
    }

    /// Bytes that the capture does not hold come next.
    mutating func miss(_ count: Int64) {
        switch state {
        case .stopped, .searching: break
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

    /// Frees what only a living stream needs.
    mutating func release() {
        state = .stopped
        decoder = LengthPrefixedFrameDecoder()
    }

    /// Whether a whole mesh message begins at the segment's first byte.
    private func join(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 5, bytes[4] == UInt8(ascii: "{") else { return false }
        let length = Int(bytes.bigEndianUInt32(at: 0))
        guard length <= bytes.count - 4 else { return false }
        return (try? MeshMessageView(scanning: bytes.extracting(4..<4 + length)))?.isKnownType == true
    }

    private mutating func stop(at error: FramingError, moment: PacketMoment) {
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
