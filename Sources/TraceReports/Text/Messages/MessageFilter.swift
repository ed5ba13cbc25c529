import TraceAnalysis
import TraceModel

/// Which messages are wanted.
public struct MessageFilter: Sendable {
    private let sessions: Set<Int>
    private let types: Set<String>
    private let isOfAnySender: Bool
    private let senders: Set<String>
    private let peers: Set<String>
    private let times: ClosedRange<Double>?

    /// Values of one kind are alternatives; values of several kinds must all match. No value of a kind matches all.
    ///
    /// - Parameters:
    ///   - sessions: The numbers of sessions.
    ///   - types: As `TraceMessage.type` has them, in any case.
    ///   - senders: What a message calls its sender; or the ID, label, name or address of a peer, for what it sent and
    ///     what is signed with one of its IDs.
    ///   - times: Seconds after the first packet.
    ///   - report: Knows the peers.
    public init(
        sessions: [Int] = [], types: [String] = [], senders: [String] = [], times: ClosedRange<Double>? = nil,
        of report: TraceReport
    ) {
        self.times = times
        self.sessions = Set(sessions)
        self.types = Set(types.map { $0.lowercased() })
        let named = senders.flatMap { report.peers(named: $0) }
        isOfAnySender = senders.isEmpty
        self.senders = Set(senders + named.flatMap(\.peerIDs))
        peers = Set(named.map(\.id))
    }

    /// Whether a message matches in all respects: its session, its time, its type in any case, and its sender.
    public func includes(_ message: TraceMessage) -> Bool {
        (sessions.isEmpty || sessions.contains(message.session)) && (times?.contains(message.time) ?? true)
            && (types.isEmpty || message.type.map { types.contains($0.lowercased()) } ?? false)
            && (isOfAnySender || message.sender.map { isWanted($0, in: message.application) } ?? false
                || message.peer.map(peers.contains) ?? false)
    }

    private func isWanted(_ sender: String, in application: Session.Application) -> Bool {
        if senders.contains(sender) { return true }
        // An account represents all clients that use it.
        return application.isXMPP && senders.contains(String(sender.prefix { $0 != "/" }))
    }
}
