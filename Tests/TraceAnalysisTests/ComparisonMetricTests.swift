import Testing

@testable import TraceAnalysis

@Suite struct ComparisonMetricTests {
    @Test func roundTripsAreNoOtherMetric() {
        var session = SampleRuns.session(rtt: nil)
        session.transportRTT.count = 9
        session.transportRTT.median = 0.5
        session.handshakeRTT = 0.04
        #expect(ComparisonMetric.rttMedian.value(of: session) == nil)
        #expect(ComparisonMetric.handshakeRTT.value(of: session) == 0.04)
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

    @Test func namesAreTheKeysOfTheFormat() {
        #expect(
            ComparisonMetric.allCases.map(\.rawValue) == [
                "rttMedian", "rttMean", "rttP95", "jitterMeanAbsoluteDifference", "jitterRFC3550", "dataRate",
                "lossRatio", "retransmissionShare", "handshakeRTT",
            ])
        #expect(Set(ComparisonMetric.allCases.map(\.unit.rawValue)) == ["s", "bit/s", "1"])
    }
}
