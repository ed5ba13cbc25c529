/// Runs the same work again and again and keeps the time of each round.
struct RoundTimer {
    private static let minimumRound = Duration.milliseconds(10)
    private static let minimumRounds = 5

    /// Seconds for one repetition, by round, in ascending order.
    let seconds: [Double]

    var best: Double { seconds[0] }
    var median: Double { seconds[seconds.count / 2] }

    /// - Parameters:
    ///   - duration: Seconds that all rounds take together, at least.
    ///   - work: Returns a number that depends on all its results, so that the compiler cannot leave any out.
    init(seconds duration: Double, _ work: () -> Int) {
        let clock = ContinuousClock()
        var sum = 0
        // One round takes as many repetitions as make the clock's own cost and resolution disappear.
        var repetitions = 1
        while true {
            let time = clock.measure { for _ in 0..<repetitions { sum &+= work() } }
            if time >= Self.minimumRound { break }
            repetitions *= 2
        }
        var rounds: [Double] = []
        var total = 0.0
        while total < duration || rounds.count < Self.minimumRounds {
            let time = clock.measure { for _ in 0..<repetitions { sum &+= work() } }
            let seconds = time / .seconds(1)
            rounds.append(seconds / Double(repetitions))
            total += seconds
        }
        precondition(sum != .min, "the sum of small numbers is one")
        seconds = rounds.sorted()
    }
}
