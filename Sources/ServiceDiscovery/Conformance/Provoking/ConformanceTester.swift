import DNSWire
import WireCoding

/// Plays scenarios to a host on a link, so that there are occasions for its rules.
///
/// It is a value without clock or sockets. Its owner sends what it says, and gives it what comes:
///
///     var tester = ConformanceTester(target, as: identity, scenarios: ConformanceScenario.all, at: now)
///     while !tester.isFinished {
///         send(tester.timer(at: now))
///         // for each message that comes until `tester.due`
///         tester.receive(message, of: datagram)
///     }
///
/// What is heard meanwhile goes into a ``ConformanceLog`` too, for ``ConformanceJudgement`` to judge. No more than
/// ``packetsPerSecond`` and ``maximumPackets`` are sent, whatever the scenarios say.
public struct ConformanceTester: Sendable {
    public static let packetsPerSecond = 10
    public static let maximumPackets = 2000

    public let wanted: TestTargetName
    public let identity: TestIdentity
    public let scenarios: [ConformanceScenario]

    /// The target as it is known now; nil until it is found.
    public internal(set) var target: TestTarget?
    /// Of the scenarios that were begun.
    public internal(set) var results: [ScenarioResult] = []
    /// When ``timer(at:)`` is to be called next.
    public internal(set) var due: Int64
    public internal(set) var phase = Phase.searching
    /// Packets sent so far.
    public private(set) var sent = 0
    /// The name that the target had when it was found.
    public private(set) var originalName: DNSName?

    public enum Phase: Hashable, Sendable {
        case searching
        /// The scenario of this number is played.
        case testing(Int)
        /// False claims are taken back, and answers are still waited for.
        case leaving
        case finished
        /// Nobody answered for the name.
        case notFound
    }

    var search: TargetSearch
    /// What is left of the scenario, the next step first.
    var steps: ArraySlice<FlatStep> = []
    /// Set while a step waits for something.
    var deadline: Int64?
    var mark: Mark
    /// The times of the last packets, as many as may be sent in a second.
    private var recent: [Int64] = []
    /// Names that false claims were made for.
    private var disputed: [DNSName: [ResourceRecord]] = [:]

    /// - Parameters:
    ///   - wanted: The target.
    ///   - identity: Who the tester is.
    ///   - scenarios: What is played, in this order.
    ///   - time: Now, in nanoseconds of the clock of all other times.
    public init(
        _ wanted: TestTargetName, as identity: TestIdentity, scenarios: [ConformanceScenario], at time: Int64
    ) {
        (self.wanted, self.identity, self.scenarios) = (wanted, identity, scenarios)
        search = TargetSearch(wanted)
        mark = Mark(time: time, name: wanted.name)
        due = time
    }

    public var isFinished: Bool { phase == .finished || phase == .notFound }

    /// The scenario that is played.
    public var current: ConformanceScenario? {
        guard case .testing(let number) = phase else { return nil }
        return scenarios[number]
    }

    /// Whether the next step waits until somebody restarts the target.
    public var awaitsRestart: Bool {
        if deadline != nil, case .awaitRestart = steps.first { return true }
        return false
    }

    /// Takes a message of another host.
    public mutating func receive(_ message: DNSMessage, of datagram: ObservedDatagram) {
        let isOwn = identity.linkAddress.map { $0 == datagram.linkSource } ?? (datagram.source == identity.address)
        guard !isOwn, !isFinished else { return }
        if phase == .searching { search.receive(message, of: datagram) }
        guard let target, target.linkAddress.map({ $0 == datagram.linkSource }) ?? (datagram.source == target.address)
        else { return }
        let isProbe = note(message, of: datagram)
        if wakes(isProbe) { due = min(due, datagram.time) }
    }

    /// Does what is due. Called too early, it does nothing.
    ///
    /// - Returns: What is to be sent now.
    public mutating func timer(at time: Int64) -> [TestDatagram] {
        var datagrams: [TestDatagram] = []
        while !isFinished, time >= due {
            // What was sent is heard before it is judged: a step at a time.
            if let datagram = step(at: time) { datagrams.append(datagram) }
        }
        return datagrams
    }

    /// Ends the test before all is played: what was claimed falsely is still taken back.
    public mutating func stop(at time: Int64) {
        guard case .testing = phase else {
            if phase == .searching { phase = .notFound }
            return
        }
        if !results.isEmpty { results[results.count - 1].end = .interrupted }
        leave(at: time)
    }

    private mutating func step(at time: Int64) -> TestDatagram? {
        // The limit holds for all of it.
        if recent.count >= Self.packetsPerSecond, let oldest = recent.first, time &- oldest < 1_000_000_000 {
            due = oldest &+ 1_000_000_000
            return nil
        }
        switch phase {
        case .searching: return stepOfSearch(at: time)
        case .testing: return stepOfScenario(at: time)
        case .leaving: return stepOfLeaving(at: time)
        case .finished, .notFound: return nil
        }
    }

    private mutating func stepOfSearch(at time: Int64) -> TestDatagram? {
        if let query = search.nextQuery() {
            due = time &+ TargetSearch.interval
            return send(toGroup: query, at: time)
        }
        guard let found = search.target(isIPv6: identity.address.isIPv6) else {
            phase = .notFound
            return nil
        }
        target = found
        originalName = found.name
        begin(0, at: time)
        return nil
    }

    private mutating func begin(_ number: Int, at time: Int64) {
        due = time
        guard number < scenarios.count, sent < Self.maximumPackets else { return leave(at: time) }
        phase = .testing(number)
        results.append(ScenarioResult(scenarios[number]))
        steps = FlatStep.flattened(scenarios[number].steps)[...]
        deadline = nil
        if scenarios[number].need == .service, target?.service == nil { end(.notApplicable, at: time) }
    }

    /// Ends the scenario that is played, and begins the next.
    mutating func end(_ end: ScenarioResult.End, at time: Int64) {
        guard case .testing(let number) = phase else { return }
        results[results.count - 1].end = end
        begin(number + 1, at: time)
    }

    private mutating func leave(at time: Int64) {
        phase = .leaving
        steps = []
        deadline = nil
        due = time
    }

    /// Takes back a false claim, asks the target what is true, and listens for a moment.
    private mutating func stepOfLeaving(at time: Int64) -> TestDatagram? {
        if let name = disputed.keys.min(by: { $0.presentation < $1.presentation }), let claim = disputed[name] {
            disputed[name] = nil
            due = time &+ 250_000_000
            return send(
                toGroup: DNSMessage(flags: .multicastResponse, answers: claim.map { $0.with(ttl: 0) }), at: time)
        }
        guard deadline == nil, let target else {
            phase = .finished
            return nil
        }
        deadline = time
        due = time &+ 3_000_000_000
        return send(toGroup: DNSMessage(questions: [Question(name: target.name, type: .any)]), at: time)
    }

    private mutating func send(toGroup message: DNSMessage, at time: Int64) -> TestDatagram {
        countPacket(at: time)
        return TestDatagram(
            message: message, source: identity.address, destination: identity.group,
            sourcePort: WellKnownPort.multicastDNS, destinationPort: WellKnownPort.multicastDNS)
    }

    /// Makes a message of a scenario; nil where the target lacks what it is about.
    mutating func send(_ message: TestMessage, at time: Int64) -> TestDatagram? {
        guard let target,
            let datagram = message.made(
                for: target, from: identity, identifier: UInt16(truncatingIfNeeded: 0x4E53 &+ sent))
        else { return nil }
        countPacket(at: time)
        for record in datagram.message.answers where message.isFalse && record.ttl > 0 {
            guard record.data != target.service?.pointer.data else { continue }
            let claimed = disputed[record.name] ?? []
            if !claimed.contains(where: { $0.data == record.data }) { disputed[record.name] = claimed + [record] }
        }
        mark = Mark(time: time, name: target.name, message: datagram.message)
        return datagram
    }

    private mutating func countPacket(at time: Int64) {
        sent += 1
        recent.append(time)
        if recent.count > Self.packetsPerSecond { recent.removeFirst() }
    }
}
