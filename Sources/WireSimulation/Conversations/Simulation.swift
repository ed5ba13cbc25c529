import DNSWire
import HeapModule
import PacketDissection
import WireCoding
import WireTesting

/// Hosts that talk over a ``NetworkModel`` while a capture runs. It carries datagrams and streams. A conversation
/// decides what is sent, and gets what arrives.
struct Simulation<Timer: Sendable>: Sendable {
    /// An event that a conversation receives.
    enum Outcome: Sendable {
        case timer(Timer)
        /// A datagram came.
        case datagram(Datagram, host: Int)
        /// A SYN came; without an answer by ``accept(_:)`` or ``refuse(_:)`` it is repeated.
        case asked(ConnectionEnd)
        /// The connection is ready at this end.
        case established(ConnectionEnd)
        case refused(ConnectionEnd)
        case received([UInt8], ConnectionEnd)
        /// The other end will send no more.
        case ended(ConnectionEnd)
    }

    struct Datagram: Sendable {
        let sender: Int
        let isMulticast: Bool
        let payload: [UInt8]
    }

    private struct Segment: Sendable {
        let piece: SimulatedConnection.Piece
        let acknowledged: Int
    }

    private enum Event: Sendable {
        case outcome(Outcome)
        case segment(Segment, ConnectionEnd)
        case retransmission(ConnectionEnd, timer: Int)
    }

    /// Bytes of a segment.
    static var maximumSegment: Int { 1448 }

    let hosts: [SyntheticHost]
    let point: NetworkModel.CapturePoint
    var random: SeededGenerator
    private(set) var now: Int64
    private(set) var connections: [SimulatedConnection] = []
    private(set) var packets = PacketSchedule()
    private var network: NetworkModel
    /// How long hosts wait for an acknowledgment, in nanoseconds.
    private let retransmissionTimeout: Int64
    private var events = EventQueue<Event>()
    private var outcomes: [Outcome] = []

    /// - Parameter link: The link between two hosts.
    init(hosts: [SyntheticHost], link: NetworkModel.Link, point: NetworkModel.CapturePoint, seed: UInt64, start: Int64)
    {
        self.hosts = hosts
        self.point = point
        // The fates of packets do not change what hosts draw.
        network = NetworkModel(link: link, seed: seed &+ 1)
        random = SeededGenerator(seed: seed)
        // As hosts that have measured the way there and back would (RFC 6298 §2), with time to spare.
        retransmissionTimeout = max(300_000_000, 3 &* (link.delay &+ link.jitter))
        now = start
    }

    mutating func wait(_ timer: Timer, for duration: Int64) { events.add(.outcome(.timer(timer)), at: now &+ duration) }

    mutating func wait(_ timer: Timer, until time: Int64) { events.add(.outcome(.timer(timer)), at: max(now, time)) }

    /// The next event, or nil at the end.
    mutating func next() -> Outcome? {
        while outcomes.isEmpty {
            guard let (time, event) = events.next() else { return nil }
            now = time
            switch event {
            case .outcome(let outcome): return outcome
            case .segment(let segment, let end): receive(segment, at: end)
            case .retransmission(let end, let timer): repeatFirst(of: end, timer)
            }
        }
        return outcomes.removeFirst()
    }
}

extension Simulation {
    // MARK: - Datagrams

    /// - Parameter receiver: Nil for all hosts.
    mutating func send(
        _ payload: [UInt8], from sender: Int, port: UInt16, to receiver: Int?, port destinationPort: UInt16
    ) {
        let datagram = Datagram(sender: sender, isMulticast: receiver == nil, payload: payload)
        let source = hosts[sender]
        let content = PacketSchedule.Content.datagram(source: port, destination: destinationPort, payload)
        let target = receiver.map { hosts[$0] } ?? .multicastDNS
        var wasSeen = false
        for host in hosts.indices where host != sender && (receiver == nil || receiver == host) {
            let transit = network.carry(from: source, to: hosts[host], at: now)
            for arrival in transit.arrivals { events.add(.outcome(.datagram(datagram, host: host)), at: arrival) }
            for time in point.sightings(of: transit, from: sender, to: host) {
                // A packet to all is a single packet at the sender and on its way.
                if receiver == nil, wasSeen, point != .host(host) { continue }
                wasSeen = true
                packets.add(content, from: source, to: target, at: time)
            }
        }
    }

    /// Sends a message of multicast DNS to all, or to one host.
    mutating func send(_ message: DNSMessage, from sender: Int, to receiver: Int? = nil) throws(WireError) {
        let (bytes, port) = (try message.serialized(), WellKnownPort.multicastDNS)
        send(bytes, from: sender, port: port, to: receiver, port: port)
    }

    // MARK: - Streams

    subscript(end: ConnectionEnd) -> SimulatedConnection.End {
        get { connections[end.connection][end.side] }
        set { connections[end.connection][end.side] = newValue }
    }

    /// Sends a SYN.
    ///
    /// - Returns: The end that sends it.
    mutating func connect(from host: Int, port: UInt16, to other: Int, port otherPort: UInt16) -> ConnectionEnd {
        let connection = SimulatedConnection(
            initiator: .init(host: host, port: port, initialSequence: random.integer()),
            responder: .init(host: other, port: otherPort, initialSequence: random.integer()))
        connections.append(connection)
        let end = ConnectionEnd(connection: connections.count - 1, side: .initiator)
        append(.init(position: 0, flags: .syn), to: end)
        return end
    }

    /// Answers a SYN.
    mutating func accept(_ end: ConnectionEnd) {
        guard self[end].next == 0 else { return }
        append(.init(position: 0, flags: .syn), to: end)
    }

    /// Answers a SYN with a reset. If that is lost, the SYN comes again, and may be answered otherwise.
    mutating func refuse(_ end: ConnectionEnd) { put(.init(position: 0, flags: .rst), from: end) }

    /// - Precondition: This end was not closed.
    mutating func send(_ bytes: [UInt8], from end: ConnectionEnd) {
        precondition(!self[end].isClosed, "nothing follows a FIN")
        for start in stride(from: 0, to: bytes.count, by: Self.maximumSegment) {
            let content = Array(bytes[start...].prefix(Self.maximumSegment))
            append(.init(position: self[end].next, bytes: content, flags: .psh), to: end)
        }
    }

    /// Sends a FIN after all sent bytes.
    mutating func close(_ end: ConnectionEnd) {
        guard !self[end].isClosed else { return }
        self[end].isClosed = true
        append(.init(position: self[end].next, flags: .fin), to: end)
    }

    private mutating func append(_ piece: SimulatedConnection.Piece, to end: ConnectionEnd) {
        let isFirst = self[end].pending.isEmpty
        self[end].next = piece.end
        self[end].pending.append(piece)
        put(piece, from: end)
        if isFirst { startTimer(of: end) }
    }

    private mutating func startTimer(of end: ConnectionEnd) {
        let state = self[end]
        let base = state.isEstablished ? retransmissionTimeout : max(1_000_000_000, retransmissionTimeout)
        events.add(.retransmission(end, timer: state.timer), at: now &+ base << min(state.attempts, 6))
    }

    /// The first piece without an acknowledgment is due again.
    private mutating func repeatFirst(of end: ConnectionEnd, _ timer: Int) {
        let state = self[end]
        guard timer == state.timer, !state.pending.isEmpty, !connections[end.connection].isReset else { return }
        guard state.attempts < SimulatedConnection.maximumAttempts else { return }
        self[end].attempts += 1
        self[end].timer += 1
        retransmit(from: end)
        startTimer(of: end)
    }

    private mutating func retransmit(from end: ConnectionEnd) {
        guard let piece = self[end].pending.first else { return }
        if !piece.bytes.isEmpty { self[end].retransmissions += 1 }
        put(piece, from: end)
    }

    /// Puts a segment on its way.
    private mutating func put(_ piece: SimulatedConnection.Piece, from end: ConnectionEnd) {
        let (own, other) = (self[end], self[end.other])
        let acknowledged = own.expected
        let header = TCPHeader(
            sourcePort: own.port, destinationPort: other.port,
            sequenceNumber: piece.flags.contains(.rst)
                ? 0 : own.initialSequence &+ UInt32(truncatingIfNeeded: piece.position),
            acknowledgmentNumber: acknowledged == 0
                ? 0 : other.initialSequence &+ UInt32(truncatingIfNeeded: acknowledged),
            flags: acknowledged == 0 ? piece.flags : piece.flags.union(.ack))
        let (source, target) = (hosts[own.host], hosts[other.host])
        let transit = network.carry(from: source, to: target, at: now)
        for time in point.sightings(of: transit, from: own.host, to: other.host) {
            packets.add(.segment(header, piece.bytes), from: source, to: target, at: time)
        }
        let segment = Segment(piece: piece, acknowledged: acknowledged)
        for time in transit.arrivals { events.add(.segment(segment, end.other), at: time) }
    }

    private mutating func receive(_ segment: Segment, at end: ConnectionEnd) {
        // Anything that arrives after a reset, including copies of it, is ignored.
        guard !connections[end.connection].isReset else { return }
        guard !segment.piece.flags.contains(.rst) else {
            // Its sequence number belongs to no open connection, in case a copy of the SYN was refused before.
            guard !self[end].isEstablished else { return }
            connections[end.connection].isReset = true
            self[end].pending = []
            return outcomes.append(.refused(end))
        }
        let isPure = segment.piece.end == segment.piece.position
        switch self[end].acknowledge(upTo: segment.acknowledged, isPure: isPure) {
        case .nothing: break
        case .third: retransmit(from: end)
        case .progress: if !self[end].pending.isEmpty { startTimer(of: end) }
        }
        if segment.piece.flags.contains(.syn), end.side == .responder, self[end].next == 0 {
            self[end].expected = 1
            return outcomes.append(.asked(end))
        }
        let (bytes, hasEnded) = self[end].take(segment.piece)
        // A segment that is in order here has its acknowledgment; so has one that came again, since the first was lost.
        if !isPure { put(.init(position: self[end].next), from: end) }
        if segment.acknowledged > 0, !self[end].isEstablished {
            self[end].isEstablished = true
            outcomes.append(.established(end))
        }
        if !bytes.isEmpty { outcomes.append(.received(bytes, end)) }
        if hasEnded { outcomes.append(.ended(end)) }
    }
}

/// Future events, returned in time order; events with equal times in the order in which they were added.
struct EventQueue<Event: Sendable>: Sendable {
    private struct Entry: Comparable {
        let time: Int64
        /// A heap keeps no order among equals, and the same seed has to give the same bytes.
        let order: Int
        let event: Event

        static func == (a: Entry, b: Entry) -> Bool { a.order == b.order }
        static func < (a: Entry, b: Entry) -> Bool { (a.time, a.order) < (b.time, b.order) }
    }

    private var entries = Heap<Entry>()
    private var order = 0

    /// - Parameter time: In nanoseconds.
    mutating func add(_ event: Event, at time: Int64) {
        entries.insert(Entry(time: time, order: order, event: event))
        order += 1
    }

    /// The next event and its time, or nil if there are no more.
    mutating func next() -> (time: Int64, event: Event)? {
        entries.popMin().map { ($0.time, $0.event) }
    }
}
