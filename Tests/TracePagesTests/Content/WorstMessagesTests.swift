import Testing
import TraceModel

@testable import TracePages

@Suite struct WorstMessagesTests {
    @Test func anAnswerHasItsRequestWithIt() {
        var worst = WorstMessages()
        for number in 0..<500 {
            let time = Double(number)
            worst.add(TraceSamples.message(from: time, to: time, frame: 2 * number))
            worst.add(
                TraceSamples.message(
                    from: time + 0.1, to: time + 0.1, frame: 2 * number + 1, .backward,
                    latency: number == 300 ? 0.1 : nil))
        }
        let entries = worst.list(5)
        let answer = entries.first { $0.message.frame == 601 }
        #expect(answer?.request?.frame == 600 && answer?.request?.direction == .forward)
        #expect(worst.list(1).map(\.message.frame) == [601])
    }

    @Test func withoutDelaysThoseWhoseBytesTookLongestCount() {
        var worst = WorstMessages()
        for number in 1...100 {
            worst.add(TraceSamples.message(from: Double(number), to: Double(number) + (number == 70 ? 0.5 : 0.1)))
        }
        #expect(worst.list(1).map(\.message.begun) == [70])
    }

    @Test func whatCameAtOnceStandsOutByThePauseBeforeIt() {
        var worst = WorstMessages()
        for time in [1, 2, 9, 10] as [Double] { worst.add(TraceSamples.message(from: time, to: time)) }
        #expect(worst.list(1).map(\.message.time) == [9])
        // Nothing is known of the pause before the first one.
        #expect(worst.list(.max).map(\.message.time) == [2, 9, 10])
    }

    @Test(arguments: [1e19, -1e19, .greatestFiniteMagnitude]) func absurdTimesAreNoTrap(time: Double) {
        var worst = WorstMessages()
        worst.add(TraceSamples.message(from: time, to: time, latency: 1e-9))
        #expect(worst.list(1).count == 1)
    }
}
