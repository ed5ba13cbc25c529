import MultipeerWire
import TraceModel

/// What the datagrams between two peers say: whether they are sealed, when a session came up, and how much data it carried.
///
/// A session in plain is up with the first acknowledgment of a link state after hellos of both sides; a sealed one with the first sealed
/// data of the second side after a handshake (D: our own reading of published bytes).
struct MultipeerSessionStory: Sendable {
    /// What one end sent.
    struct End: Sendable {
        /// Whether it greeted the other one since a session was up.
        fileprivate var hasGreeted = false
        /// Numbers of data since its last hello.
        fileprivate var numbers = CountedMessages()
        fileprivate(set) var messages = 0
        fileprivate(set) var bytes = 0
    }

    private(set) var ends = Ends(both: End())
    private var hasSealed = false
    private var hasPlain = false
    /// Whether a greeting or a handshake began, and no session is up yet.
    private var isOpening = false
    /// At most ``Session/Multipeer/maximumConnections``.
    private(set) var connected: [PacketMoment] = []

    /// Nil where there were only checks.
    var isSealed: Bool? { hasSealed ? true : hasPlain ? false : nil }

    mutating func take(
        _ kind: MultipeerDatagramKind, number: Int64?, payloadSize: Int?, fromInitiator: Bool, at moment: PacketMoment
    ) {
        if kind.isSealed { hasSealed = true }
        if kind.isPlainPacket || payloadSize != nil { hasPlain = true }
        switch kind {
        case .sessionHello:
            isOpening = true
            ends[isInitiator: fromInitiator].hasGreeted = true
            ends[isInitiator: fromInitiator].numbers = CountedMessages()
        case .dtlsHandshake: isOpening = true
        case .dtlsData where isOpening:
            ends[isInitiator: fromInitiator].hasGreeted = true
            comeUp(at: moment)
        case .linkStateAck where isOpening: comeUp(at: moment)
        case .data: count(number, payloadSize ?? 0, &ends[isInitiator: fromInitiator])
        default: break
        }
    }

    /// Takes note of a session if both sides have greeted each other.
    private mutating func comeUp(at moment: PacketMoment) {
        guard ends.initiator.hasGreeted, ends.responder.hasGreeted else { return }
        (ends.initiator.hasGreeted, ends.responder.hasGreeted, isOpening) = (false, false, false)
        if connected.count < Session.Multipeer.maximumConnections { connected.append(moment) }
    }

    /// Counts data that was not sent before.
    private func count(_ number: Int64?, _ size: Int, _ end: inout End) {
        guard number.map({ end.numbers.record($0) }) ?? true else { return }
        end.messages += 1
        end.bytes += size
    }

    /// The initiator is the responder.
    mutating func turn() { ends.swapEnds() }
}
