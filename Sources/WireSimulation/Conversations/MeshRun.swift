import DNSWire
import PeerMessaging
import ServiceDiscovery
import WireCoding
import WireTesting

/// A ``MeshConversation`` while it happens: who connects to whom, and who says what when.
struct MeshRun: Sendable {
    enum Timer: ResponderTiming {
        case responders(SimulatedResponders.Timer)
        case browse(peer: Int, query: Int)
        case connect(peer: Int, other: Int, attempt: Int)
        case listen(peer: Int)
        case identify(ConnectionEnd)
        case sayEarly(ConnectionEnd)
        case gate(ConnectionEnd)
        case say(peer: Int)
        case pong(ConnectionEnd, text: [UInt8])
        case relay(peer: Int, from: Int, RelayedBroadcast)
        case close
        case leave(peer: Int)
    }

    private static let millisecond: Int64 = 1_000_000
    /// The pause on a new connection, and a little more, as timers are late and never early.
    private static let pause: Int64 = 4_002 * millisecond
    /// The interval between questions doubles each time (RFC 6762 §5.2), but not beyond this.
    private static let longestBrowsing: Int64 = 60_000 * millisecond
    /// Each peer browses that often at least, and that often at most for peers that it has not heard of.
    private static let questions = (least: 3, most: 20)

    let plan: MeshConversation
    var simulation: Simulation<Timer>
    private var peers: [MeshPeer] = []
    private var responders = SimulatedResponders()
    private var log: ConnectionLog
    private var nextPort: UInt16 = 49152
    private var silent = 0
    private var hasSpokenEarly = false
    /// The rules that were broken, at connections whose numbers among the sessions only the end shows.
    private var violations: [(truth: ConversationTruth.Violation, connection: Int)] = []
    private var typeName = DNSName.local

    init(_ plan: MeshConversation) throws(WireError) {
        self.plan = plan
        let hosts = (1...plan.peers).map { SyntheticHost(number: $0) }
        simulation = Simulation(
            hosts: hosts, link: plan.link, point: plan.point, seed: plan.seed, start: plan.start)
        var names: Set<String> = []
        for number in hosts.indices {
            var name = simulation.random.deviceName()
            // Two peers of one name are another story, and so is a name that was changed.
            while name.contains("(") || !names.insert(name).inserted {
                name = simulation.random.deviceName() + (number < 8 ? "" : " of peer \(number + 1)")
            }
            peers.append(MeshPeer(number: number, displayName: name, random: &simulation.random))
            try responders.add(
                name, type: "yourmesh", port: MeshPeer.port, of: "peer-\(number + 1)", at: hosts[number],
                attributes: ["peerID": peers[number].peerID, "displayName": name], profile: .apple)
        }
        typeName = responders.responders[0].registration.typeName
        log = ConnectionLog(
            hosts: zip(peers, hosts).map { peer, host in
                ConversationTruth.Host(
                    host, name: "peer-\(peer.number + 1)", peerID: peer.peerID, displayName: peer.displayName)
            })
    }

    mutating func play() throws(WireError) {
        if plan.faults.contains(.refusedConnection), let last = peers.max(by: { $0.peerID < $1.peerID })?.number {
            peers[last].isListening = false
        }
        for peer in peers.indices {
            let delay = Int64(simulation.random.number(in: 0...2000)) * Self.millisecond
            simulation.wait(.responders(.start(peer)), for: delay)
            simulation.wait(.browse(peer: peer, query: 0), for: delay + 100 * Self.millisecond)
        }
        while let outcome = simulation.next() { try handle(outcome) }
    }

    func truth() -> ConversationTruth {
        var truth = ConversationTruth(
            "mesh", seed: plan.seed, start: plan.start, point: plan.point, link: plan.link, hosts: log.hosts)
        truth.services = responders.services(log.hosts)
        truth.renames = responders.renames(log.hosts)
        truth.sessions = log.sessions(simulation.connections)
        truth.failedAttempts = log.failedAttempts(simulation.connections)
        truth.violations = violations.map { violation in
            var violation = violation
            violation.truth.session = log.sessionNumber(violation.connection, simulation.connections)
            return violation.truth
        }
        return truth
    }

    // MARK: - Events

    private mutating func handle(_ outcome: Simulation<Timer>.Outcome) throws(WireError) {
        switch outcome {
        case .timer(let timer): try handle(timer)
        case .datagram(let datagram, let host):
            let message = try responders.receive(datagram, at: host, in: &simulation)
            note(message, from: datagram.sender, at: host)
        case .asked(let end):
            let responder = simulation[end].host
            guard !peers[responder].isListening else { return simulation.accept(end) }
            // Whoever is refused tries again after one second, and then after two.
            if !peers[responder].hasRefused { simulation.wait(.listen(peer: responder), for: 2500 * Self.millisecond) }
            peers[responder].hasRefused = true
            simulation.refuse(end)
        case .established(let end): establish(end)
        case .refused(let end): tryAgain(end)
        case .received(let bytes, let end): receive(bytes, at: end)
        case .ended(let end):
            log[end].ended = simulation.now
            if end.side == .responder { simulation.close(end) }
        }
    }

    private mutating func handle(_ timer: Timer) throws(WireError) {
        switch timer {
        case .responders(let timer): try responders.handle(timer, in: &simulation)
        case .browse(let peer, let query): try browse(peer, query)
        case .connect(let peer, let other, let attempt): connect(peer, to: other, attempt: attempt)
        case .listen(let peer): peers[peer].isListening = true
        case .identify(let end):
            let peer = peers[simulation[end].host]
            log[end].identified = simulation.now
            say(.identification(peerID: peer.peerID, displayName: peer.displayName), from: end)
        case .sayEarly(let end):
            note(.earlyData, end)
            say(.direct(payload: Array("already here".utf8)), from: end)
        case .gate(let end):
            let peer = simulation[end].host
            peers[peer].openConnections.insert(end.connection)
            guard peers[peer].mayTalkToAll(of: peers.count) else { return }
            simulation.wait(.say(peer: peer), for: somewhatLater(500))
            for (sender, broadcast) in peers[peer].held { relay(broadcast, by: peer, from: sender) }
            peers[peer].held = []
        case .say(let peer): speak(peer)
        case .pong(let end, let text):
            guard peers[simulation[end].host].openConnections.contains(end.connection) else {
                return simulation.wait(timer, for: 100 * Self.millisecond)
            }
            say(.direct(payload: text), from: end)
        case .relay(let peer, let sender, let broadcast): relay(broadcast, by: peer, from: sender)
        case .close: close()
        case .leave(let peer): try responders.withdraw(peer, in: &simulation)
        }
    }

    private mutating func somewhatLater(_ milliseconds: Int) -> Int64 {
        Int64(simulation.random.number(in: 1000...milliseconds * 1000)) * 1000
    }

    private mutating func note(_ fault: MeshConversation.Fault, _ end: ConnectionEnd) {
        let violation = ConversationTruth.Violation(
            kind: fault.rawValue, time: ConversationTruth.seconds(simulation.now),
            host: log.hosts[simulation[end].host].name)
        violations.append((violation, end.connection))
    }
}

// MARK: - Connections

extension MeshRun {
    private mutating func browse(_ peer: Int, _ query: Int) throws(WireError) {
        guard query < Self.questions.least || peers[peer].known.count < peers.count - 1 else { return }
        let question = Question(name: typeName, type: .ptr, wantsUnicastResponse: false)
        // Answers that it knows after the first question need not be sent again (RFC 6762 §7.1).
        let known =
            query == 0 ? [] : peers[peer].known.sorted().compactMap { responders.offer(of: $0)?.sharedRecords[1] }
        for message in try DNSMessage.multicastQuery([question], knownAnswers: known) {
            try simulation.send(message, from: peer)
        }
        guard query + 1 < Self.questions.most else { return }
        simulation.wait(
            .browse(peer: peer, query: query + 1), for: min(1000 * Self.millisecond << query, Self.longestBrowsing))
    }

    /// Learns of a peer whose service was announced.
    private mutating func note(_ message: DNSMessage, from sender: Int, at host: Int) {
        let name = responders.responders[sender].service.name
        let isAnnounced = (message.answers + message.additionals).contains {
            $0.type == .srv && $0.ttl > 0 && $0.name == name
        }
        guard message.flags.isResponse, isAnnounced, peers[host].known.insert(sender).inserted else { return }
        guard let pair = PeerPair(peers[host].peerID, peers[sender].peerID) else { return }
        let isAllowed = pair.initiator == peers[host].peerID
        guard isAllowed || isSecondConnection(pair) else { return }
        simulation.wait(.connect(peer: host, other: sender, attempt: 1), for: somewhatLater(100))
    }

    private func isSecondConnection(_ pair: PeerPair) -> Bool {
        let lowest = peers.map(\.peerID).sorted().prefix(2)
        return plan.faults.contains(.secondConnection) && PeerPair(lowest[0], lowest[1]) == pair
    }

    private mutating func connect(_ peer: Int, to other: Int, attempt: Int) {
        let end = simulation.connect(from: peer, port: nextPort, to: other, port: MeshPeer.port)
        nextPort += 1
        log.noteStart(end.connection, at: simulation.now, attempt: attempt)
        if peers[peer].peerID > peers[other].peerID { note(.secondConnection, end) }
    }

    /// Connects again, after a refusal.
    private mutating func tryAgain(_ end: ConnectionEnd) {
        let attempt = log.attempt(of: end.connection)
        guard let delay = RetrySchedule.delay(afterFailure: attempt) else { return }
        simulation.wait(
            .connect(peer: simulation[end].host, other: simulation[end.other].host, attempt: attempt + 1),
            for: delay.components.seconds * 1000 * Self.millisecond + somewhatLater(5))
    }

    private mutating func establish(_ end: ConnectionEnd) {
        log[end].opened = simulation.now
        let ends = simulation.connections[end.connection]
        simulation.wait(.identify(end), for: somewhatLater(3))
        // The connection that should not be counts for nothing.
        guard peers[ends.initiator.host].peerID < peers[ends.responder.host].peerID else { return }
        peers[simulation[end].host].lines[simulation[end.other].host] = end
        simulation.wait(.gate(end), for: Self.pause)
        if plan.faults.contains(.earlyData), end.side == .initiator, !hasSpokenEarly {
            hasSpokenEarly = true
            simulation.wait(.sayEarly(end), for: 1200 * Self.millisecond)
        }
    }

    private mutating func close() {
        let accepted = simulation.connections.indices.filter { !simulation.connections[$0].isReset }
        for connection in accepted {
            let end = ConnectionEnd(connection: connection, side: .initiator)
            if plan.faults.contains(.cutFrame), connection == accepted.first {
                note(.cutFrame, end)
                let bytes = [0, 0, 1, 0xF4] + [UInt8](repeating: UInt8(ascii: "{"), count: 60)
                log[end].direction.bytesWritten += bytes.count
                simulation.send(bytes, from: end)
            }
            simulation.close(end)
        }
        for peer in peers.indices { simulation.wait(.leave(peer: peer), for: 1_000_000_000 + somewhatLater(500)) }
    }
}

// MARK: - Messages

extension MeshRun {
    private mutating func say(_ type: MeshMessage.MessageType, from end: ConnectionEnd) {
        // Nothing is sent after the end.
        guard !simulation[end].isClosed else { return }
        let frame = MeshMessage.frame(type, from: peers[simulation[end].host].peerID, at: simulation.now)
        log[end].direction.write(type.name, frame.count)
        simulation.send(frame, from: end)
    }

    private mutating func say(_ type: MeshMessage.MessageType, by peer: Int, to other: Int) {
        if let line = peers[peer].lines[other] { say(type, from: line) }
    }

    /// Says one of the messages that a peer has to say, and the next one later.
    private mutating func speak(_ peer: Int) {
        let others = peers[peer].lines.keys.sorted()
        let text = Array("\(peers[peer].said): ".utf8) + simulation.random.bytes(simulation.random.number(in: 0...400))
        let kind = peers[peer].said == 0 ? 0 : simulation.random.number(in: 1...10)
        switch kind {
        case 0:
            let broadcast = RelayedBroadcast(
                payload: text, originalSender: peers[peer].peerID, seenBy: [peers[peer].peerID])
            say(broadcast.type, by: peer, to: others[0])
        case 1...5: ping(peer, simulation.random.pick(others))
        case 6...8: say(.direct(payload: text), by: peer, to: simulation.random.pick(others))
        default: for other in others { say(.broadcast(payload: text), by: peer, to: other) }
        }
        peers[peer].said += 1
        if peers[peer].said < plan.messages {
            simulation.wait(.say(peer: peer), for: somewhatLater(400))
        } else {
            silent += 1
            // Answers and copies that are under way have time to come.
            if silent == peers.count { simulation.wait(.close, for: 3000 * Self.millisecond + 6 * plan.link.delay) }
        }
    }

    private mutating func ping(_ peer: Int, _ other: Int) {
        guard let line = peers[peer].lines[other] else { return }
        peers[peer].pings += 1
        let text = "\(peers[peer].pings) \(simulation.now - plan.start)"
        log[line].pings[text] = simulation.now
        say(.direct(payload: Array("PING \(text)".utf8)), from: line)
    }

    private mutating func receive(_ bytes: [UInt8], at end: ConnectionEnd) {
        let (peer, sender) = (simulation[end].host, simulation[end.other].host)
        for body in log.frames(bytes, at: end) {
            let message = unfailing { try MeshMessage(parsing: body.span) }
            switch message.type {
            case .direct(let payload):
                let text = String(decoding: payload, as: UTF8.self)
                if text.hasPrefix("PING ") {
                    let answer = Array("PONG ".utf8) + payload.dropFirst(5)
                    simulation.wait(
                        .pong(end, text: answer),
                        for: Int64(simulation.random.number(in: 100...600)) * 1000)
                } else if text.hasPrefix("PONG ") {
                    log[end].notePong(String(text.dropFirst(5)), at: simulation.now)
                }
            case .relayedBroadcast:
                guard let broadcast = RelayedBroadcast(message) else { continue }
                let withoutPath = RelayedBroadcast(
                    payload: broadcast.payload, originalSender: broadcast.originalSender, seenBy: [])
                guard peers[peer].heard.insert(withoutPath).inserted else { continue }
                simulation.wait(.relay(peer: peer, from: sender, broadcast), for: somewhatLater(5))
            case .identification, .broadcast, .unknown: break
            }
        }
    }

    private mutating func relay(_ broadcast: RelayedBroadcast, by peer: Int, from sender: Int) {
        guard peers[peer].mayTalkToAll(of: peers.count) else { return peers[peer].held.append((sender, broadcast)) }
        let others = peers[peer].lines.keys.sorted()
        let targets = broadcast.targets(
            of: peers[peer].peerID, receivedFrom: peers[sender].peerID, connected: others.map { peers[$0].peerID })
        for other in others where targets.contains(peers[other].peerID) {
            say(broadcast.relayed(by: peers[peer].peerID).type, by: peer, to: other)
        }
    }
}

extension RelayedBroadcast {
    fileprivate var type: MeshMessage.MessageType {
        .relayedBroadcast(payload: payload, originalSender: originalSender, seenBy: seenBy)
    }
}
