import Platform
import WireCoding

/// Runs the same work again and again and keeps the time of each round.
///
/// It is processor time, so that a busy machine gives the same numbers, as long as its other work leaves the
/// processor's caches alone.
struct RoundTimer {
    private static let minimumRound = 0.02
    private static let minimumRounds = 5

    /// Seconds for one repetition, by round, in ascending order.
    let seconds: [Double]

    var best: Double { seconds[0] }
    var median: Double { seconds[seconds.count / 2] }

    /// - Parameters:
    ///   - duration: Seconds that all rounds take together, at least.
    ///   - work: Returns a number that depends on all its results, so that the compiler cannot leave any out.
    init(seconds duration: Double, _ work: () -> Int) {
        var rounds = Rounds(work)
        while !rounds.areEnough(for: duration) { rounds.run(work) }
        self.init(rounds)
    }

    private init(_ rounds: Rounds) {
        precondition(rounds.sum != .min, "the sum of small numbers is one")
        seconds = rounds.seconds.sorted()
    }

    /// Two works in turns, round by round, so that a machine that becomes slower does so for both.
    ///
    /// - Parameter duration: Seconds that the rounds of each take together, at least.
    static func inTurns(
        seconds duration: Double, _ first: () -> Int, _ second: () -> Int
    ) -> (first: RoundTimer, second: RoundTimer) {
        var rounds = (first: Rounds(first), second: Rounds(second))
        while !rounds.first.areEnough(for: duration) || !rounds.second.areEnough(for: duration) {
            rounds.first.run(first)
            rounds.second.run(second)
        }
        return (RoundTimer(rounds.first), RoundTimer(rounds.second))
    }

    private struct Rounds {
        private var repetitions = 1
        private var total = 0.0
        private(set) var sum = 0
        private(set) var seconds: [Double] = []

        init(_ work: () -> Int) {
            // One round takes as many repetitions as make the clock's own cost and resolution disappear.
            while time(work) < RoundTimer.minimumRound { repetitions *= 2 }
        }

        func areEnough(for duration: Double) -> Bool {
            total >= duration && seconds.count >= RoundTimer.minimumRounds
        }

        mutating func run(_ work: () -> Int) {
            let time = time(work)
            seconds.append(time / Double(repetitions))
            total += time
        }

        private mutating func time(_ work: () -> Int) -> Double {
            let start = clock()
            for _ in 0..<repetitions { sum &+= work() }
            // POSIX has a million of these in a second, whatever the clock's own resolution.
            return Double(clock() - start) / 1e6
        }
    }
}

extension ByteWriter {
    /// Writes each value over the one before, and adds up their lengths.
    @inline(__always)
    mutating func sum<Value>(of values: [Value], _ serialize: (Value, inout ByteWriter) -> Void) -> Int {
        var sum = 0
        for value in values {
            removeAll()
            serialize(value, &self)
            sum &+= count
        }
        return sum
    }
}
