import PeerMessaging

/// The stamps of probes and when they were seen.
struct EchoClockSamples {
    private let samples: [EchoClock.Sample]

    init(_ samples: [EchoClock.Sample]) { self.samples = samples }

    /// Delays to the capture point, nil if the sender's clock is not a known one.
    var delays: OneWayDelays.Result? {
        guard let clock = EchoClock(samples: samples.span) else { return nil }
        var delays = OneWayDelays()
        for sample in samples {
            guard let sent = clock.nanoseconds(of: sample.probe) else { continue }
            delays.record(sent: sent, arrival: sample.time)
        }
        return delays.result
    }
}
