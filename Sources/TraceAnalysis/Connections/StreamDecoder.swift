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
    private(set) var mesh = MeshCounts()
    private(set) var identity: MeshIdentity?
    /// When the first byte of the first message was seen that is no identification.
    private(set) var firstMessage: PacketMoment?
    private(set) var faults: [StreamFault] = []
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
        if case .stopped = state { return }
        read(bytes, at: offset, moment: moment)
    }

    private mutating func read(_ bytes: Span<UInt8>, at offset: Int64, moment: PacketMoment) {
        if opening.count < 5 { inspectOpening(bytes) }
        hasStarted = true
        var position = 0
        if case .searching = state {
            guard join(bytes) else { return }
            decoder.restart(at: Int(offset))
            state = .framed
        }
        if frameStart == nil || decoder.isAtFrameBoundary { frameStart = moment }
        do {
            while let frame = try decoder.next(in: bytes, at: &position) {
                frames += 1
                frameBytes += frame.bodyLength
                switch frame.body {
                case .inline(let range): decode(bytes.extracting(range), of: frame, completed: moment)
                case .assembled: decode(decoder.assembledBody, of: frame, completed: moment)
                case .skipped: break
                }
                frameStart = moment
            }
        } catch {
            stop(at: error, moment: moment)
        }
    }

    private mutating func decode(_ body: Span<UInt8>, of frame: LengthPrefixedFrame, completed: PacketMoment) {
        do {
            let message = try MeshMessageScanner.scan(body)
            mesh.count(message, in: body)
            if message.kind == .identification {
                if identity == nil { identity = MeshIdentity(message, in: body, moment: completed) }
            } else if firstMessage == nil {
                firstMessage = frameStart
            }
        } catch {
            mesh.undecodable += 1
            if mesh.undecodable == 1 {
                faults.append(
                    StreamFault(
                        kind: .undecodable(offset: error.offset), streamOffset: frame.streamOffset, moment: completed))
            }
        }
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
        faults.append(
            StreamFault(
                kind: .incomplete(declared: pending.bodyLength, received: pending.received),
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
        return (try? MeshMessageScanner.scan(bytes.extracting(4..<4 + length)))?.isKnownType == true
    }

    private mutating func stop(at error: FramingError, moment: PacketMoment) {
        state = .stopped
        let kind: StreamFault.Kind
        switch error.kind {
        case .emptyFrame: kind = .emptyFrame
        case .frameTooLarge(let length): kind = .frameTooLarge(length: Int(length))
        }
        faults.append(StreamFault(kind: kind, streamOffset: error.streamOffset, moment: moment))
    }

    /// A TLS record (RFC 8446 §5.1) of type handshake with a version of 3.0 to 3.4 and a possible length.
    private mutating func inspectOpening(_ bytes: Span<UInt8>) {
        for index in 0..<min(bytes.count, 5 - opening.count) { opening.append(bytes[index]) }
        guard opening.count == 5, opening[0] == 22, opening[1] == 3, opening[2] <= 4 else { return }
        isTLS = Int(opening[3]) << 8 | Int(opening[4]) <= (1 << 14) + 2048
        if isTLS { state = .stopped }
    }
}

/// What broke the framing or a message, and where.
struct StreamFault: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case emptyFrame
        case frameTooLarge(length: Int)
        case incomplete(declared: Int?, received: Int)
        case undecodable(offset: Int)
    }

    var kind: Kind
    /// Of the frame's length word, from the start of the stream.
    var streamOffset: Int
    var moment: PacketMoment
}

/// Mesh messages of one direction by type.
struct MeshCounts: Equatable, Sendable {
    /// Type names of our own making come from the capture: no more than these many are told apart.
    static let maximumUnknownTypes = 32

    private(set) var identification = 0
    private(set) var broadcast = 0
    private(set) var direct = 0
    private(set) var relayedBroadcast = 0
    private(set) var unknown: [String: Int] = [:]
    fileprivate(set) var undecodable = 0
    private(set) var bytes = 0

    /// Messages that decoded.
    var total: Int { identification + broadcast + direct + relayedBroadcast + unknown.values.reduce(0, +) }
    /// Messages of the four known types.
    var known: Int { identification + broadcast + direct + relayedBroadcast }

    @inline(__always)
    fileprivate mutating func count(_ message: MeshMessageView, in body: Span<UInt8>) {
        bytes += body.count
        switch message.kind {
        case .identification: identification += 1
        case .broadcast: broadcast += 1
        case .direct: direct += 1
        case .relayedBroadcast: relayedBroadcast += 1
        case .unknown: countUnknown(message.text(message.caseName, in: body))
        }
    }

    private mutating func countUnknown(_ name: String) {
        let known = unknown[name] != nil || unknown.count < Self.maximumUnknownTypes
        unknown[known ? name : "other", default: 0] += 1
    }

    var byName: NamedCounts {
        var counts = NamedCounts()
        counts.add(identification, of: "identification")
        counts.add(broadcast, of: "broadcast")
        counts.add(direct, of: "direct")
        counts.add(relayedBroadcast, of: "relayedBroadcast")
        for name in unknown.keys.sorted() { counts.add(unknown[name] ?? 0, of: name) }
        return counts
    }
}

/// Who a side says it is, by its first identification message.
struct MeshIdentity: Equatable, Sendable {
    var peerID: String
    var displayName: String
    /// When the message was complete.
    var moment: PacketMoment

    init(_ message: MeshMessageView, in body: Span<UInt8>, moment: PacketMoment) {
        peerID = message.text(message.peerID, in: body)
        displayName = message.text(message.displayName, in: body)
        self.moment = moment
    }
}
