/// Whether streams repeat themselves after a number of bytes, and after no other.
///
/// Segments of one size may have been cut by the sender's stack. Messages of one size have bytes in which each is as the one
/// before it, or goes on counting: a type, a version, the upper bytes of a clock, a sequence number.
struct PeriodProof {
    /// Bytes of each direction that are looked at.
    private static let maximumBytes = 1 << 17
    /// Standard deviations by which the period must repeat more than others do.
    private static let neededDeviations = 5.0

    let streams: [ObservedStream]

    /// Whether the period repeats far more bytes than periods beside it, parts of it, and those that share a part with it.
    func holds(for period: Int) -> Bool {
        let own = repetitions(after: period)
        guard own.pairs > 0 else { return false }
        let parts = (1..<period).filter { period % $0 == 0 }
        let others = Set(
            parts + parts.flatMap { [period - $0, period + $0] } + (1...8).flatMap { [period - $0, period + $0] })
        return others.allSatisfy { other in
            // A multiple of the period repeats as it does.
            guard other > 0, other % period != 0 else { return true }
            let (pairs, count) = repetitions(after: other)
            guard pairs > 0 else { return true }
            let share = Double(count) / Double(pairs)
            let expected = share * Double(own.pairs)
            let deviation = max(expected * (1 - share), 1).squareRoot()
            return Double(own.count) > expected + Self.neededDeviations * deviation
        }
    }

    /// Bytes that are as the one a period before them, or follow from the two before them, of all that have two.
    private func repetitions(after period: Int) -> (pairs: Int, count: Int) {
        var (pairs, count) = (0, 0)
        for stream in streams {
            let end = min(stream.bytes.count, Self.maximumBytes)
            guard end > 2 * period else { continue }
            let bytes = stream.bytes.span
            for index in 2 * period..<end {
                let (last, next) = (bytes[index - period], bytes[index])
                if next == last || next &- last == last &- bytes[index - 2 * period] { count += 1 }
            }
            pairs += end - 2 * period
        }
        return (pairs, count)
    }
}
