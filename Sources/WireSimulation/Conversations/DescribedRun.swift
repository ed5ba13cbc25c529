import DNSWire
import ProtocolDescriptions
import ServiceDiscovery
import WireCoding
import WireTesting

/// A ``DescribedConversation`` while it happens.
struct DescribedRun: Sendable {
    enum Timer: ResponderTiming {
        case responders(SimulatedResponders.Timer)
        case begin(client: Int)
        case say(ConnectionEnd)
        /// A type that a rule wants again and again.
        case beat(ConnectionEnd, DescribedType)
        case answer(ConnectionEnd, of: Int)
        case close(connection: Int)
    }

    /// What a side has sent, and what became of it.
    struct Message: Sendable {
        var type: DescribedType
        var time: Int64
        /// Where it ends in the stream.
        var end: Int
        var key: FieldValue?
        /// The number that counts it; nil for one that has none.
        var number: Int64?
        /// The message of the other side that it answers.
        var answered: Int?
        var hasArrived = false
    }

    /// One side of a connection.
    struct Side: Sendable {
        var messages: [Message] = []
        var direction = ConversationTruth.Direction()
        var opened: Int64?
        var said = 0
        /// How often the rules allowed nothing.
        var waited = 0
        var isDone = false
        var numbers: [String: Int64] = [:]
        var beats: Set<String> = []
        /// Types that it has sent or received.
        var heard: Set<String> = []
        /// Bytes of the stream that came to the other side.
        var delivered = 0
        /// The first message that has not come as a whole.
        var next = 0
        /// When the last answer is due, so that answers keep the order of their asks.
        var lastDue: Int64 = 0
        var pendingAnswers = 0
        var roundTrips: [Int64] = []
        /// Of datagrams.
        var fate = ConversationTruth.Numbered()
        /// The highest number that came.
        var highest: Int64 = -1
        var payloads: [[UInt8]: [Int]] = [:]
        /// Whether the other side's HTTP upgrade has come.
        var isUpgraded = false
    }

    static let millisecond: Int64 = 1_000_000

    let plan: DescribedConversation
    let manners: DescribedManners
    let hosts: [ConversationTruth.Host]
    let clientPorts: [UInt16]
    var simulation: Simulation<Timer>
    var sides: [Side]
    var log: ConnectionLog
    private var responders = SimulatedResponders()
    private var nextID = 1
    private var starts: [Int64]

    init(_ plan: DescribedConversation) throws(WireError) {
        self.plan = plan
        manners = DescribedManners(plan.maker)
        let ends = (1...plan.clients + 1).map { SyntheticHost(number: $0) }
        hosts = ends.enumerated().map { number, host in
            ConversationTruth.Host(host, name: number == 0 ? "server" : "client-\(number)")
        }
        simulation = Simulation(hosts: ends, link: plan.link, point: plan.point, seed: plan.seed, start: plan.start)
        var ports: [UInt16] = []
        for number in 0..<plan.clients {
            ports.append(UInt16(49152 + 400 * number + simulation.random.number(in: 0...399)))
        }
        clientPorts = ports
        sides = Array(repeating: Side(), count: 2 * plan.clients)
        starts = Array(repeating: 0, count: plan.clients)
        log = ConnectionLog(hosts: hosts)
        guard let type = plan.compiled.description.services.first(where: { $0.hasSuffix("._tcp") }),
            plan.transport == .tcp
        else { return }
        try responders.add(
            "Server", type: String(type.dropFirst().dropLast("._tcp".count)), port: plan.port, of: "server",
            at: ends[0],
            attributes: [:], profile: .apple)
    }

    /// The index of an end's side.
    func at(_ end: ConnectionEnd) -> Int { 2 * end.connection + (end.side == .initiator ? 0 : 1) }

    subscript(end: ConnectionEnd) -> Side { sides[at(end)] }

    private var isAnnounced: Bool { !responders.responders.isEmpty }

    mutating func play() throws(WireError) {
        if isAnnounced { simulation.wait(.responders(.start(0)), for: 0) }
        // Names are won after a second.
        let first = isAnnounced ? 3000 * Self.millisecond : 0
        for client in 0..<plan.clients {
            let wait = first + Int64(client) * 40 * Self.millisecond + somewhatLater(30 * Self.millisecond)
            simulation.wait(.begin(client: client), for: wait)
        }
        while let outcome = simulation.next() { try handle(outcome) }
    }

    func truth() -> ConversationTruth {
        var truth = ConversationTruth(
            "described", seed: plan.seed, start: plan.start, point: plan.point, link: plan.link, hosts: hosts)
        if isAnnounced { truth.services = responders.services(hosts) }
        truth.sessions = sessions(starts: starts)
        return truth
    }

    /// A time up to that long, and never none.
    mutating func somewhatLater(_ longest: Int64) -> Int64 {
        Int64(simulation.random.number(in: 1...max(1, Int(longest / 1000)))) * 1000
    }

    // MARK: - Events

    private mutating func handle(_ outcome: Simulation<Timer>.Outcome) throws(WireError) {
        switch outcome {
        case .timer(let timer): try handle(timer)
        case .datagram(let datagram, let host):
            if datagram.isMulticast {
                if host == 0, isAnnounced { _ = try responders.receive(datagram, at: host, in: &simulation) }
            } else if plan.transport == .udp {
                let client = host == 0 ? datagram.sender - 1 : host - 1
                receive(
                    datagram.payload, at: ConnectionEnd(connection: client, side: host == 0 ? .responder : .initiator))
            }
        case .asked(let end): simulation.accept(end)
        case .established(let end):
            log[end].opened = simulation.now
            open(end)
        case .received(let bytes, let end): receive(stream: bytes, at: end)
        case .ended(let end):
            log[end].ended = simulation.now
            if end.side == .responder { simulation.close(end) }
        case .refused: break
        }
    }

    private mutating func handle(_ timer: Timer) throws(WireError) {
        switch timer {
        case .responders(let timer): try responders.handle(timer, in: &simulation)
        case .begin(let client): begin(client)
        case .say(let end): speak(end)
        case .beat(let end, let type):
            // Over TCP until the end of the stream, which may be later than the last message.
            guard plan.transport == .tcp ? !isClosed(end) : !self[end].isDone || !self[end.other].isDone else { return }
            say(type, from: end)
            if let period = manners.period(of: type.name, from: end.role) {
                simulation.wait(.beat(end, type), for: period)
            }
        case .answer(let end, let asked):
            sides[at(end)].pendingAnswers -= 1
            let ask = self[end.other].messages[asked]
            if let pair = manners.pair(askedBy: ask.type.name),
                let type = plan.maker.types.first(where: { $0.name == pair.answer })
            {
                say(type, from: end, answering: asked, with: ask.key)
            }
            endIfDone(end.connection)
        case .close(let connection):
            let end = ConnectionEnd(connection: connection, side: .initiator)
            if plan.transport == .tcp { simulation.close(end) }
        }
    }

    private mutating func begin(_ client: Int) {
        starts[client] = simulation.now
        guard plan.transport == .udp else {
            let end = simulation.connect(from: client + 1, port: clientPorts[client], to: 0, port: plan.port)
            log.noteStart(end.connection, at: simulation.now)
            return
        }
        open(ConnectionEnd(connection: client, side: .initiator))
    }

    /// An end is ready to speak.
    mutating func open(_ end: ConnectionEnd) {
        sides[at(end)].opened = simulation.now
        guard case .webSocket? = plan.compiled.description.framing?.method else {
            return simulation.wait(.say(end), for: somewhatLater(plan.pace))
        }
        if end.side == .initiator { write(WebSocketOpening.request, from: end) }
    }

    func isClosed(_ end: ConnectionEnd) -> Bool { plan.transport == .tcp && simulation[end].isClosed }

    // MARK: - Sending

    /// Says something unprompted, and something else later.
    private mutating func speak(_ end: ConnectionEnd) {
        let side = self[end]
        guard side.said < plan.messages else {
            sides[at(end)].isDone = true
            return endIfDone(end.connection)
        }
        let sent = side.messages.suffix(256).map { DescribedManners.Sent(type: $0.type.name, time: $0.time) }
        let choice = manners.choice(
            for: end.role, sent: sent, heard: side.heard, opened: side.opened ?? 0, now: simulation.now)
        guard case .types(let types) = choice else {
            // The rules allow nothing now. They may later; but not for ever.
            sides[at(end)].waited += 1
            if self[end].waited > 200 { sides[at(end)].said = plan.messages }
            return simulation.wait(.say(end), for: 50 * Self.millisecond)
        }
        sides[at(end)].said += 1
        say(simulation.random.pick(types), from: end)
        simulation.wait(.say(end), for: somewhatLater(plan.pace))
    }

    private mutating func say(
        _ type: DescribedType, from end: ConnectionEnd, answering asked: Int? = nil, with key: FieldValue? = nil
    ) {
        guard !isClosed(end) else { return }
        let counter = plan.compiled.description.message.number?.byType == true ? type.name ?? "" : ""
        let number = self[end].numbers[counter] ?? 0
        guard let speech = make(type, end, key, number) else { return }
        if speech.isNumbered { sides[at(end)].numbers[counter] = number + 1 }
        var bytes = speech.bytes
        if case .webSocket? = plan.compiled.description.framing?.method, end.side == .initiator {
            bytes = WebSocketOpening.masked(bytes, simulation.random.bytes(4))
        }
        let index = self[end].messages.count
        sides[at(end)].direction.write(type.name ?? "message", 0)
        sides[at(end)].direction.messageBytesWritten = (self[end].direction.messageBytesWritten ?? 0) + speech.bodySize
        sides[at(end)].messages.append(
            Message(
                type: type, time: simulation.now, end: self[end].direction.bytesWritten + bytes.count, key: speech.key,
                number: speech.isNumbered ? number : nil, answered: asked))
        if let name = type.name { sides[at(end)].heard.insert(name) }
        if plan.transport == .udp { sides[at(end)].payloads[bytes, default: []].append(index) }
        write(bytes, from: end)
        if let name = type.name, let period = manners.period(of: name, from: end.role),
            sides[at(end)].beats.insert(name).inserted
        {
            simulation.wait(.beat(end, type), for: period)
        }
    }

    /// A message that keeps the rules about sizes; nil where none is small enough.
    private mutating func make(
        _ type: DescribedType, _ end: ConnectionEnd, _ key: FieldValue?, _ number: Int64
    ) -> DescribedSpeech? {
        let host = end.side == .initiator ? end.connection + 1 : 0
        var facts = DescribedFacts(
            sender: hosts[host].name, senderNumber: host + 1, id: nextID, number: number, time: simulation.now,
            size: simulation.random.number(in: 0...plan.size), answered: key)
        let limit = manners.sizeLimit(of: type.name)
        for _ in 0..<16 {
            if let speech = try? plan.maker.message(type, facts, &simulation.random), speech.bodySize <= limit {
                nextID += 1
                return speech
            }
            facts.size /= 2
        }
        return nil
    }

    mutating func write(_ bytes: [UInt8], from end: ConnectionEnd) {
        sides[at(end)].direction.bytesWritten += bytes.count
        guard plan.transport == .udp else { return simulation.send(bytes, from: end) }
        let client = end.connection
        if end.side == .initiator {
            simulation.send(bytes, from: client + 1, port: clientPorts[client], to: 0, port: plan.port)
        } else {
            simulation.send(bytes, from: 0, port: plan.port, to: client + 1, port: clientPorts[client])
        }
    }

    /// Closes a connection on which nothing more is to be said.
    private mutating func endIfDone(_ connection: Int) {
        let ends = [ConnectionEnd(connection: connection, side: .initiator)].flatMap { [$0, $0.other] }
        guard ends.allSatisfy({ self[$0].isDone && self[$0].pendingAnswers == 0 }) else { return }
        // What is under way has time to come, and to be answered.
        simulation.wait(.close(connection: connection), for: 1000 * Self.millisecond + 6 * plan.link.delay)
    }
}

extension ConnectionEnd {
    /// The side as rules call it.
    var role: ProtocolExpectation.Side { side == .initiator ? .initiator : .responder }
}
