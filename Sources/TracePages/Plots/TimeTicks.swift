#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import WireText

/// The marks of a time axis, at times that people count in: 15 s, 2 min, 6 h. The script makes the same ones for a part.
struct TimeTicks: Equatable {
    private let first: Double
    private let last: Double
    /// Seconds from one mark to the next.
    let step: Double

    private static let (minute, hour, day) = (60.0, 3600.0, 86_400.0)

    /// The steps from a second to a day. Below it is 1, 2 or 5 times a power of ten, above it as many days.
    private static let steps =
        [1, 2, 5, 10, 15, 30] + [1, 2, 5, 10, 15, 30].map { $0 * minute } + [1, 2, 3, 6, 12, 24].map { $0 * hour }

    /// - Parameter count: How many marks are wanted; there may be one more, or fewer.
    init(from first: Double, to last: Double, count: Int) {
        (self.first, self.last) = (first, last)
        step = Self.step(of: (last - first) / Double(max(1, count)))
    }

    private static func step(of rough: Double) -> Double {
        guard rough > 0, rough.isFinite else { return 1 }
        // What is a little too long by rounding is not.
        let least = rough * 0.999
        if rough >= 1, let step = steps.first(where: { $0 >= least }) { return step }
        let unit = rough > 1 ? day : 1
        let power = pow(10, floor(log10(rough / unit)))
        return unit * ([1.0, 2, 5].map { $0 * power }.first { $0 * unit >= least } ?? 10 * power)
    }

    /// In seconds since the first packet.
    var times: [Double] {
        let (start, end) = (ceil(first / step - 1e-9), floor(last / step + 1e-9))
        guard end >= start, end - start < 100 else { return [first] }
        return stride(from: start, through: end, by: 1).map { $0 * step }
    }

    /// How a time on the axis is written: `20 ms`, `12.5 s`, `1 min 30 s`, `2 h`, `3 d`, without the parts that are 0.
    func text(_ time: Double) -> String {
        let furthest = max(first.magnitude, last.magnitude)
        // Short axes have a unit of their own.
        if furthest < 1 {
            let (unit, name) = furthest < 1e-3 ? (1e-6, "µs") : (1e-3, "ms")
            return Self.fixed(time / unit, Self.decimals(of: step / unit)) + " " + name
        }
        if step >= Self.day { return Self.fixed(time / Self.day, 0) + " d" }
        let decimals = Self.decimals(of: step)
        let text = Self.parts(of: time.magnitude, decimals: decimals)
        guard !text.isEmpty else { return step < Self.minute ? "0 s" : step < Self.hour ? "0 min" : "0 h" }
        return (time < 0 ? "-" : "") + text
    }

    private static func parts(of time: Double, decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        // Rounded as a whole, so that there are no 60 s.
        let units = (min(time, 1e9) * scale).rounded()
        let whole = Int(units / scale)
        let seconds = (units - Double(whole / 60 * 60) * scale) / scale
        var parts: [String] = []
        if whole >= 3600 { parts.append("\(whole / 3600) h") }
        if whole / 60 % 60 > 0 { parts.append("\(whole / 60 % 60) min") }
        if seconds > 0 { parts.append(fixed(seconds, decimals) + " s") }
        return parts.joined(separator: " ")
    }

    private static func fixed(_ value: Double, _ decimals: Int) -> String {
        decimals == 0 ? String(Int(max(-1e15, min(1e15, value)).rounded())) : Quantity.fixed(value, decimals: decimals)
    }

    /// As many as tell the marks apart.
    private static func decimals(of step: Double) -> Int { min(9, max(0, Int(ceil(-log10(step) - 1e-9)))) }
}
