import Testing
import TraceModel

@testable import TraceAnalysis
@testable import TraceReports

@Suite struct RelayedMessageSummaryTests {
    private func message(_ kind: RelayedMessage.Kind, direct: Double? = nil, relayed: Double? = nil) -> RelayedMessage {
        RelayedMessage(
            kind: kind, author: "ana", id: "1", recipient: nil, time: 1, frame: 2, copies: 3, deliveries: [],
            carrierCount: 1, duplicates: 0, bodyCount: 1, bodies: [], directLatency: direct, relayedLatency: relayed,
            relayDelay: nil)
    }

    private func summary(_ messages: [RelayedMessage]) -> String {
        var report = SessionSamples.report([])
        report.relayedMessages = messages
        return TextSummary(width: 120).render(report)
    }

    @Test func eachKindHasItsCopiesCarriersAndTypicalLatencies() {
        let text = summary([
            message(.stanza, direct: 0.1, relayed: 1), message(.stanza, direct: 0.3), message(.stanza, direct: 0.2),
            message(.broadcast, relayed: 0.004), message(.broadcast, relayed: 0.002),
        ])
        #expect(
            text.contains(
                """
                Relayed messages (5 messages)
                  3 chat messages in 9 copies, by the author after 200 ms, by others after 1 s
                  2 relayed broadcasts in 6 copies, by others after 3 ms

                """), "\(text)")
    }

    @Test func alteredAndRepeatedMessagesAreCounted() {
        var altered = message(.stanza)
        altered.bodyCount = 2
        altered.duplicates = 4
        altered.carrierCount = 0
        altered.copies = 1
        #expect(summary([altered]).contains("  1 chat message in 1 copy, 1 with different text, 4 delivered again\n"))
    }

    @Test func withoutAnyNothingIsReported() { #expect(!summary([]).contains("Carried")) }

    @Test func aReportOfSomeSessionsHasTheMessagesThatTheyDelivered() {
        var delivered = message(.stanza)
        var delivery = RelayedMessage.Delivery()
        (delivery.session, delivery.time, delivery.frame) = (2, 1, 2)
        delivered.deliveries = [delivery]
        let finding = Finding(
            code: Finding.Code(rawValue: "early-data"), severity: .warning, time: 4.5, frames: [12],
            subject: .session(1), message: "", remedy: "", reference: "")
        var report = SessionSamples.report(
            [SessionSamples.session(1), SessionSamples.session(2)], findings: [finding])
        report.relayedMessages = [message(.stanza), delivered]
        let second = report.limited(toSessions: [report.sessions[1]])
        #expect(second.sessions.map(\.id) == [2])
        #expect(second.relayedMessages == [delivered])
        #expect(second.findings.isEmpty && second.peers == report.peers)
        #expect(report.limited(toSessions: [report.sessions[0]]).findings == [finding])
    }
}
