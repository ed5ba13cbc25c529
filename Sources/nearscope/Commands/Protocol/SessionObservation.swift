import ProtocolDescriptions
import TraceAnalysis
import TraceModel
import WireText

/// The bytes of a session for an inference, and what they lack.
struct SessionObservation {
    let observed: ObservedSession
    /// What is not looked at, and why; each one sentence.
    let remarks: [String]

    /// Bytes of a direction: an inference looks at no more.
    private static let maximumBytes = 4 << 20

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
        var (forward, backward) = (Side(), Side())
        try stream.forEach { chunk in
            let time = origin + Int64((chunk.time * 1e9).rounded())
            switch chunk.direction {
            case .forward: forward.take(chunk, at: time)
            case .backward: backward.take(chunk, at: time)
            }
            return !(forward.isOver && backward.isOver)
        }
        let isWhole = session.transport != .tcp || session.ending == .fin
        var remarks: [String] = []
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
            carrier: Self.carrier(session.transport), port: UInt16(clamping: session.responder.port),
            forward: forward.direction, backward: backward.direction)
        self.remarks = remarks
    }

    private static func carrier(_ transport: Session.Transport) -> ProtocolCarrier {
        switch transport {
        case .tcp: .tcp
        case .udp: .udp
        case .quic: .quic
        }
    }
}
