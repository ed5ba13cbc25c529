import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// A link with a tester and a responder, and a clock that jumps from one event to the next.
struct TestedLink {
    private static let latency: Int64 = 200_000
    private static let testerAddress = IPAddress(ipv4: 0x0A00_0002)

    private(set) var tester: ConformanceTester
    private(set) var log = ConformanceLog()
    private var responder: TestedResponder
    private var now: Int64 = 1_000_000_000
    private var frame = 0
    /// What the tester claimed and has not taken back.
    private(set) var falseRecords: [ResourceRecord] = []
    /// When the tester sent.
    private(set) var sendingTimes: [Int64] = []
    private var hasStarted = false
    private var arrivals: [(time: Int64, deliver: Delivery)] = []

    private enum Delivery {
        case toResponder(ConformanceTester.Datagram)
        case toTester(DNSMessage, ObservedDatagram)
    }

    init(
        _ fault: TestedResponder.Fault?, target: String = "Desk._ipp._tcp", scenarios: [ConformanceScenario],
        isHostOnly: Bool = false, seed: UInt64
    ) throws {
        responder = try TestedResponder(fault, seed: seed)
        let identity = ConformanceTester.Identity(
            linkAddress: LinkAddress(rawValue: 0x0200_0000_0002), address: Self.testerAddress, legacyPort: 40_000)
        // The responder comes to the link first.
        tester = ConformanceTester(
            try #require(ConformanceTester.TargetName(target)), as: identity, scenarios: scenarios,
            isHostOnly: isHostOnly, at: now + 12_000_000_000)
    }

    /// Plays all, and returns the target's card.
    mutating func play() throws -> ConformanceJudgement.Host {
        while !tester.isFinished { try step() }
        log.note(time: now)
        let link = LinkAddress(rawValue: 0x0200_0000_0001)
        let judgement = ConformanceJudgement(log)
        let card = judgement.hosts.first { $0.linkAddresses.contains(link) }
        return judgement.completed(try #require(card), by: tester.results)
    }

    /// Goes on to the next event.
    mutating func step() throws {
        if !hasStarted {
            hasStarted = true
            log.note(time: now)
            now += 2_000_000_000
            for datagram in responder.start(at: now) { try send(datagram) }
        }
        let next = [tester.due, responder.due, arrivals.map(\.time).min()].compactMap(\.self).min()
        now = max(now, try #require(next))
        let arrived = arrivals.filter { $0.time <= now }
        arrivals.removeAll { $0.time <= now }
        for arrival in arrived { try deliver(arrival.deliver) }
        for datagram in responder.timer(at: now) { try send(datagram) }
        for datagram in tester.timer(at: now) { try send(datagram) }
    }

    /// The user ends the test.
    mutating func stop() { tester.stop(at: now) }

    private mutating func deliver(_ delivery: Delivery) throws {
        switch delivery {
        case .toTester(let message, let datagram): tester.receive(message, of: datagram)
        case .toResponder(let datagram):
            let answers = responder.receive(
                datagram.message, from: datagram.source, port: datagram.sourcePort,
                isMulticast: datagram.destination.isMulticast, at: now)
            for answer in answers { try send(answer) }
        }
    }

    private mutating func send(_ datagram: ConformanceTester.Datagram) throws {
        sendingTimes.append(now)
        if datagram.message.flags.isResponse {
            for record in datagram.message.answers where record.ttl <= 10 {
                falseRecords.removeAll { $0.name == record.name && $0.data == record.data }
                if record.ttl > 0 { falseRecords.append(record) }
            }
        }
        observe(
            try datagram.message.bytes(compression: .multicast), host: 2, datagram.source, datagram.destination,
            datagram.sourcePort, datagram.destinationPort, datagram.hopLimit)
        arrivals.append((now + Self.latency, .toResponder(datagram)))
    }

    private mutating func send(_ datagram: TestedResponder.Datagram) throws {
        let isLegacy = datagram.port != 5353
        let observed = observe(
            try datagram.message.bytes(compression: isLegacy ? .unicast : .multicast), host: 1, TestedResponder.address,
            datagram.destination ?? LinkScript.group, 5353, datagram.port, responder.fault == .hopsLess ? 64 : 255)
        guard datagram.destination.map({ $0 == Self.testerAddress }) ?? true else { return }
        arrivals.append((now + Self.latency, .toTester(datagram.message, observed)))
    }

    @discardableResult
    private mutating func observe(
        _ bytes: [UInt8], host: UInt64, _ source: IPAddress, _ destination: IPAddress, _ sourcePort: UInt16,
        _ destinationPort: UInt16, _ hopLimit: UInt8
    ) -> ObservedDatagram {
        frame += 1
        let datagram = ObservedDatagram(
            frame: frame, time: now, linkSource: LinkAddress(rawValue: 0x0200_0000_0000 | host), source: source,
            destination: destination, sourcePort: sourcePort, destinationPort: destinationPort, identification: nil,
            hopLimit: hopLimit, isFragmented: false, networkLength: bytes.count + 28)
        log.note(time: now)
        log.observe(bytes.span, of: datagram)
        return datagram
    }
}
