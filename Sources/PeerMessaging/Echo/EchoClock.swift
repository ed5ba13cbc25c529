import WireCoding

/// The clock that a sender stamps its ``EchoProbe``s with: how it lays out a stamp, and how long a tick takes.
///
/// Stamps count from a moment that only the sender knows, so that differences alone have a meaning.
public struct EchoClock: Hashable, Sendable {
    /// The length of a tick, of the clocks that applications use.
    public enum Tick: UInt8, Hashable, Sendable, CaseIterable {
        /// `CLOCK_MONOTONIC`, `DispatchTime`, `mach_absolute_time` on Intel.
        case nanosecond
        /// `mach_absolute_time` on Apple silicon: 24 MHz, 125/3 ns.
        case mach24MHz
        /// Clocks that count in microseconds.
        case microsecond

        /// How long a tick takes, in nanoseconds.
        public var nanoseconds: Double { Double(ratio.nanoseconds) / Double(ratio.ticks) }

        /// So many ticks are so many whole nanoseconds.
        fileprivate var ratio: (ticks: UInt64, nanoseconds: UInt64) {
            switch self {
            case .nanosecond: (1, 1)
            case .mach24MHz: (3, 125)
            case .microsecond: (1, 1000)
            }
        }
    }

    /// A probe that was seen, and when.
    public struct Sample: Hashable, Sendable {
        /// The time by the clock of the capture, in nanoseconds since any moment.
        public var time: Int64
        /// The stamp that the sender put into it.
        public var probe: EchoProbe

        /// A probe and the time by the clock of the capture, in nanoseconds since any moment.
        public init(time: Int64, probe: EchoProbe) {
            self.time = time
            self.probe = probe
        }
    }

    /// The fewest samples that show a clock: with fewer, one late packet decides.
    public static let minimumSamples = 4
    /// How far a sender's rate may seem to be from that of the capture. Clocks differ by less than 0.1 %; the rest is
    /// for packets that came late.
    public static let tolerance = 0.05

    /// The order in which the sender writes the octets of its stamps.
    public var byteOrder: EchoProbe.ByteOrder
    /// How long the sender's ticks are.
    public var tick: Tick

    /// A sender's clock, where both are known already.
    public init(byteOrder: EchoProbe.ByteOrder, tick: Tick) {
        self.byteOrder = byteOrder
        self.tick = tick
    }

    /// The clock whose stamps go on like the times at which they were seen, or nil when none does.
    ///
    /// Each sample of the first half is compared with one of the second, and the median of these rates counts: delays
    /// matter little over such distances, and the few that matter do not move a median.
    ///
    /// - Parameter samples: Probes of one sender, in order of time, all different.
    public init?(samples: Span<Sample>) {
        guard samples.count >= Self.minimumSamples else { return nil }
        var best: EchoClock?
        var bestDeviation = Self.tolerance
        for byteOrder in EchoProbe.ByteOrder.allCases {
            guard let rate = Self.medianRate(of: samples, in: byteOrder) else { continue }
            for tick in Tick.allCases {
                let deviation = abs(rate * tick.nanoseconds - 1)
                guard deviation <= bestDeviation else { continue }
                bestDeviation = deviation
                best = EchoClock(byteOrder: byteOrder, tick: tick)
            }
        }
        guard let best else { return nil }
        self = best
    }

    /// Ticks per nanosecond.
    private static func medianRate(of samples: Span<Sample>, in byteOrder: EchoProbe.ByteOrder) -> Double? {
        let half = samples.count / 2
        var rates: [Double] = []
        rates.reserveCapacity(samples.count - half)
        for index in 0..<samples.count - half {
            let (first, second) = (samples[index], samples[index + half])
            let (time, overflow) = second.time.subtractingReportingOverflow(first.time)
            guard !overflow && time > 0 else { continue }
            // Stamps wrap as they count; a difference that looks negative is one.
            let ticks = Int64(bitPattern: second.probe.ticks(in: byteOrder) &- first.probe.ticks(in: byteOrder))
            rates.append(Double(ticks) / Double(time))
        }
        guard !rates.isEmpty else { return nil }
        rates.sort()
        return rates[rates.count / 2]
    }

    /// The sender's clock at the probe in nanoseconds, rounded down, or nil beyond 292 years.
    public func nanoseconds(of probe: EchoProbe) -> Int64? {
        let product = probe.ticks(in: byteOrder).multipliedFullWidth(by: tick.ratio.nanoseconds)
        // Otherwise the quotient would have more than 64 bits.
        guard product.high < tick.ratio.ticks else { return nil }
        return Int64(exactly: tick.ratio.ticks.dividingFullWidth(product).quotient)
    }
}
