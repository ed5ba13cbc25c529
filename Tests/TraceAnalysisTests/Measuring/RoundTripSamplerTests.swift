import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct RoundTripSamplerTests {
    @Test func aSegmentIsTimedToTheAcknowledgmentThatCoversItsLastByte() {
        var sampler = RoundTripSampler()
        sampler.sent(end: 100, at: 0)
        sampler.sent(end: 200, at: 1_000_000)
        sampler.acknowledged(99, echo: nil, at: 2_000_000)
        #expect(sampler.distribution.count == 0)
        sampler.acknowledged(150, echo: nil, at: 3_000_000)
        #expect(sampler.distribution.count == 1)
        sampler.acknowledged(200, echo: nil, at: 9_000_000)
        #expect(sampler.distribution.min == 0.003)
        #expect(sampler.distribution.max == 0.008)
        sampler.acknowledged(200, echo: nil, at: 20_000_000)
        #expect(sampler.distribution.count == 2)
    }

    @Test func nothingUnderWayTogetherWithARetransmissionIsTimedKarn() {
        var sampler = RoundTripSampler()
        sampler.sent(end: 100, at: 0)
        sampler.sent(end: 200, at: 1)
        sampler.disturbed(timestamp: nil, at: 2)
        sampler.acknowledged(200, echo: nil, at: 5)
        #expect(sampler.distribution.count == 0)
        sampler.sent(end: 300, at: 10_000_000)
        sampler.acknowledged(300, echo: nil, at: 11_000_000)
        #expect(sampler.distribution.max == 0.001)
    }

    @Test func whatWasSentAgainIsTimedByTheTimestampThatComesBack() {
        var sampler = RoundTripSampler()
        sampler.sent(end: 100, at: 0)
        sampler.disturbed(timestamp: 7, at: 300_000_000)
        sampler.acknowledged(100, echo: 7, at: 320_000_000)
        #expect(sampler.distribution.count == 1)
        #expect(sampler.distribution.max == 0.02)
        // The first copy was answered, not the second: nothing is known of the second.
        sampler.disturbed(timestamp: 7, at: 400_000_000)
        sampler.acknowledged(200, echo: 6, at: 410_000_000)
        #expect(sampler.distribution.count == 1)
    }

    @Test func answeredSegmentsMakeRoomMoreThanTheLimitAreNotTimed() {
        var sampler = RoundTripSampler()
        for index in 1...5000 {
            sampler.sent(end: Int64(index), at: 0)
            if index > 500 { sampler.acknowledged(Int64(index - 500), echo: nil, at: 1) }
        }
        #expect(sampler.distribution.count == 4500)
        var full = RoundTripSampler()
        for index in 1...5000 { full.sent(end: Int64(index), at: 0) }
        full.acknowledged(5000, echo: nil, at: 1)
        #expect(full.distribution.count == RoundTripSampler.maximumPending)
    }

    /// The packet that acknowledges the last data may be the one that ends the connection.
    @Test func theLastSampleIsListedAfterTheEnd() {
        var sampler = RoundTripSampler()
        sampler.beginList()
        sampler.sent(end: 10, at: 1000)
        sampler.acknowledged(10, echo: nil, at: 1500, frame: 3)
        sampler.finish()
        #expect(sampler.takeSamples().map(\.delay) == [500])
        #expect(sampler.takeSamples().isEmpty && sampler.distribution.count == 1)
    }
}
