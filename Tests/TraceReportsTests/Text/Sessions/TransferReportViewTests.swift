import Testing
import TraceModel
import WireText

@testable import TraceReports

@Suite struct TransferReportViewTests {
    private let session = SessionSamples.session {
        $0.capturePoint = .initiator
        $0.established = $0.start + 0.002
        $0.handshakeRTT = 0.002
        $0.forward.packets = 30
        $0.forward.payloadBytes = 8708
        $0.forward.retransmittedBytes = 500
        $0.forward.transportRTT.min = 0.001
        $0.forward.transportRTT.mean = 0.0015
        $0.backward.packets = 20
        $0.backward.payloadBytes = 20_925
        $0.backward.retransmittedBytes = 100
    }

    @Test func eachEndSentWhatTheOtherReceived() {
        let reports = TransferReports(SessionSamples.report([session])).reports(of: session)
        #expect(reports.map(\.end) == [.initiator, .responder])
        #expect(reports.map(\.sentApplicationByteCount) == [8708, 20_925])
        #expect(reports.map(\.receivedApplicationByteCount) == [20_925, 8708])
        #expect(reports.map(\.sentTransportByteCount) == [9208, 21_025])
        #expect(reports.map(\.sentIPPacketCount) == [30, 20])
    }

    @Test func onlyTheEndWithTheCaptureHasWhatItAloneMeasures() {
        let reports = TransferReports(SessionSamples.report([session])).reports(of: session)
        #expect(reports.map(\.transportMinimumRTT) == [0.001, nil])
        #expect(reports.map(\.receivedTransportDuplicateByteCount) == [100, nil])
        #expect(reports.map(\.handshakeRTT) == [0.002, nil])
    }

    @Test func attemptsThatFailedDirectlyBeforeAreCounted() {
        var sessions = (1...4).map { id in
            SessionSamples.session {
                $0.id = id
                $0.ending = id == 1 || id == 4 ? .fin : .refused
            }
        }
        sessions[3].midstream = false
        let reports = TransferReports(SessionSamples.report(sessions))
        #expect(reports.reports(of: sessions[3])[0].previousAttemptCount == 2)
        #expect(reports.reports(of: sessions[3])[1].previousAttemptCount == nil)
    }

    @Test func textHasBothEndsBesideEachOther() {
        let text = TransferReportView(width: 80).render([session], of: SessionSamples.report([session]))
        #expect(text.contains("sentApplicationByteCount"))
        #expect(text.split(separator: "\n").contains { $0.contains("handshakeRTT") && $0.hasSuffix("–") })
        #expect(!text.contains("transportRTTVariance"), "what neither end has is left out")
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
