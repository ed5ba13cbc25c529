import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct AnswerTimesTests {
    private typealias Trace = SyntheticTrace
    private static let millisecond: Int64 = 1_000_000

    /// A conversation in which Bert answers each question after so long, and Anna asks the next a second later.
    private func session(answering delays: [Int64]) async throws -> Session {
        let report = try await Trace.report {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            var time = Trace.second
            for delay in delays {
                try connection.send([1], from: .initiator, at: time, in: &$0)
                try connection.send([2], from: .initiator, at: time + Self.millisecond, in: &$0)
                try connection.send([3], from: .responder, at: time + Self.millisecond + delay, in: &$0)
                try connection.send([4], from: .responder, at: time + 2 * Self.millisecond + delay, in: &$0)
                time += Trace.second + delay
            }
        }
        return try #require(report.sessions.first)
    }

    @Test func pausesAreFromTheLastPacketOfOneSideToTheFirstOfTheOther() async throws {
        let session = try await session(answering: [10, 30, 20].map { $0 * Self.millisecond })
        let answers = try #require(session.forward.answers)
        #expect(answers.delay.count == 3)
        #expect(answers.delay.min == 0.01 && answers.delay.median == 0.02 && answers.delay.max == 0.03)
        #expect(answers.slowest.map(\.delay) == [0.03, 0.02, 0.01])
        #expect(answers.slowest[0].frame == 9 && answers.slowest[0].answerFrame == 10)
        #expect(session.backward.answers?.delay.count == 2, "what Anna said next")
    }

    @Test func bothSidesAtOnceDoNotAnswerEachOther() async throws {
        let report = try await Trace.report {
            var anna = Trace.connection()
            try anna.open(at: 0, in: &$0)
            // Each sends before it has what the other one sent.
            var bert = anna
            for number in 1...20 as ClosedRange<Int64> {
                let time = number * Trace.second
                try anna.send([1], from: .initiator, at: time, in: &$0)
                try bert.send([2], from: .responder, at: time + Self.millisecond, in: &$0)
            }
        }
        #expect(report.sessions.first?.forward.answers == nil)
    }

    @Test func datagramsThatAlternateAreQuestionsAndAnswers() async throws {
        func answers(burst: Int) async throws -> SessionDirection.Answers? {
            try await Trace.report {
                for number in 0..<10 as Range<Int64> {
                    for packet in 0..<burst {
                        try $0.append(
                            udpFrom: 5000, to: 6000, payload: [1], from: Trace.anna, to: Trace.bert,
                            at: number * Trace.second + Int64(packet))
                    }
                    try $0.append(
                        udpFrom: 6000, to: 5000, payload: [2], from: Trace.bert, to: Trace.anna,
                        at: number * Trace.second + 5 * Self.millisecond + Int64(burst) - 1)
                }
            }.sessions.first?.forward.answers
        }
        let single = try #require(try await answers(burst: 1))
        #expect(single.delay.count == 10 && single.delay.median == 0.005)
        #expect(try await answers(burst: 50) == nil, "a stream")
    }

    // MARK: - Memory

    @Test func quantilesAboveTheLimitAreNear() {
        var delays = AnswerDelays()
        for number in 1...1000 as ClosedRange<Int64> { delays.record(number * Self.millisecond) }
        let distribution = delays.distribution
        #expect(distribution.count == 1000 && distribution.min == 0.001 && distribution.max == 1)
        #expect(abs(distribution.mean! - 0.5005) < 1e-9)
        #expect(abs(distribution.median! - 0.5) < 0.5 * 0.07 && abs(distribution.p95! - 0.95) < 0.95 * 0.07)
        #expect(abs(delays.count(from: 500 * Self.millisecond) - 500) < 60)
    }

    @Test func upToTheLimitTheyAreExact() {
        var delays = AnswerDelays()
        for number in 1...64 as ClosedRange<Int64> { delays.record(number) }
        #expect(delays.distribution.median == 0.000000033 && delays.distribution.p95 == 0.000000061)
        #expect(delays.count(from: 10, below: 20) == 10)
    }

    /// Above the exact limit and below it, together and apart.
    @Test(arguments: [10, 64, 100, 1000], [10, 64, 1000]) func whatOthersRecordedCanBeAdded(count: Int, others: Int) {
        var (all, first, second) = (AnswerDelays(), AnswerDelays(), AnswerDelays())
        for number in 0..<count + others {
            let delay = Int64(number * 7919 % 1000) * Self.millisecond
            all.record(delay)
            if number < count { first.record(delay) } else { second.record(delay) }
        }
        first.add(second)
        #expect(first.distribution == all.distribution)
    }

    /// No delay is too long for the buckets.
    @Test(arguments: [0, 1023, 1024, 1 << 40, Int64.max]) func everyDelayHasABucket(delay: Int64) {
        var delays = AnswerDelays()
        for _ in 0..<100 { delays.record(delay) }
        #expect(delays.distribution.median == Double(delay) / 1e9 || delay == .max)
    }
}
