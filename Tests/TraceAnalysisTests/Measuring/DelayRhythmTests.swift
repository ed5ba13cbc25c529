import Testing
import TraceModel
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

@Suite struct DelayRhythmTests {
    private static let millisecond: Int64 = 1_000_000

    /// What a packet waits that is sent at a time, where both ends share slots 0 and 8 of a schedule.
    private static func wait(at time: Int64, slots: [Int64] = [0, 8]) -> Int64 {
        let slot = DelayRhythm.period / 16
        let phase = time % DelayRhythm.period
        if slots.contains(phase / slot) { return 0 }
        let starts = slots.map { $0 * slot } + slots.map { $0 * slot + DelayRhythm.period }
        return (starts.filter { $0 > phase }.min() ?? phase) - phase
    }

    private func evidence(
        every interval: Int64, count: Int, _ delay: (Int64) -> Int64
    ) -> DelayRhythm.Evidence? {
        var watch = DelayRhythmWatch()
        for number in 0..<count {
            let time = Int64(number) * interval
            watch.record(delay(time), sentAt: time)
        }
        watch.finish()
        return watch.evidence
    }

    @Test func packetsThatWaitForCommonSlots() throws {
        let found = try #require(
            evidence(every: 100 * Self.millisecond, count: 300) { 2 * Self.millisecond + Self.wait(at: $0) })
        #expect(found.wait > 0.2 && found.usual < 0.02 && found.explained > 0.9)
    }

    /// The next request leaves a moment after each answer, so that nearly none falls where there is no common slot.
    private func pingPong(slots: [Int64], seconds: Int64, pause: Int64) -> DelayRhythm.Evidence? {
        var watch = DelayRhythmWatch()
        var time: Int64 = 100 * Self.millisecond
        while time < seconds * 1_000_000_000 {
            let delay = 4 * Self.millisecond + Self.wait(at: time, slots: slots)
            watch.record(delay, sentAt: time)
            time += max(delay + Self.millisecond, pause)
        }
        watch.finish()
        return watch.evidence
    }

    @Test func aSenderThatWaitsForEachAnswer() throws {
        let two = try #require(pingPong(slots: [0, 8], seconds: 60, pause: 10 * Self.millisecond))
        #expect(two.wait > 0.4 && two.usual < 0.005 && two.explained == 1)
        #expect(pingPong(slots: [0], seconds: 60, pause: 10 * Self.millisecond) != nil)
        #expect(
            pingPong(slots: [0, 1, 2, 3, 4, 8, 9, 10, 11, 12], seconds: 30, pause: 100 * Self.millisecond) != nil)
    }

    @Test func aPingPongInARhythmOfItsOwn() {
        for period in [350, 500, 700, 1000, 1100] as [Int64] {
            var watch = DelayRhythmWatch()
            var time: Int64 = 0
            while time < 60_000_000_000 {
                let phase = time % (period * Self.millisecond)
                let delay = phase < 20 * Self.millisecond ? 200 * Self.millisecond : 4 * Self.millisecond
                watch.record(delay, sentAt: time)
                time += delay + 10 * Self.millisecond
            }
            watch.finish()
            #expect(watch.evidence == nil, "a period of \(period) ms")
        }
    }

    @Test func aBurstIsNoRhythm() {
        // An upload fills the queue once; what follows is short.
        var watch = DelayRhythmWatch()
        for number in 0..<400 as Range<Int64> {
            watch.record((20 + number * 2 / 5) * Self.millisecond, sentAt: number * Self.millisecond / 2)
        }
        for number in 0..<300 as Range<Int64> {
            watch.record(5 * Self.millisecond, sentAt: (700 + number * 97) * Self.millisecond)
        }
        watch.finish()
        #expect(watch.evidence == nil)
        // The same once more every five seconds.
        var repeated = DelayRhythmWatch()
        for burst in 0..<40 as Range<Int64> {
            for number in 0..<200 as Range<Int64> {
                repeated.record(200 * Self.millisecond, sentAt: burst * 5_000_000_000 + number * Self.millisecond)
            }
            for number in 0..<40 as Range<Int64> {
                repeated.record(
                    5 * Self.millisecond, sentAt: burst * 5_000_000_000 + (700 + number * 97) * Self.millisecond)
            }
        }
        repeated.finish()
        #expect(repeated.evidence == nil)
    }

    @Test func rareStallsAmongShortDelays() {
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var watch = DelayRhythmWatch()
            var time: Int64 = 0
            for _ in 0..<600 {
                let stalls = Int.random(in: 0..<6, using: &random) == 0
                let delay = Self.millisecond * Int64.random(in: stalls ? 40...600 : 3...12, using: &random)
                watch.record(delay, sentAt: time)
                time += delay + Self.millisecond * Int64.random(in: 5...50, using: &random)
            }
            watch.finish()
            #expect(watch.evidence == nil)
        }
    }

    @Test func jitterOfOtherCausesHasNoRhythm() {
        var random = SeededGenerator(seed: 5)
        #expect(
            evidence(every: 100 * Self.millisecond, count: 600) { _ in
                Self.millisecond * Int64.random(in: 5...80, using: &random)
            } == nil)
        // Steady, long, and with spikes now and then.
        #expect(evidence(every: 100 * Self.millisecond, count: 600) { _ in 80 * Self.millisecond } == nil)
        #expect(
            evidence(every: 100 * Self.millisecond, count: 600) { time in
                time % 1_700_000_000 < 100_000_000 ? 300 * Self.millisecond : 15 * Self.millisecond
            } == nil)
    }

    @Test func timersOfHalfASecondAndOfASecondAreNoSlots() {
        for period in [400, 500, 600, 1000, 1100] as [Int64] {
            #expect(
                evidence(every: 77 * Self.millisecond, count: 400) { time in
                    time % (period * Self.millisecond) < 150 * Self.millisecond
                        ? 100 * Self.millisecond : Self.millisecond
                } == nil, "a period of \(period) ms")
        }
    }

    /// Waits that end with a timer, a few milliseconds late as timers are.
    private func timer(period: Int64, seconds: Int64) -> DelayRhythm.Evidence? {
        var random = SeededGenerator(seed: 11)
        var watch = DelayRhythmWatch()
        var time: Int64 = 0
        while time < seconds * 1_000_000_000 {
            let tick = (time / period + 1) * period
            let delay = tick - time + Self.millisecond * Int64.random(in: 0...4, using: &random)
            watch.record(delay, sentAt: time)
            watch.record(2 * Self.millisecond, sentAt: time + delay)
            time += delay + 10 * Self.millisecond
        }
        watch.finish()
        return watch.evidence
    }

    @Test(arguments: [1_050_000_000, 1_048_000_000, 524_000_000, 521_000_000, 525_000_000, 262_000_000])
    func aTimerNearAPartOfTheCycleIsNeverTakenForIt(period: Int64) {
        for seconds in [16, 20, 30, 45] as [Int64] {
            let found = timer(period: period, seconds: seconds)
            #expect(found == nil || found?.isOfSchedule == false, "after \(seconds) s")
        }
        #expect(timer(period: period, seconds: 120) == nil)
    }

    /// The same for slots, with as much jitter: until when is it open, and when is it known?
    @Test func slotsAreToldFromTimersWithinAMinute() throws {
        var random = SeededGenerator(seed: 12)
        var watch = DelayRhythmWatch()
        var time: Int64 = 100 * Self.millisecond
        while time < 60_000_000_000 {
            let delay = Self.wait(at: time) + Self.millisecond * Int64.random(in: 2...6, using: &random)
            watch.record(delay, sentAt: time, frame: Int(time / Self.millisecond))
            time += delay + 30 * Self.millisecond
        }
        let found = try #require(watch.evidence)
        #expect(found.isOfSchedule && found.longest.count == DelayRhythm.maximumLongest)
        #expect(found.longest == found.longest.sorted())
    }

    @Test func theLongestWaitsAreNamed() throws {
        var watch = DelayRhythmWatch()
        for number in 0..<300 {
            let time = Int64(number) * 100 * Self.millisecond
            let extra: Int64 = number == 123 ? 3 * Self.millisecond : 0
            watch.record(2 * Self.millisecond + extra + Self.wait(at: time), sentAt: time, frame: number + 1)
        }
        let longest = try #require(watch.evidence?.longest)
        #expect(longest.count == 4)
        // Just after a common slot: seven slots from there to the next one.
        #expect(
            longest.allSatisfy { Self.wait(at: Int64($0.frame - 1) * 100 * Self.millisecond) > 400 * Self.millisecond })
    }

    @Test func fewSamplesSayNothing() {
        let delay = { (time: Int64) in 2 * Self.millisecond + Self.wait(at: time) }
        #expect(evidence(every: 100 * Self.millisecond, count: 90, delay) == nil)
        #expect(evidence(every: 10 * Self.millisecond, count: 400, delay) == nil)
    }

    /// An echo test over AWDL whose ends share two slots.
    ///
    /// - Parameters:
    ///   - turns: Probes; three of them take a second.
    ///   - changes: Whether the schedules are other ones after the session.
    private func findings(schedules: Bool, turns: Int = 200, changes: Bool = false) async throws -> [Finding] {
        var scene = RadioScene()
        if schedules {
            for node in 0..<2 { scene.nodes[node].channelSequence = RadioScene.sequence([44, 0, 0, 0, 0, 0, 0, 0]) }
        }
        var random = SeededGenerator(seed: 7)
        for turn in 0..<turns {
            // Who sends right after each answer always sends at the same place of the schedule.
            let pause = UInt64.random(in: 50_000...600_000, using: &random)
            let probe: [UInt8] = [1, 2, 3, 4, 5, 6, UInt8(turn), 200]
            scene.time += pause
            try scene.append(try scene.datagram(from: 0, to: RadioScene.bert, payload: probe))
            let sent = scene.time
            let wait = UInt64(Self.wait(at: scene.now) / 1000)
            var segments = SyntheticCapture()
            try segments.append(
                udpFrom: 5000, to: 4000, payload: probe, from: RadioScene.host(RadioScene.bert),
                to: RadioScene.host(RadioScene.anna), at: 0)
            scene.time = sent + 2000 + wait
            try scene.append(try scene.packet(segments, from: 1, to: RadioScene.anna))
            if turn % 4 == 0 { for node in 0..<2 { try scene.append(scene.frame(of: node), after: 50) } }
        }
        if changes {
            for node in 0..<2 { scene.nodes[node].channelSequence = RadioScene.sequence([44]) }
            try scene.pass(seconds: 1)
        }
        return try await scene.report().findings.filter { $0.code.rawValue == "channel-hopping-latency" }
    }

    @Test func aSessionThatWaitsForSlots() async throws {
        let withSchedule = try await findings(schedules: true)
        let finding = try #require(withSchedule.first)
        #expect(withSchedule.count == 1 && finding.severity == .warning && finding.subject == .session(1))
        #expect(finding.message.contains("their schedules share 2 of 16 slots"))
        #expect(finding.frames.count == 4 && finding.frames == finding.frames.sorted())
        #expect(try await findings(schedules: false).map(\.severity) == [.note])
    }

    @Test func schedulesOfUnknownClocksAreSaidToBe() async throws {
        var scene = RadioScene()
        for node in 0..<2 { scene.nodes[node].channelSequence = RadioScene.sequence([44, 0]) }
        try scene.pass(seconds: 1)
        try scene.append(try scene.datagram(from: 0, to: RadioScene.bert))
        try scene.append(try scene.datagram(from: 0, to: RadioScene.bert), after: 1_000_000)
        let report = try await scene.report()
        let (nodes, session) = (try #require(report.wireless?.awdl?.nodes), try #require(report.sessions.first))
        let distance = try #require(report.wireless?.awdl?.pairs.first?.clockDistance)
        func words(_ nodes: [AWDLReport.Node], clocksApart distance: Double?) -> String? {
            SessionSchedule(of: nodes, during: session, clockDistance: distance)?.description
        }
        #expect(words(nodes, clocksApart: distance) == "their schedules share 8 of 16 slots")
        #expect(words(nodes, clocksApart: nil) == "their schedules share 8 of 16 slots (if their clocks agree)")
        #expect(words([nodes[0]], clocksApart: nil) == "one end listens in 8 of 16 slots")
    }

    @Test func theScheduleOfTheSessionsOwnTimeCounts() async throws {
        let finding = try #require(try await findings(schedules: true, changes: true).first)
        #expect(finding.severity == .warning && finding.message.contains("their schedules share 2 of 16 slots"))
    }
}
