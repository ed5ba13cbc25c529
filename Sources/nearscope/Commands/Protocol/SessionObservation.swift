import ProtocolDescriptions
import TraceAnalysis
import TraceModel
import TraceReports
import WireText

/// The bytes of a session for an inference, and what they lack.
struct SessionObservation {
    let observed: ObservedSession
    /// What is not looked at, and why; each one sentence.
    let remarks: [String]

    /// Bytes of a direction: an inference looks at no more.
    private static let maximumBytes = 4 << 20

    /// Streams of a connection among which the one with the most bytes is looked for.
    private static let maximumParts = 1 << 10
    /// Bytes of all of them.
    private static let maximumHeld = 64 << 20

    /// A stream, or all datagrams.
    private struct Part {
        var forward = Side()
        var backward = Side()

        var count: Int { forward.count + backward.count }
        var isOver: Bool { forward.isOver && backward.isOver }

        mutating func cut() { (forward.isCut, backward.isCut) = (true, true) }

        mutating func take(_ chunk: StreamChunk, at time: Int64) {
            switch chunk.direction {
            case .forward: forward.take(chunk, at: time)
            case .backward: backward.take(chunk, at: time)
            }
        }
    }

    private struct Side {
        var direction = ObservedSession.Direction([])
        var count = 0
        /// The offset of the first byte that the capture lacks.
        var gap: Int?
        /// Whether there is more than what is looked at.
        var isCut = false

        var isOver: Bool { gap != nil || isCut }

        mutating func take(_ chunk: StreamChunk, at time: Int64) {
            guard !isOver else { return }
            switch chunk.content {
            case .missing: gap = chunk.offset
            case .bytes(let bytes):
                guard count < SessionObservation.maximumBytes else {
                    isCut = true
                    return
                }
                direction.pieces.append(.init(bytes, time: time))
                count += bytes.count
            }
        }
    }

    /// - Throws: As ``SessionStream/forEach(_:)``.
    init(of session: Session, _ stream: SessionStream) throws {
        let origin = stream.report.capture.origin ?? 0
        var parts: [StreamPage.Part?: Part] = [:]
        var held = 0
        try stream.forEach { chunk in
            let time = origin + Int64((chunk.time * 1e9).rounded())
            let name = StreamPage.Part(chunk)
            guard parts[name] != nil || parts.count < Self.maximumParts else { return true }
            if case .bytes(let bytes) = chunk.content { held += bytes.count }
            guard held <= Self.maximumHeld else {
                for name in parts.keys { parts[name]!.cut() }
                return false
            }
            parts[name, default: Part()].take(chunk, at: time)
            // Of several streams, which one has the most shows at the end.
            return session.transport == .quic || !parts[name]!.isOver
        }
        let chosen = parts.max { first, second in
            // Of two with as many bytes, the first stream.
            first.value.count == second.value.count
                ? (second.key ?? .datagrams) < (first.key ?? .datagrams) : first.value.count < second.value.count
        }
        var (forward, backward) = (chosen?.value.forward ?? Side(), chosen?.value.backward ?? Side())
        let isWhole = session.transport != .tcp || session.ending == .fin
        var remarks: [String] = []
        if parts.count > 1, let name = chosen?.key {
            remarks.append(
                "session \(session.id) has \(Quantity.count(parts.count, "stream")), datagrams counted as one; only "
                    + "\(name.words) \(name == .datagrams ? "are" : "is") looked at, with the most bytes")
        }
        for (side, name) in [(forward, "initiator"), (backward, "responder")] {
            if let gap = side.gap {
                remarks.append(
                    "the capture lacks bytes of the \(name) from offset \(Quantity.grouped(gap)) on; only those before "
                        + "are looked at")
            }
            if side.isCut {
                remarks.append(
                    "only the first \(Quantity.bytes(Self.maximumBytes)) of the \(name) are looked at")
            }
        }
        if session.midstream {
            remarks.append(
                "the capture does not have the start of session \(session.id), so that its first message may be cut")
        }
        forward.direction.isEnded = isWhole && !forward.isOver
        backward.direction.isEnded = isWhole && !backward.isOver
        observed = ObservedSession(
            carrier: Self.carrier(of: session, chosen?.key), port: UInt16(clamping: session.responder.port),
            forward: forward.direction, backward: backward.direction)
        self.remarks = remarks
    }

    /// What carries the bytes that are looked at: those inside of a session that was opened.
    private static func carrier(of session: Session, _ part: StreamPage.Part?) -> ProtocolCarrier {
        let isOpened = SessionTitle.isOpened(session)
        return switch session.transport {
        case .tcp: isOpened ? .tls : .tcp
        case .udp: isOpened ? .dtls : .udp
        case .quic: part == .datagrams ? .quicDatagram : .quic
        }
    }
}
