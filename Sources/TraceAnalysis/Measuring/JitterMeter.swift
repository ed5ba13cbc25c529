/// Jitter of consecutive delays, in two definitions that researchers use side by side.
struct JitterMeter: Sendable {
    private var last: Int64?
    private var differences = 0
    private var sum = 0.0
    private var smoothed = 0.0

    /// - Parameter nanoseconds: The next delay. Only differences count, so delays between clocks with any offset will
    ///   do.
    mutating func record(_ nanoseconds: Int64) {
        defer { last = nanoseconds }
        guard let last else { return }
        let difference = abs(Double(nanoseconds) - Double(last))
        differences += 1
        sum += difference
        smoothed += (difference - smoothed) / 16
    }

    /// Mean of |rᵢ − rᵢ₋₁| in seconds, nil below two delays.
    var meanAbsoluteDifference: Double? {
        differences > 0 ? (sum / Double(differences) / 1e9).roundedToNanoseconds : nil
    }

    /// The interarrival jitter of RFC 3550 §6.4.1 after the last delay, in seconds; nil below two delays.
    var interarrival: Double? { differences > 0 ? (smoothed / 1e9).roundedToNanoseconds : nil }
}
