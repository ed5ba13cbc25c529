/// A broadcast that peers hand on, and the rule by which they do: to whom it was not sent yet.
///
/// A message has no number: a broadcast is identified by its original sender and its content.
public struct RelayedBroadcast: Hashable, Sendable {
    /// The content, the same in all copies.
    public var payload: [UInt8]
    /// The ID of the peer that first sent the broadcast.
    public var originalSender: String
    /// The peers that had the broadcast or were handing it on when this copy was sent. In the order on the wire, which
    /// means nothing; repetitions mean nothing either.
    public var seenBy: [String]

    /// A broadcast with the IDs of the peers that have it.
    public init(payload: [UInt8], originalSender: String, seenBy: [String]) {
        self.payload = payload
        self.originalSender = originalSender
        self.seenBy = seenBy
    }

    /// The broadcast in a message, or nil for a message of another kind.
    public init?(_ message: MeshMessage) {
        guard case .relayedBroadcast(let payload, let originalSender, let seenBy) = message.type else { return nil }
        self.init(payload: payload, originalSender: originalSender, seenBy: seenBy)
    }

    /// Whether both are copies of one broadcast, wherever they have been.
    public func isCopy(of other: RelayedBroadcast) -> Bool {
        originalSender == other.originalSender && payload == other.payload
    }

    /// The peers that a relay hands a copy on to, in the order of `connected`.
    ///
    /// - Parameters:
    ///   - relay: Who received this copy.
    ///   - sender: The peer that it came from.
    ///   - connected: All peers that the relay has a connection to.
    public func targets(of relay: String, receivedFrom sender: String, connected: [String]) -> [String] {
        let seen = Set(seenBy).union([relay, sender, originalSender])
        return connected.filter { !seen.contains($0) }
    }

    /// The copy that a relay sends: the relay is added to those that have seen the broadcast, and nothing else changes.
    public func relayed(by relay: String) -> RelayedBroadcast {
        var copy = self
        if !seenBy.contains(relay) { copy.seenBy.append(relay) }
        return copy
    }

    /// The message that a relay sends, under its own name and with its own time.
    public func message(from relay: String, at timestamp: MeshTimestamp) -> MeshMessage {
        let copy = relayed(by: relay)
        return MeshMessage(
            type: .relayedBroadcast(
                payload: copy.payload, originalSender: copy.originalSender, seenBy: copy.seenBy),
            senderID: relay, timestamp: timestamp)
    }

    /// A relay's mistake.
    @nonexhaustive
    public enum Violation: Hashable, Sendable {
        /// The copy went to a peer that had the broadcast: by its own `seenBy`, or because it said it first.
        case sentToPeerThatHasSeenIt
        /// The relay is not in the copy's `seenBy`, so that others send it back.
        case relayNotInSeenBy
        /// Peers that were in `seenBy` when the relay got the broadcast are missing now.
        case peersForgotten([String])
    }

    /// The mistakes in a copy that a relay sent.
    ///
    /// - Parameters:
    ///   - relay: Who sent it.
    ///   - recipient: Whom to.
    ///   - received: The copy that the relay got before, nil where that is not known, or where the relay is who said it
    ///     first.
    public func violations(by relay: String, sendingTo recipient: String, after received: RelayedBroadcast?)
        -> [Violation]
    {
        let seen = Set(seenBy)
        var violations: [Violation] = []
        if seen.contains(recipient) || recipient == originalSender { violations.append(.sentToPeerThatHasSeenIt) }
        if !seen.contains(relay) { violations.append(.relayNotInSeenBy) }
        let forgotten = Set(received?.seenBy ?? []).subtracting(seen)
        if !forgotten.isEmpty { violations.append(.peersForgotten(forgotten.sorted())) }
        return violations
    }
}
