#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where the values of an axis stand: 0 is its beginning, 1 its end.
struct Scale: Equatable {
    /// How values follow each other.
    enum Kind { case linear, logarithmic }

    let kind: Kind
    let first: Double
    let last: Double

    /// An axis that has all of these values.
    ///
    /// - Parameter startsAtZero: Whether the axis begins with 0, as those of amounts do.
    init(of values: some Sequence<Double>, _ kind: Kind = .linear, startsAtZero: Bool = false) {
        let known = values.filter { $0.isFinite && (kind == .linear || $0 > 0) }
        var first = known.min() ?? 0
        var last = known.max() ?? 1
        if kind == .linear {
            if startsAtZero { (first, last) = (min(0, first), max(0, last)) }
            if first == last { last = first + (first == 0 ? 1 : first.magnitude / 10) }
        } else {
            // Whole decades would leave much room unused; a little beside the values is enough.
            (first, last) = known.isEmpty ? (1e-3, 1) : (first / 1.2, last * 1.2)
        }
        (self.kind, self.first, self.last) = (kind, first, last)
    }

    /// An axis from one value to another, which are not equal.
    init(from first: Double, to last: Double) {
        (kind, self.first) = (.linear, first)
        self.last = last > first ? last : first + 1
    }

    /// The scale for round trips: logarithmic where they differ so much that a linear one would show the largest alone.
    static func delays(_ values: [Double]) -> Scale {
        let known = values.filter { $0 > 0 }
        guard let least = known.min(), let most = known.max(), most / least > 30 else {
            return Scale(of: values, startsAtZero: true).padded
        }
        return Scale(of: known, .logarithmic)
    }

    /// The same with a little room beyond the ends, so that marks there are whole; none below 0 where all values are above.
    var padded: Scale {
        guard kind == .linear else { return self }
        let room = (last - first) * 0.05
        let (least, most) = (
            first >= 0 ? max(0, first - room) : first - room, last <= 0 ? min(0, last + room) : last + room
        )
        return Scale(from: least, to: most)
    }

    /// The place of a value; one beyond the ends stands at the end.
    func position(_ value: Double) -> Double {
        let share =
            switch kind {
            case .linear: (value - first) / (last - first)
            case .logarithmic: value > 0 ? log(value / first) / log(last / first) : 0
            }
        return share.isFinite ? min(1, max(0, share)) : 0
    }

    /// Round values for the marks of the axis.
    ///
    /// - Parameter count: How many are wanted; there may be one or two more or fewer.
    func ticks(_ count: Int) -> [Double] {
        kind == .linear ? Self.steps(from: first, to: last, count) : decades(count)
    }

    private static func steps(from first: Double, to last: Double, _ count: Int) -> [Double] {
        let rough = (last - first) / Double(max(1, count))
        guard rough > 0, rough.isFinite else { return [first] }
        let power = pow(10, floor(log10(rough)))
        let step = [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999 } ?? rough
        let start = ceil(first / step - 1e-9)
        let end = floor(last / step + 1e-9)
        guard end >= start, end - start < 100 else { return [first] }
        return stride(from: start, through: end, by: 1).map { $0 * step }
    }

    private func decades(_ count: Int) -> [Double] {
        let range = Int(floor(log10(first)))...Int(ceil(log10(last)))
        let all = range.flatMap { power in [1.0, 2, 5].map { $0 * pow(10, Double(power)) } }
        let inside = all.filter { (first...last).contains($0) }
        let whole = inside.filter { abs(log10($0) - log10($0).rounded()) < 1e-9 }
        let chosen = inside.count <= count + 1 || whole.count < 2 ? inside : whole
        let stride = max(1, (chosen.count + count) / (count + 1))
        return chosen.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
    }
}
