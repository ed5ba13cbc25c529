import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct RequestPairsTests {
    private func mark(_ key: UInt64, _ time: Int64) -> RequestPairs.Mark { .init(key: key, time: time) }

    @Test func aRoundTripGoesFromTheRequestToItsFirstAnswer() {
        var pairs = RequestPairs()
        pairs.ask(mark(7, 100), byInitiator: true)
        pairs.ask(mark(7, 150), byInitiator: true)
        #expect(pairs.answer(mark(7, 300), toInitiator: true) == 200)
        #expect(pairs.answer(mark(7, 900), toInitiator: true) == nil)
        pairs.finish()
        #expect(pairs.all.count == 1 && pairs.forward.count == 1 && pairs.backward.count == 0)
    }

    @Test func answersToNobodyToTheOtherSideAndFromBeforeTheQuestionAreNone() {
        var pairs = RequestPairs()
        pairs.ask(mark(1, 100), byInitiator: true)
        #expect(pairs.answer(mark(2, 200), toInitiator: true) == nil)
        #expect(pairs.answer(mark(1, 200), toInitiator: false) == nil)
        #expect(pairs.answer(mark(1, 99), toInitiator: true) == nil)
        pairs.finish()
        #expect(pairs.isEmpty)
    }

    @Test func jitterGoesByTheOrderOfAskingWhateverTheOrderOfTheAnswers() {
        var pairs = RequestPairs()
        for (key, time) in [(UInt64(1), Int64(0)), (2, 10), (3, 20)] { pairs.ask(mark(key, time), byInitiator: true) }
        pairs.answer(mark(3, 1020), toInitiator: true)
        pairs.answer(mark(1, 2000), toInitiator: true)
        pairs.answer(mark(2, 4010), toInitiator: true)
        pairs.finish()
        // 2000, 4000, 1000
        #expect(pairs.jitter.meanAbsoluteDifference == 2500e-9)
    }

    @Test func bothSidesMayAskWithTheSameKey() {
        var pairs = RequestPairs()
        pairs.take(
            initiatorAsked: [mark(1, 0), mark(2, 200)], responderAnswered: [mark(1, 10), mark(2, 240)],
            responderAsked: [mark(1, 100)], initiatorAnswered: [mark(1, 130)])
        pairs.finish()
        #expect(pairs.forward.count == 2 && pairs.backward.count == 1 && pairs.all.count == 3)
        // 10, 30, 40
        #expect(pairs.jitter.meanAbsoluteDifference == 15e-9)
        // 10, 40
        #expect(pairs.forwardJitter.meanAbsoluteDifference == 30e-9)
        #expect(pairs.backwardJitter.meanAbsoluteDifference == nil)
    }

    @Test func aLostRequestHoldsNothingUpForGoodAndMemoryIsBounded() {
        var pairs = RequestPairs()
        pairs.ask(mark(0, 0), byInitiator: true)
        let count = RequestPairs.maximumPending * 4
        for number in 1...count {
            pairs.ask(mark(UInt64(number), Int64(number)), byInitiator: true)
            pairs.answer(mark(UInt64(number), Int64(number) + 5), toInitiator: true)
        }
        #expect(pairs.all.count >= count - RequestPairs.maximumPending)
        pairs.finish()
        #expect(pairs.all.count == count)
        #expect(pairs.all.distribution.max == 5e-9)
    }

    @Test func whoAskedChangesWithTheInitiatorForWhatWaitsAsWell() {
        var pairs = RequestPairs()
        pairs.ask(mark(1, 10), byInitiator: true)
        pairs.ask(mark(2, 20), byInitiator: true)
        pairs.answer(mark(1, 15), toInitiator: true)
        pairs.flip()
        #expect(pairs.backward.count == 1 && pairs.forward.count == 0)
        #expect(pairs.answer(mark(2, 50), toInitiator: true) == nil)
        #expect(pairs.answer(mark(2, 50), toInitiator: false) == 30)
        pairs.finish()
        #expect(pairs.backward.count == 2 && pairs.all.count == 2)
    }

    @Test(arguments: 0..<10)
    func whatIsPairedInPiecesIsWhatIsPairedAtOnce(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var requests: [RequestPairs.Mark] = []
        var answers: [RequestPairs.Mark] = []
        for number in 0..<500 {
            let time = Int64(number) * 1000
            requests.append(mark(UInt64(number), time))
            if generator.number(in: 0...9) > 0 {
                answers.append(mark(UInt64(number), time + Int64(generator.number(in: 10...5000))))
            }
        }
        var whole = RequestPairs()
        whole.take(initiatorAsked: requests, responderAnswered: answers, responderAsked: [], initiatorAnswered: [])
        whole.finish()
        var pieces = RequestPairs()
        for number in requests.indices {
            pieces.ask(requests[number], byInitiator: true)
            for answer in answers where answer.key == requests[number].key {
                pieces.answer(answer, toInitiator: true)
            }
        }
        pieces.finish()
        #expect(whole.all.distribution == pieces.all.distribution)
        #expect(whole.jitter.interarrival == pieces.jitter.interarrival)
        #expect(whole.all.count == answers.count)
    }
}
