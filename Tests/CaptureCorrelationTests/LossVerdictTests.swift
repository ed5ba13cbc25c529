import Testing

@testable import CaptureCorrelation

@Suite struct LossVerdictTests {
    private static let millisecond: Int64 = 1_000_000

    /// A capture from one time to another, in milliseconds.
    private func coverage(
        _ start: Int64, _ end: Int64, beganLate: Bool = false, endedEarly: Bool = false
    ) -> LossVerdict.Coverage {
        LossVerdict.Coverage(
            range: start * Self.millisecond...end * Self.millisecond, beganLate: beganLate, endedEarly: endedEarly)
    }

    private func verdict(
        _ transits: Transits, _ coverage: LossVerdict.Coverage, answers: Bool = false
    ) -> LossVerdict {
        LossVerdict(transits, acknowledgments: nil, coverage: coverage, answers: answers)
    }

    @Test func whatDidNotArriveWhileTheReceiverCapturedIsLost() {
        let transits = Marks.transits(
            Marks.list([1: 0, 2: 20, 3: 40, 4: 60, 5: 80, 6: 100]), Marks.list([1: 10, 4: 70, 6: 110]))
        let verdict = verdict(transits, coverage(10, 110))
        #expect(verdict.lost == [1, 2, 4] && verdict.unobserved == 0)
        // 2 and 3 one after the other, 5 by itself.
        let bursts = verdict.bursts(transits)
        #expect(bursts.count == 2 && bursts.longest == 2)
        #expect((0..<6).allSatisfy { verdict.lost.contains($0) == transits.missing.contains($0) })
    }

    /// A packet of time 0 that would have come at 10 ms; the capture of the receiver begins later.
    @Test(arguments: [(1010, false, 1, 0), (1011, false, 0, 1), (1011, true, 1, 0)] as [(Int64, Bool, Int, Int)])
    func beforeTheFirstPacketSilenceIsBelievedForASecond(
        start: Int64, answers: Bool, lost: Int, unobserved: Int
    ) {
        let transits = Marks.transits(Marks.list([1: 0, 2: start - 10]), Marks.list([2: start]))
        let verdict = verdict(transits, coverage(start, start), answers: answers)
        #expect((verdict.lost.count, verdict.unobserved) == (lost, unobserved))
    }

    /// A packet that would have come at 1000 ms; the capture of the receiver ends before.
    @Test(arguments: [(0, false, 1, 0), (-1, false, 0, 1), (-1, true, 1, 0)] as [(Int64, Bool, Int, Int)])
    func behindTheLastPacketToo(end: Int64, answers: Bool, lost: Int, unobserved: Int) {
        let transits = Marks.transits(Marks.list([1: end - 10, 2: 990]), Marks.list([1: end]))
        let verdict = verdict(transits, coverage(end, end), answers: answers)
        #expect((verdict.lost.count, verdict.unobserved) == (lost, unobserved))
    }

    @Test func aCaptureThatBeganLateOrEndedEarlySaysNothingOfTheTimeBeyond() {
        let transits = Marks.transits(
            Marks.list([1: 0, 2: 100, 3: 200, 4: 300, 5: 400]), Marks.list([2: 110, 4: 310]))
        let narrow = coverage(110, 310, beganLate: true, endedEarly: true)
        let verdict = verdict(transits, narrow, answers: true)
        #expect(verdict.lost == [2] && verdict.unobserved == 2)
    }

    /// 30 bytes in three segments, by what the receiver's capture has of them.
    private func stream(_ arrivals: [PacketMark]) -> Transits {
        let sent = [(0..<10, 0), (10..<20, 10), (20..<30, 20)] as [(Range<UInt32>, Int64)]
        return Marks.transits(Marks.list(sent.map { Marks.segment($0, at: $1) }), Marks.list(arrivals))
    }

    @Test func aSegmentThatTheReceiverAcknowledgedHasComeUnseen() {
        let transits = stream([Marks.segment(0..<10, at: 5), Marks.segment(20..<30, at: 25)])
        for (acknowledged, lost, unobserved) in [(30, [], 1), (10, [1], 0)] as [(UInt32, [Int], Int)] {
            let verdict = LossVerdict(
                transits, acknowledgments: Marks.list([Marks.segment(acknowledging: acknowledged, at: 26)]),
                coverage: coverage(5, 26), answers: true)
            #expect(verdict.lost == lost && verdict.unobserved == unobserved && verdict.resegmented == 0)
        }
    }

    @Test func bytesThatCameInOtherSegmentsAreNotLost() {
        let transits = stream([Marks.segment(0..<20, at: 15), Marks.segment(20..<30, at: 25)])
        let verdict = LossVerdict(
            transits, acknowledgments: Marks.list([Marks.segment(acknowledging: 30, at: 26)]),
            coverage: coverage(15, 26), answers: true)
        #expect(transits.missing == [0, 1] && transits.unexplained == [0])
        #expect(verdict.resegmented == 2 && verdict.resegmentedArrivals == 1)
        #expect(verdict.lost.isEmpty && verdict.unobserved == 0)
    }
}
