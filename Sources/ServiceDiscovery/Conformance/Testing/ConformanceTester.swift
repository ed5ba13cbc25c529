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
    /// The most packets that are sent in a second.
    public static let packetsPerSecond = 10
    /// The most packets that are sent in a test.
    public static let maximumPackets = 2000

    /// The target as its user named it.
    public let targetName: TargetName
    /// The addresses and the port that messages are sent with.
    public let identity: Identity
    /// What is played, in order.
    public let scenarios: [ConformanceScenario]

    /// The target as it is known now; nil until it is found.
    public private(set) var target: Target?
    /// Of the scenarios that were begun.
    public internal(set) var results: [ScenarioResult] = []
    /// When ``timer(at:)`` is to be called next.
    public internal(set) var due: Int64
    /// How far the test has come.
    public private(set) var phase = Phase.searching
    /// Packets sent so far.
    public private(set) var sentPackets = 0
    /// The name that the target had when it was found.
    public private(set) var originalName: DNSName?

    /// The parts of a test.
    @nonexhaustive
    public enum Phase: Hashable, Sendable {
        /// The target is asked for.
        case searching
        /// The scenario of this number is played.
        case testing(Int)
        /// False claims are taken back, and answers are still waited for.
        case leaving
        /// The test is over, and the false claims are taken back.
        case finished
        /// Nobody answered for the name.
        case notFound
        /// The user ended the test before the target was found.
        case interrupted
    }

    private var search: TargetSearch
    /// What is left of the scenario, the next step first.
    var steps: ArraySlice<FlatStep> = []
    /// Set while a step waits for something.
    var deadline: Int64?
    var mark: Mark
    /// What other hosts asked for lately.
    private(set) var foreignQuestions: [(name: DNSName, time: Int64)] = []
    /// The time of the last step.
    private var now: Int64
    /// The times of the last packets, as many as may be sent in a second.
    private var recent: [Int64] = []
    /// False records that were not taken back yet.
    private var falseRecords: [ResourceRecord] = []
    /// What the target is asked for at the end, and how often that is tried yet.
    private var lastQuestions: [Question] = []
    private var lastAttempts = 3
    /// Whether a service is left alone, and the host's name is disputed.
    private let isHostOnly: Bool
    /// When the target sent anything.
    var lastHeard: Int64?
    /// Failures to answer, which count once the target is heard again.
    var unconfirmed: [(result: Int, expectation: ConformanceScenario.Expectation, time: Int64)] = []

    /// - Parameters:
    ///   - target: The host or instance.
    ///   - identity: Who the tester is.
    ///   - scenarios: What is played, in this order.
    ///   - isHostOnly: Whether services of the host are left alone, so that it is the host's name that is disputed.
    ///   - time: Now, in nanoseconds of the clock of all other times.
    public init(
        _ target: TargetName, as identity: Identity, scenarios: [ConformanceScenario], isHostOnly: Bool = false,
        at time: Int64
    ) {
        self.isHostOnly = isHostOnly
        (targetName, self.identity, self.scenarios) = (target, identity, scenarios)
        search = TargetSearch(target)
        mark = Mark(time: time, name: target.name)
        (due, now) = (time, time)
    }

    /// Whether nothing more is sent and awaited.
    public var isFinished: Bool {
        switch phase {
        case .searching, .testing, .leaving: false
        case .finished, .notFound, .interrupted: true
        }
    }

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

    /// Takes a message of another host. Those of the other family are left to the log.
    public mutating func receive(_ message: DNSMessage, of datagram: ObservedDatagram) {
        let isOwn = identity.linkAddress.map { $0 == datagram.linkSource } ?? (datagram.source == identity.address)
        guard !isOwn, !isFinished, datagram.source.isIPv6 == identity.address.isIPv6 else { return }
        if phase == .searching { search.receive(message, of: datagram) }
        guard let target else { return }
        guard target.linkAddress.map({ $0 == datagram.linkSource }) ?? (datagram.source == target.address) else {
            noteForeign(message, at: datagram.time)
            return
        }
        confirm(at: now)
        let isProbe = note(message, of: datagram)
        if wakes(isProbe) { due = min(due, now) }
    }

    /// Does what is due. Called too early, it does nothing.
    ///
    /// - Returns: What is to be sent now.
    public mutating func timer(at time: Int64) -> [Datagram] {
        now = max(now, time)
        var datagrams: [Datagram] = []
        while !isFinished, now >= due {
            if let datagram = step(at: now) { datagrams.append(datagram) }
        }
        return datagrams
    }

    /// Ends the test before all is played: what was claimed falsely is still taken back.
    public mutating func stop(at time: Int64) {
        switch phase {
        case .searching: phase = .interrupted
        case .testing:
            results[results.count - 1].end = .interrupted
            leave(at: max(now, time))
        case .leaving, .finished, .notFound, .interrupted: break
        }
    }

    // MARK: - Phases

    private mutating func step(at time: Int64) -> Datagram? {
        // The limit delays every step, so that no wait is measured from a packet that is not sent yet.
        if recent.count >= Self.packetsPerSecond, let oldest = recent.first, time &- oldest < 1_000_000_000 {
            due = oldest &+ 1_000_000_000
            return nil
        }
        switch phase {
        case .searching: return stepOfSearch(at: time)
        case .testing: return stepOfScenario(at: time)
        case .leaving: return stepOfLeaving(at: time)
        case .finished, .notFound, .interrupted: return nil
        }
    }

    private mutating func stepOfSearch(at time: Int64) -> Datagram? {
        if let query = search.nextQuery() {
            due = time &+ TargetSearch.interval
            return toGroup(query, at: time)
        }
        guard var found = search.target(isIPv6: identity.address.isIPv6) else {
            phase = .notFound
            return nil
        }
        if isHostOnly { found.service = nil }
        target = found
        originalName = found.name
        begin(0, at: time)
        return nil
    }

    /// Begins a scenario; those that the target lacks something for end at once.
    private mutating func begin(_ first: Int, at time: Int64) {
        guard let target else { return }
        var number = first
        while number < scenarios.count {
            results.append(ScenarioResult(scenarios[number]))
            if scenarios[number].need == .host || target.service != nil { break }
            results[results.count - 1].end = .notApplicable
            number += 1
        }
        guard number < scenarios.count else { return leave(at: time) }
        phase = .testing(number)
        steps = FlatStep.flattened(scenarios[number].steps)[...]
        deadline = nil
        mark = Mark(time: time, name: target.name)
        due = time
    }

    /// Ends the scenario that is played, and begins the next.
    mutating func end(_ end: ScenarioResult.End, at time: Int64) {
        guard case .testing(let number) = phase else { return }
        results[results.count - 1].end = end
        if end == .packetLimit { leave(at: time) } else { begin(number + 1, at: time) }
    }

    private mutating func leave(at time: Int64) {
        phase = .leaving
        steps = []
        deadline = nil
        due = time
        guard let target else { return }
        // What the target has now is true by chance, or another's.
        falseRecords.removeAll { $0.data == .pointer(target.name) }
        lastQuestions = [Question(name: target.name, type: .any), Question(name: target.host, type: .any)]
        if let service = target.service { lastQuestions.append(Question(name: service.type, type: .ptr)) }
    }

    /// Takes false claims back, asks the target what is true, and listens for a moment.
    private mutating func stepOfLeaving(at time: Int64) -> Datagram? {
        if !falseRecords.isEmpty {
            var goodbye = DNSMessage(
                flags: .multicastResponse, answers: falseRecords.map { $0.with(ttl: 0).with(cacheFlush: false) })
            goodbye.shorten(to: DNSMessage.multicastPayloadSize)
            falseRecords.removeFirst(max(1, goodbye.answers.count))
            due = time &+ 250_000_000
            return toGroup(goodbye, at: time)
        }
        let isAnswered = lastAttempts < 3 && (lastHeard ?? .min) >= mark.time
        guard !isAnswered, lastAttempts > 0, !lastQuestions.isEmpty else {
            phase = .finished
            return nil
        }
        lastAttempts -= 1
        let query = DNSMessage(questions: lastQuestions)
        if lastAttempts == 2 { mark = Mark(time: time, name: mark.name) }
        due = time &+ 3_000_000_000
        return toGroup(query, at: time)
    }

    // MARK: - Sending

    /// Whether a further packet leaves enough for those of the end.
    var maySend: Bool {
        // A goodbye has room for two records at least, however long their names are.
        sentPackets + 5 + falseRecords.count / 2 < Self.maximumPackets
    }

    private mutating func toGroup(_ message: DNSMessage, at time: Int64) -> Datagram {
        countPacket(at: time)
        return Datagram(
            message: message, source: identity.address, destination: identity.group,
            sourcePort: WellKnownPort.multicastDNS, destinationPort: WellKnownPort.multicastDNS)
    }

    /// Makes a message of a scenario; nil where the target lacks what it is about.
    mutating func make(_ message: ConformanceScenario.Message, at time: Int64) -> Datagram? {
        guard let target,
            let datagram = message.made(
                for: target, from: identity, identifier: UInt16(truncatingIfNeeded: 0x4E53 &+ sentPackets))
        else { return nil }
        countPacket(at: time)
        for record in datagram.message.answers where message.isFalse {
            if !falseRecords.contains(where: { $0.isSameRecord(as: record) }) { falseRecords.append(record) }
        }
        if message.isGoodbye {
            falseRecords.removeAll { record in datagram.message.answers.contains { $0.isSameRecord(as: record) } }
        }
        mark = Mark(time: time, name: target.name, message: datagram.message)
        return datagram
    }

    private mutating func countPacket(at time: Int64) {
        sentPackets += 1
        recent.append(time)
        if recent.count > Self.packetsPerSecond { recent.removeFirst() }
    }

    // MARK: - Hearing

    /// Questions of others may be why the target answers.
    private mutating func noteForeign(_ message: DNSMessage, at time: Int64) {
        guard !message.flags.isResponse else { return }
        foreignQuestions.removeAll { $0.time < time &- Nanoseconds.answer }
        for question in message.questions.prefix(32) where foreignQuestions.count < 256 {
            foreignQuestions.append((question.name, time))
        }
    }

    /// What the target says of itself.
    mutating func follow(_ records: [ResourceRecord], isProbe: Bool) {
        // It has no reason to take another name unless this one is disputed; who can keep it probes for another first.
        let effects = current?.effects ?? [.renames]
        let mayRename = isProbe ? !effects.isEmpty : !effects.isDisjoint(with: [.renames, .needsRestart])
        target?.follow(records, isProbe: isProbe, mayRename: mayRename)
    }
}
