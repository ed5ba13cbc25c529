import Testing
import TraceModel

@testable import TraceAnalysis

/// What two ends send, a packet each millisecond.
private struct Exchange {
    private(set) var comparison: EchoComparison
    private(set) var initiator = EchoStream()
    private(set) var responder = EchoStream()
    private var frame = 0

    init(isAligned: Bool = true) { comparison = EchoComparison(isAligned: isAligned) }

    private mutating func next() -> PacketMoment {
        frame += 1
        return PacketMoment(frame: frame, time: Int64(frame) * 1_000_000)
    }

    mutating func ask(_ bytes: [UInt8]) {
        let moment = next()
        initiator.consume(bytes.span, length: bytes.count, sent: moment, arrived: moment)
        comparison.compare(&initiator, &responder)
    }

    mutating func answer(_ bytes: [UInt8]) {
        let moment = next()
        responder.consume(bytes.span, length: bytes.count, sent: moment, arrived: moment)
        comparison.compare(&initiator, &responder)
    }

    mutating func exchange(_ numbers: Range<UInt8>) {
        for number in numbers {
            ask(probe(number))
            answer(probe(number))
        }
    }

    mutating func missQuestion(_ count: Int64) { initiator.miss(count) }
    mutating func missAnswer(_ count: Int64) { responder.miss(count) }

    mutating func finish() { comparison.finish(initiator, responder) }

    var probes: Int { comparison.units(ofInitiator: true) }
    var echoes: Int { comparison.units(ofInitiator: false) }
}

/// Eight bytes that no other number has.
private func probe(_ number: UInt8) -> [UInt8] { [number, 1, 2, 3, 4, 5, 6, 7] }

@Suite struct EchoComparisonTests {
    @Test func fourDifferentEchoesAreCertain() {
        var test = Exchange()
        test.exchange(0..<3)
        #expect(!test.comparison.isCertain)
        test.exchange(3..<4)
        #expect(test.comparison.isCertain && test.comparison.asks(isInitiator: true))
        test.finish()
        #expect(test.probes == 4 && test.echoes == 4)
        #expect(test.comparison.pairs.forward.count == 4 && test.comparison.pairs.backward.count == 0)
    }

    @Test func whoeverIsAnsweredAsks() {
        var test = Exchange()
        for number in 0..<5 as Range<UInt8> {
            test.answer(probe(number))
            test.ask(probe(number))
        }
        test.finish()
        #expect(test.comparison.asks(isInitiator: false) && test.comparison.pairs.backward.count == 5)
    }

    @Test func aGreetingThatBothEndsSendIsNoEcho() {
        // Such as the lines that two ends with one version of SSH begin with, in one piece and in several.
        let greeting = [UInt8]("SSH-2.0-OpenSSH_9.6p1 Ubuntu-3ubuntu13.5\r\n".utf8)
        var test = Exchange()
        test.ask(greeting)
        test.answer(greeting)
        test.ask([UInt8](repeating: 1, count: 64))
        #expect(!test.comparison.isCertain)
        test.answer([UInt8](repeating: 2, count: 64))
        #expect(test.comparison.isRefuted)
    }

    @Test func whatIsSentBackBeforeItIsWholeIsNoProbe() {
        // A terminal sends back key by key, an echo service line by line.
        var keys = Exchange()
        for number in 0..<80 as Range<UInt8> {
            keys.ask([number])
            keys.answer([number])
        }
        var lines = Exchange()
        for number in 0..<10 as Range<UInt8> {
            let line = [UInt8](repeating: number, count: 12)
            lines.ask(line)
            lines.answer(line)
        }
        for var test in [keys, lines] {
            test.finish()
            #expect(!test.comparison.isCertain)
        }
    }

    @Test func theSameUnitAgainAndAgainIsNoTest() {
        var test = Exchange()
        for _ in 0..<100 {
            test.ask(probe(1))
            test.answer(probe(1))
        }
        #expect(test.comparison.isRefuted)
    }

    @Test func theFirstUnitThatDiffersEndsIt() {
        var test = Exchange()
        test.ask(probe(0))
        test.answer(probe(9))
        #expect(test.comparison.isRefuted)

        var long = Exchange()
        long.exchange(0..<6)
        long.ask(probe(6))
        long.answer(probe(60))
        long.exchange(7..<20)
        long.finish()
        #expect(long.probes == 6 && long.echoes == 6)
        #expect(long.comparison.dataStart?.frame == 13)
    }

    @Test(arguments: [(3, 3), (1, 0)]) func aShortTestIsOneIfNothingElseWasSentBack(_ count: UInt8, _ found: Int) {
        var test = Exchange()
        test.exchange(0..<count)
        test.finish()
        #expect(test.comparison.isCertain == (found > 0) && test.echoes == found)

        var other = Exchange()
        other.exchange(0..<count)
        other.answer([1, 2, 3])
        other.finish()
        #expect(!other.comparison.isCertain)
    }

    @Test func dataMayFollowOnAShortTest() {
        var test = Exchange()
        test.exchange(0..<3)
        for _ in 0..<50 { test.ask([UInt8](repeating: 3, count: 1000)) }
        #expect(test.initiator.isEnded && !test.comparison.isRefuted)
        test.finish()
        #expect(test.probes == 3 && test.echoes == 3 && test.comparison.dataStart?.frame == 7)

        var other = Exchange()
        other.exchange(0..<3)
        for _ in 0..<50 {
            other.ask([UInt8](repeating: 3, count: 1000))
            other.answer([UInt8](repeating: 4, count: 8))
        }
        #expect(other.comparison.isRefuted)
    }

    @Test func dataBeginsWhereAnswersStop() {
        var test = Exchange()
        test.exchange(0..<10)
        // In pieces of eight bytes, none of which comes back.
        for number in 100..<120 as Range<UInt8> { test.ask(probe(number)) }
        test.finish()
        #expect(test.probes == 10 && test.comparison.probeBytes == 80)
        #expect(test.comparison.dataStart?.frame == 21)
    }

    @Test func oneProbeWithoutEchoIsAProbe() {
        var test = Exchange()
        test.exchange(0..<10)
        test.ask(probe(10))
        var last = test
        last.finish()
        #expect(last.probes == 11 && last.echoes == 10 && last.comparison.dataStart == nil)

        test.ask([UInt8](repeating: 5, count: 5000))
        test.finish()
        #expect(test.probes == 11 && test.echoes == 10)
        #expect(test.comparison.dataStart?.frame == 22 && test.comparison.probeBytes == 88)
    }

    @Test func aSegmentOfMoreThanOneUnitIsData() {
        var test = Exchange()
        test.exchange(0..<6)
        test.ask(probe(6) + probe(7))
        test.answer(probe(6) + probe(7))
        test.exchange(8..<12)
        test.finish()
        #expect(test.probes == 6 && test.echoes == 6)
        #expect(test.comparison.dataStart?.frame == 13)
    }

    @Test(arguments: ["line 0\r\n", "12345678", "\tgrüße\n"]) func linesThatComeBackAreNotProbes(_ line: String) {
        var test = Exchange()
        for number in 0..<20 as Range<UInt8> {
            let text = [UInt8](line.utf8.prefix(7)) + [UInt8(ascii: "a") + number]
            test.ask(text)
            test.answer(text)
        }
        test.finish()
        #expect(test.comparison.isRefuted)
    }

    @Test func probesAndEchoesInAnyPieces() {
        var test = Exchange()
        test.exchange(0..<4)
        test.ask(Array(probe(4).prefix(4)))
        test.ask(Array(probe(4).suffix(4)))
        test.answer(Array(probe(4).prefix(3)))
        test.answer(Array(probe(4).suffix(5)))
        test.exchange(5..<8)
        test.finish()
        #expect(test.probes == 8 && test.echoes == 8 && test.comparison.pairs.forward.count == 8)
    }

    @Test func holesCountBetweenWhatIsEqual() {
        var test = Exchange()
        test.missQuestion(8)
        test.answer(probe(0))
        test.exchange(1..<4)
        test.ask(probe(4))
        test.missAnswer(8)
        test.exchange(5..<8)
        test.finish()
        #expect(test.probes == 8 && test.echoes == 8)
        #expect(test.comparison.pairs.forward.count == 6)
        #expect(test.comparison.probeBytes == 56)
    }

    @Test func withoutABeginningEqualUnitsSayWhichBelongTogether() {
        // The capture begins between a probe and its echo.
        var test = Exchange(isAligned: false)
        test.answer(probe(50))
        test.exchange(51..<61)
        test.finish()
        #expect(test.probes == 10 && test.echoes == 11)
        #expect(test.comparison.pairs.forward.count == 10)
        // Keys are places in the asking stream.
        guard case .answers(let key) = test.comparison.exchange(ofUnit: 3, fromInitiator: false) else {
            Issue.record("no echo")
            return
        }
        #expect(key == 2)
        #expect(test.comparison.exchange(ofUnit: 10, fromInitiator: true) == nil)
    }

    @Test func bulkWithoutABeginningIsNoTest() {
        var test = Exchange(isAligned: false)
        for number in 0..<20 as Range<UInt8> {
            test.ask([UInt8](repeating: number, count: 64))
            test.answer([UInt8](repeating: 255 - number, count: 8))
        }
        #expect(test.comparison.isRefuted)
    }

    @Test func dataIsNotKeptForComparison() {
        var test = Exchange()
        test.exchange(0..<10)
        for _ in 0..<100 { test.ask([UInt8](repeating: 3, count: 1000)) }
        #expect(test.initiator.isEnded && test.initiator.unitCount < 10 + 2 * EchoStream.maximumWaiting)
        test.finish()
        #expect(test.probes == 10 && test.comparison.dataStart?.frame == 21)
    }

    @Test func aTurnedSessionAsksFromTheOtherEnd() {
        var test = Exchange(isAligned: false)
        test.answer(probe(50))
        test.exchange(51..<61)
        test.finish()
        var comparison = test.comparison
        comparison.flip()
        #expect(comparison.asks(isInitiator: false))
        #expect(comparison.units(ofInitiator: false) == 10 && comparison.units(ofInitiator: true) == 11)
        guard case .answers(let key) = comparison.exchange(ofUnit: 3, fromInitiator: true) else {
            Issue.record("no echo")
            return
        }
        #expect(key == 2)
    }
}
