import PeerMessaging
import TraceModel

/// Ties the copies of relayed broadcasts of a mesh together, and follows their way from peer to peer.
enum MeshRelays {
    /// Broadcasts have no number; this identifies one.
    private struct MessageKey: Hashable {
        var originalSender: String
        var payload: ContentDigest
    }

    /// From whom to whom; where the other end has not identified itself, by its side of the session.
    private struct Way: Hashable {
        var sender: String
        var receiver: Receiver
    }

    private enum Receiver: Hashable {
        case peer(String)
        case end(session: Int, fromInitiator: Bool)

        init(_ observation: MeshRelayObservation) {
            self =
                observation.receiver.map { .peer($0) }
                ?? .end(session: observation.session, fromInitiator: observation.sighting.fromInitiator)
        }
    }

    /// All broadcasts, in order of their first sightings.
    ///
    /// - Parameter observations: In any order.
    static func join(_ observations: [MeshRelayObservation], axis: TimeAxis) -> [RelayedMessage] {
        observations.ordered()
            .grouped { MessageKey(originalSender: $0.originalSender, payload: $0.payload) }
            .flatMap { copies in
                rounds(of: copies.oneInterfaceEach { Way(sender: $0.senderID, receiver: Receiver($0)) })
            }
            .map { message($0, axis: axis) }
            .sorted { ($0.time, $0.frame) < ($1.time, $1.frame) }
    }

    /// A peer that broadcasts the same again sends another message: a round begins when the original sender sends to a
    /// receiver that it has sent to before.
    private static func rounds(of observations: [MeshRelayObservation]) -> [[MeshRelayObservation]] {
        var rounds: [[MeshRelayObservation]] = [[]]
        var reached: Set<Receiver> = []
        for observation in observations {
            if observation.senderID == observation.originalSender, !reached.insert(Receiver(observation)).inserted {
                rounds.append([])
                reached = [Receiver(observation)]
            }
            rounds[rounds.count - 1].append(observation)
        }
        return rounds
    }

    private static func message(_ copies: [MeshRelayObservation], axis: TimeAxis) -> RelayedMessage {
        /// When a peer had the message first.
        var arrivals: [Receiver: PacketMoment] = [:]
        var lists: [Way: Set<Set<String>>] = [:]
        var deliveries: [RelayedMessage.Delivery] = []
        var unchecked = 0
        for copy in copies {
            let receiver = Receiver(copy)
            var delivery = RelayedMessage.Delivery()
            (delivery.carrier, delivery.receiver, delivery.session) = (copy.senderID, copy.receiver, copy.session)
            (delivery.time, delivery.frame) = (axis.seconds(copy.moment.time), copy.moment.frame)
            delivery.relayed = copy.senderID != copy.originalSender
            if delivery.relayed, let received = arrivals[.peer(copy.senderID)] {
                delivery.latency = axis.duration(copy.moment.time &- received.time)
                delivery.latencySource = .relay
            }
            delivery.altered = false
            delivery.duplicate = arrivals[receiver] != nil
            delivery.loop = isLoop(copy, after: lists)
            let origins = origins(of: copy, in: lists)
            if origins.isTooMany { unchecked += 1 }
            delivery.missingFromSeenBy = missing(from: copy, origins)
            deliveries.append(delivery)
            if arrivals[receiver] == nil { arrivals[receiver] = copy.moment }
            lists[Way(sender: copy.senderID, receiver: receiver), default: []].insert(copy.seenBy)
        }
        let first = copies[0]
        var message = RelayedMessage(
            .broadcast, author: first.originalSender, at: first.moment, axis, deliveries, bodyCount: 1,
            bodies: [RelayedMessage.Body(text: nil, length: first.payload.length, copies: deliveries.count)])
        message.uncheckedCopies = unchecked
        return message
    }

    /// Whether a copy goes to a peer that has seen it: by the copy's own list, because it comes from there, or because
    /// it is the very copy that the sender has from there, with the sender's own entry added.
    ///
    /// Nil if the receiver is not known. A peer that gets the message by two paths relays both, each to those that are
    /// not in its own list: an earlier arrival by another path is not a loop.
    ///
    /// - Parameter lists: `seenBy` of all earlier copies.
    private static func isLoop(_ copy: MeshRelayObservation, after lists: [Way: Set<Set<String>>]) -> Bool? {
        guard let receiver = copy.receiver else { return nil }
        let violations = copy.broadcast.violations(by: copy.senderID, sendingTo: receiver, after: nil)
        if violations.contains(.sentToPeerThatHasSeenIt) { return true }
        // Beyond the limit, lists of the same length may differ; and a message that a peer sends itself came from no
        // other.
        guard copy.hasWholeList, copy.senderID != copy.originalSender,
            let lists = lists[Way(sender: receiver, receiver: .peer(copy.senderID))]
        else { return false }
        return lists.contains(copy.seenBy.subtracting([copy.senderID]))
    }

    /// What the sender of a copy may have it from.
    private struct Origins {
        /// `seenBy` of each such copy.
        var lists: [Set<String>] = []
        /// Whether there is one from each peer that the copy can come from.
        var isComplete = true
        /// There are more than are compared.
        var isTooMany = false
    }

    /// Comparing each copy with all that its sender received takes time that grows with the product of both: further ones are
    /// counted.
    static let maximumOrigins = 64

    /// The copies that a relay had before it sent one.
    ///
    /// A relay may have the message from several peers, and relays each copy with its own list. Peers that it left out
    /// show only if the capture has a copy to it from every peer that this one can come from: the author, and each peer
    /// in its list, because a relay adds itself there.
    ///
    /// - Parameter lists: `seenBy` of all earlier copies.
    private static func origins(of copy: MeshRelayObservation, in lists: [Way: Set<Set<String>>]) -> Origins {
        var origins = Origins()
        guard copy.hasWholeList, copy.senderID != copy.originalSender else { return origins }
        for source in copy.seenBy.union([copy.originalSender]) where source != copy.senderID {
            let known = lists[Way(sender: source, receiver: .peer(copy.senderID))] ?? []
            origins.isComplete = origins.isComplete && !known.isEmpty
            guard origins.lists.count + known.count <= maximumOrigins else {
                origins.isTooMany = true
                continue
            }
            origins.lists += known
        }
        return origins
    }

    /// The peers that had the message and are not in the list of a copy: the relay itself, or peers of the list that it
    /// received.
    private static func missing(from copy: MeshRelayObservation, _ origins: Origins) -> [String] {
        guard copy.hasWholeList, copy.senderID != copy.originalSender else { return [] }
        var missing: Set<String> = []
        if origins.isComplete, !origins.isTooMany, let forgotten = forgotten(by: copy, origins.lists) {
            missing.formUnion(forgotten)
        }
        let own = copy.broadcast.violations(by: copy.senderID, sendingTo: copy.senderID, after: nil)
        if own.contains(.relayNotInSeenBy) { missing.insert(copy.senderID) }
        return Array(missing.sorted().prefix(RelayedMessage.maximumMissing))
    }

    /// The peers of a received list that a copy lacks: by the list that it most likely comes from, which is the one of which it
    /// lacks the fewest; of several, the first by name.
    private static func forgotten(by copy: MeshRelayObservation, _ received: [Set<String>]) -> [String]? {
        var forgotten: [String]?
        for list in received {
            let earlier = RelayedBroadcast(payload: [], originalSender: copy.originalSender, seenBy: Array(list))
            var lost: [String] = []
            for case .peersForgotten(let names) in copy.broadcast.violations(
                by: copy.senderID, sendingTo: copy.senderID, after: earlier)
            {
                lost = names
            }
            if forgotten.map({ (lost.count, lost.joined()) < ($0.count, $0.joined()) }) ?? true { forgotten = lost }
        }
        return forgotten
    }
}

extension RelayedMessage {
    /// - Parameters:
    ///   - first: When it was first delivered.
    ///   - deliveries: All of them, in order of time.
    init(
        _ kind: Kind, author: String, id: String? = nil, recipient: String? = nil, at first: PacketMoment,
        _ axis: TimeAxis, _ deliveries: [Delivery], bodyCount: Int, bodies: [Body]
    ) {
        let relayed = deliveries.filter(\.relayed)
        let direct = deliveries.first { !$0.relayed && $0.time != nil }
        let firstRelayed = relayed.lazy.compactMap(\.time).first
        self.init(
            kind: kind, author: author, id: id, recipient: recipient, time: axis.seconds(first.time),
            frame: first.frame, copies: deliveries.count,
            deliveries: Array(deliveries.prefix(Self.maximumDeliveries)),
            carrierCount: Set(relayed.map(\.carrier)).count, duplicates: deliveries.count(where: \.duplicate),
            bodyCount: bodyCount, bodies: bodies, directLatency: direct?.latency,
            relayedLatency: relayed.compactMap(\.latency).median?.roundedToNanoseconds,
            relayDelay: direct?.time.flatMap { time in firstRelayed.map { ($0 - time).roundedToNanoseconds } })
    }
}
