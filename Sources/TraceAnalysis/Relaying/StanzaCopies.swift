import PeerMessaging
import TraceModel
import XMPPStreams

/// The copies of one message to one account.
struct StanzaCopies {
    /// The common identity of a stanza on its way to and from the server.
    struct Key: Hashable {
        var carrier: JID?
        var recipient: JID
        var id: String?
        var isRelayed: Bool
        var body: ContentDigest

        init(_ observation: RelayObservation) {
            carrier = observation.carrier
            recipient = observation.recipient
            id = observation.id
            isRelayed = observation.relayedIdentity != nil
            body = observation.body
        }
    }

    /// The client that gets or sends a stanza, by its session where its address is not known.
    private enum Client: Hashable {
        case address(JID)
        case session(Int)

        init(_ observation: RelayObservation) {
            self = observation.client.map { .address($0) } ?? .session(observation.session)
        }
    }

    /// A stanza of one client on its way in or out, at whatever interface.
    private struct Way: Hashable {
        var key: Key
        var isUpstream: Bool
        var client: Client
    }

    /// One copy.
    private struct Copy {
        /// The copy on its way out, or on its way in if that is all there is.
        var observation: RelayObservation
        var sent: RelayObservation?
        var isDelivered: Bool
        var isDuplicate = false
    }

    /// In order of time.
    private var copies: [Copy] = []
    /// The text that counts as the author's: what the author itself sent, or what most copies have. Nil where several
    /// have the same number of copies.
    private var authorsBody: ContentDigest?
    private var bodies: [RelayedMessage.Body] = []
    private var bodyCount = 0

    /// - Parameter observations: In order of time; at least one.
    init(_ observations: [RelayObservation]) {
        let seen = observations.oneInterfaceEach {
            Way(key: Key($0), isUpstream: $0.isUpstream, client: Client($0))
        }
        for group in seen.grouped(by: Key.init) { copies += Self.paired(group) }
        copies.sort {
            ($0.observation.moment, $0.observation.session) < ($1.observation.moment, $1.observation.session)
        }
        markDuplicates()
        rankBodies()
    }

    func message(_ identity: RelayStanza.Identity, to recipient: JID, axis: TimeAxis) -> RelayedMessage {
        let deliveries = copies.map { delivery($0, axis) }
        let first = (copies.first(where: \.isDelivered) ?? copies[0]).observation.moment
        return RelayedMessage(
            .stanza, author: identity.author.rawValue, id: identity.id, recipient: recipient.rawValue, at: first, axis,
            deliveries, bodyCount: bodyCount, bodies: bodies)
    }
}

extension StanzaCopies {
    /// The n-th that a client gets is the n-th that was sent; each of several clients of an account gets every one.
    private static func paired(_ observations: [RelayObservation]) -> [Copy] {
        let sent = observations.filter(\.isUpstream)
        var copies: [Copy] = []
        var matched = 0
        for delivered in observations.filter({ !$0.isUpstream }).grouped(by: Client.init) {
            for (index, observation) in delivered.enumerated() {
                let source = index < sent.count && sent[index].moment <= observation.moment ? sent[index] : nil
                copies.append(Copy(observation: observation, sent: source, isDelivered: true))
            }
            matched = max(matched, delivered.count)
        }
        return copies
            + sent.dropFirst(matched).map { Copy(observation: $0, sent: $0, isDelivered: false) }
    }

    /// A copy is one too many where the same client had the same text from the same carrier before, whatever number the
    /// carrier gave it. Where nothing was seen to be delivered, where the carrier sent it before.
    private mutating func markDuplicates() {
        struct Arrival: Hashable {
            var carrier: JID?
            var isRelayed: Bool
            var body: ContentDigest
            var client: Client
            var isDelivered: Bool
        }
        var arrivals: Set<Arrival> = []
        for index in copies.indices {
            let observation = copies[index].observation
            let arrival = Arrival(
                carrier: observation.carrier, isRelayed: observation.relayedIdentity != nil, body: observation.body,
                client: Client(observation), isDelivered: copies[index].isDelivered)
            // Copies of unknown carriers cannot be distinguished.
            copies[index].isDuplicate = observation.carrier != nil && !arrivals.insert(arrival).inserted
        }
    }

    private mutating func rankBodies() {
        let ranked = copies.map(\.observation.body).ranked()
        let direct = copies.first { $0.observation.relayedIdentity == nil }?.observation.body
        if let direct {
            authorsBody = direct
        } else if ranked.count == 1 || ranked[0].count > ranked[1].count {
            authorsBody = ranked[0].element
        }
        let author = authorsBody
        bodyCount = ranked.count
        let shown = (ranked.filter { $0.element == author } + ranked.filter { $0.element != author })
            .prefix(RelayedMessage.maximumBodies)
        bodies = shown.map { body in
            RelayedMessage.Body(
                text: copies.first { $0.observation.body == body.element }?.observation.excerpt,
                length: body.element.length, copies: body.count)
        }
    }

    private func delivery(_ copy: Copy, _ axis: TimeAxis) -> RelayedMessage.Delivery {
        let observation = copy.observation
        var delivery = RelayedMessage.Delivery()
        (delivery.carrier, delivery.id) = (observation.carrier?.rawValue, observation.id)
        delivery.relayed = observation.relayedIdentity != nil
        delivery.sent = copy.sent.map {
            RelayedMessage.Sighting(session: $0.session, time: axis.seconds($0.moment.time), frame: $0.moment.frame)
        }
        delivery.altered = bodyCount == 1 ? false : authorsBody.map { $0 != observation.body }
        delivery.duplicate = copy.isDuplicate
        guard copy.isDelivered else { return delivery }
        (delivery.receiver, delivery.session) = (observation.client?.rawValue, observation.session)
        (delivery.time, delivery.frame) = (axis.seconds(observation.moment.time), observation.moment.frame)
        if let sent = copy.sent {
            delivery.latency = axis.duration(observation.moment.time &- sent.moment.time)
            delivery.latencySource = .server
        } else if let stamp = observation.senderTime {
            let time = (stamp * 1e9).rounded()
            // Times of packets are bounded, and so is the stamp by being near one.
            if abs(Double(observation.moment.time) - time) < Self.maximumDelay * 1e9 {
                delivery.latency = axis.duration(observation.moment.time &- Int64(time))
                delivery.latencySource = .senderClock
            }
        }
        return delivery
    }

    /// A timestamp further from the delivery than a year of 365 days does not come from a working clock.
    private static let maximumDelay = 31_536_000.0
}
