import WireCoding

/// Collects probes of one sender as they come, however many, and finds its ``EchoClock``.
///
/// It holds sixteen samples. When there are more, every second one goes and from then on half as many are taken, so
/// that they always cover the whole time.
public struct EchoClockEstimator: Hashable, Sendable {
    /// Samples that are held.
    public static let maximumSamples = 16

    private var samples: [EchoClock.Sample] = []
    private var probeCount: UInt64 = 0
    /// One probe in so many is taken.
    private var stride: UInt64 = 1

    /// An estimator that has seen no probes.
    public init() {}

    /// Takes note of a probe.
    ///
    /// - Parameters:
    ///   - probe: The probe. One that equals the last sample is a copy and does not count.
    ///   - time: When it was seen, by the clock of the capture, in nanoseconds.
    public mutating func note(_ probe: EchoProbe, at time: Int64) {
        guard samples.last?.probe != probe else { return }
        defer { probeCount &+= 1 }
        guard probeCount % stride == 0 else { return }
        if samples.count == Self.maximumSamples {
            samples = samples.indices.filter { $0.isMultiple(of: 2) }.map { samples[$0] }
            stride &*= 2
            guard probeCount % stride == 0 else { return }
        }
        samples.append(EchoClock.Sample(time: time, probe: probe))
    }

    /// The clock that fits the probes so far, or nil when there are too few or none fits.
    public var clock: EchoClock? { EchoClock(samples: samples.span) }
}
