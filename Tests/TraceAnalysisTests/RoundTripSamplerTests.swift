import Testing

@testable import TraceAnalysis

@Suite("Round trips")
struct RoundTripSamplerTests {
    @Test("A segment is timed to the acknowledgment that covers its last byte")
    func cumulative() {
        var sampler = RoundTripSampler()
        sampler.sent(end: 100, at: 0)
        sampler.sent(end: 200, at: 1_000_000)
        sampler.acknowledged(99, at: 2_000_000)
        #expect(sampler.distribution.count == 0)
        sampler.acknowledged(150, at: 3_000_000)
        #expect(sampler.distribution.count == 1)
        sampler.acknowledged(200, at: 9_000_000)
        #expect(sampler.distribution.min == 0.003)
        #expect(sampler.distribution.max == 0.008)
        sampler.acknowledged(200, at: 20_000_000)
        #expect(sampler.distribution.count == 2)
    }

    @Test("Nothing under way together with a retransmission is timed (Karn)")
    func karn() {
        var sampler = RoundTripSampler()
        sampler.sent(end: 100, at: 0)
        sampler.sent(end: 200, at: 1)
        sampler.disturbed()
        sampler.acknowledged(200, at: 5)
        #expect(sampler.distribution.count == 0)
        sampler.sent(end: 300, at: 10_000_000)
        sampler.acknowledged(300, at: 11_000_000)
        #expect(sampler.distribution.max == 0.001)
    }

    @Test("Answered segments make room; more than the limit are not timed")
    func bounded() {
        var sampler = RoundTripSampler()
        for index in 1...5000 {
            sampler.sent(end: Int64(index), at: 0)
            if index > 500 { sampler.acknowledged(Int64(index - 500), at: 1) }
        }
        #expect(sampler.distribution.count == 4500)
        var full = RoundTripSampler()
        for index in 1...5000 { full.sent(end: Int64(index), at: 0) }
        full.acknowledged(5000, at: 1)
        #expect(full.distribution.count == RoundTripSampler.maximumPending)
    }
}
