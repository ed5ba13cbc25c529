import Testing
import TraceModel

@testable import RunComparison

@Suite struct ComparisonMetricTests {
    @Test func roundTripsAreNoOtherMetric() {
        var session = SampleRuns.session(rtt: nil)
        session.transportRTT.count = 9
        session.transportRTT.median = 0.5
        session.handshakeRTT = 0.04
        #expect(ComparisonMetric.rttMedian.value(of: session) == nil)
        #expect(ComparisonMetric.handshakeRTT.value(of: session) == 0.04)
        session.networkRTT = .init(0.03, from: .transport)
        #expect(ComparisonMetric.networkRTT.value(of: session) == 0.03)
    }

    @Test func rateIsThatOfTheDataAfterTheProbes() {
        var session = SampleRuns.session()
        session.forward.goodput = 100
        #expect(ComparisonMetric.dataRate.value(of: session) == nil)
        session.forward.bulk = .init(start: 0, end: 1, bytes: 1, goodput: 1e7)
        #expect(ComparisonMetric.dataRate.value(of: session) == 1e7)
    }

    @Test func rateOfATransferIsThatOfTheSideThatSentMore() {
        var session = SampleRuns.session(rtt: nil)
        session.application = .unknown
        session.forward.payloadBytes = 100
        session.forward.goodput = 1
        session.backward.payloadBytes = 1000
        session.backward.goodput = 2
        #expect(ComparisonMetric.dataRate.value(of: session) == 2)
    }

    @Test func lossIsOfNumberedMessages() {
        var session = SampleRuns.session(.udp)
        #expect(ComparisonMetric.lossRatio.value(of: session) == nil)
        session.forward.lostMessages = 5
        session.forward.messageTypes.add(96, of: "data")
        session.forward.messageTypes.add(100, of: "probe")
        session.forward.duplicateMessages = 1
        #expect(ComparisonMetric.lossRatio.value(of: session) == 0.05)
        // Where packets are there twice, nobody knows how many there were.
        session.forward.messages = nil
        session.forward.messageTypes = NamedCounts()
        #expect(ComparisonMetric.lossRatio.value(of: session) == nil)
    }

    @Test func retransmissionsAreThoseOfTCP() {
        var session = SampleRuns.session(.tcp)
        session.forward.packets = 90
        session.backward.packets = 10
        session.forward.retransmittedPackets = 3
        session.backward.retransmittedPackets = 1
        #expect(ComparisonMetric.retransmissionShare.value(of: session) == 0.04)
        session.transport = .quic
        #expect(ComparisonMetric.retransmissionShare.value(of: session) == nil)
    }

    @Test func acknowledgmentsOfQUICAreComparedLikeThoseOfTCP() {
        var session = SampleRuns.session(.quic)
        (session.forward.packets, session.backward.packets) = (90, 10)
        session.transportRTT = Distribution()
        #expect(ComparisonMetric.unacknowledgedShare.value(of: session) == nil)
        #expect(ComparisonMetric.acknowledgmentRTT.value(of: session) == nil)
        var quic = Session.QUIC()
        quic.lost = .init(forward: 3, backward: 1)
        quic.ackRTT = Distribution()
        quic.ackRTT?.median = 0.025
        session.quic = quic
        #expect(ComparisonMetric.unacknowledgedShare.value(of: session) == 0.04)
        #expect(ComparisonMetric.acknowledgmentRTT.value(of: session) == 0.025)
        session.quic?.lost?.forward = 500
        #expect(ComparisonMetric.unacknowledgedShare.value(of: session) == 1)
        session = SampleRuns.session(.tcp)
        session.transportRTT.median = 0.03
        #expect(ComparisonMetric.acknowledgmentRTT.value(of: session) == 0.03)
        #expect(ComparisonMetric.unacknowledgedShare.value(of: session) == nil)
    }

    /// The mean of 18.139012 ms and 18.139013 ms takes a digit more than a clock of nanoseconds has.
    @Test func figuresHaveTheDigitsOfTheirUnit() {
        let means = ComparisonReport.Summary(
            [0.018_139_012, 0.018_139_013, 0.018_139_012, 0.018_139_013], in: .seconds)
        #expect(means.median == 0.018_139_013 && means.interval?.high == 0.018_139_013)
        #expect(ComparisonReport.Summary([1e6 / 3], in: .bitsPerSecond).min == 333_333.333)
        #expect(ComparisonReport.Summary([1 / 3], in: .ratio).max == 0.333_333_333)
        var session = SampleRuns.session(.tcp)
        session.forward.packets = 3
        (session.forward.retransmittedPackets, session.backward.retransmittedPackets) = (1, 0)
        #expect(ComparisonMetric.retransmissionShare.value(of: session) == 0.333_333_333)
    }

    /// Beside the initiator the answers that it gives itself say nothing of the path.
    @Test func jitterIsThatOfTheRoundTripsThatCount() {
        var session = SampleRuns.session(rtt: 0.002)
        session.jitter.meanAbsoluteDifference = 0.03
        session.forward.applicationRTT = session.applicationRTT
        session.forward.jitter.meanAbsoluteDifference = 0.003
        session.backward.applicationRTT = session.applicationRTT
        session.backward.jitter.rfc3550 = 0.004
        session.capturePoint = nil
        #expect(ComparisonMetric.jitterMeanAbsoluteDifference.value(of: session) == 0.03)
        session.capturePoint = .initiator
        #expect(ComparisonMetric.jitterMeanAbsoluteDifference.value(of: session) == 0.003)
        session.capturePoint = .responder
        #expect(ComparisonMetric.jitterRFC3550.value(of: session) == 0.004)
    }

    @Test func namesAreTheKeysOfTheFormat() {
        #expect(
            ComparisonMetric.allCases.map(\.rawValue) == [
                "rttMedian", "rttMean", "rttP95", "jitterMeanAbsoluteDifference", "jitterRFC3550", "dataRate",
                "lossRatio", "retransmissionShare", "unacknowledgedShare", "acknowledgmentRTT", "handshakeRTT",
                "networkRTT",
            ])
        #expect(Set(ComparisonMetric.allCases.map(\.unit.rawValue)) == ["s", "bit/s", "1"])
    }
}
