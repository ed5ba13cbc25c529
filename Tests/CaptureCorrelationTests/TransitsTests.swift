import Testing

@testable import CaptureCorrelation
import TraceModel

@Suite struct TransitsTests {
    private static let millisecond: Int64 = 1_000_000

    @Test func delaysCountByTheClockOfTheFirstCapture() {
        // The second packet takes 32 ms and comes behind the third.
        let sent = Marks.list([1: 0, 2: 20, 3: 40, 4: 60])
        let received = Marks.list([1: 110, 3: 148, 2: 152, 4: 171])
        let transits = Transits(
            DirectionMatch(sent, received), sender: .first, clock: Marks.clock(ahead: 100))
        #expect(transits.all.map(\.departure) == [0, 2, 1, 3])
        #expect(transits.all.map(\.arrival) == [0, 1, 2, 3])
        #expect(transits.all.map { $0.delay / Self.millisecond } == [10, 8, 32, 11])
        #expect(transits.all.map { $0.time / Self.millisecond } == [10, 48, 52, 71])
        // Of 8, 10, 11 and 32 the upper one of the two in the middle.
        #expect(transits.typicalDelay == 11 * Self.millisecond)
        #expect(transits.reordered == 1 && transits.missing.isEmpty && transits.unexplained.isEmpty)
        // |D| is 2, 24 and 21 ms: 2/16 = 0.125, then 0.125 + (24 - 0.125)/16 = 1.6171875, then + (21 - 1.6171875)/16.
        #expect(transits.jitter == 2_828_613.28125)
    }

    @Test func theSenderMayBeAtTheSecondCapture() {
        let (late, early) = (Marks.list([1: 30, 2: 50]), Marks.list([1: 100, 2: 120, 3: 140]))
        // The second clock is 90 ms ahead: sent at 10, 30 and 50 ms by the first's.
        let transits = Transits(DirectionMatch(late, early), sender: .second, clock: Marks.clock(ahead: 90))
        #expect(transits.all.map { $0.delay / Self.millisecond } == [20, 20])
        #expect(transits.missing == [2] && transits.departureTime(2) == 50 * Self.millisecond)
        #expect(transits.arrivalTime(1) == 50 * Self.millisecond)
    }

    @Test func whatIsInOneCaptureOnlyIsMissingOrUnexplained() {
        let transits = Marks.transits(Marks.list([1: 0, 2: 20, 3: 40]), Marks.list([1: 10, 3: 50, 9: 60]))
        #expect(transits.missing == [1] && transits.unexplained == [2])
        #expect(transits.duplicates == 0 && transits.reordered == 0)
        #expect(transits.jitter == 0)
        let nothing = Marks.transits(Marks.list([1: 0]), Marks.list([2: 5]))
        #expect(nothing.all.isEmpty && nothing.typicalDelay == 0 && nothing.jitter == nil)
    }

    @Test func aSecondCopyIsADuplicateAndNoArrivalOfItsOwn() {
        let transits = Marks.transits(Marks.list([5: 0, 6: 20]), Marks.list([5: 10, 5: 12, 6: 30]))
        #expect(transits.all.map(\.arrival) == [0, 2] && transits.duplicates == 1)
        #expect(transits.unexplained.isEmpty)
    }

    @Test func aCopyThatComesBeforeTheNextEqualPacketWasSentIsOfTheOneBefore() {
        let transits = Marks.transits(Marks.list([5: 0, 5: 100]), Marks.list([5: 10, 5: 30, 5: 110]))
        #expect(transits.all.map(\.departure) == [0, 1] && transits.all.map(\.arrival) == [0, 2])
        #expect(transits.all.map { $0.delay / Self.millisecond } == [10, 10] && transits.duplicates == 1)
    }

    @Test func ofEqualPacketsThoseAreMissingThatWouldHaveTakenUnusuallyLong() {
        // A fourth, unlike the others, tells that 10 ms are usual.
        let transits = Marks.transits(
            Marks.list([5: 0, 5: 100, 5: 200, 6: 300]), Marks.list([5: 110, 5: 210, 6: 310]))
        #expect(transits.missing == [0] && transits.all.map(\.departure) == [1, 2, 3])
    }
}
