import Testing
import TraceModel

@testable import TracePages

@Suite struct SessionDetailsTests {
    private func message(
        _ time: Double, _ frame: Int, _ type: String, latency: Double? = nil, application: Session.Application = .echo
    ) -> TraceMessage {
        var message = TraceMessage(
            time: time, frame: frame, begun: time, session: 1, direction: .forward, application: application,
            type: type,
            bytes: 8, streamOffset: nil, sender: nil, peer: nil, fault: nil, firstFrame: frame, content: nil)
        message.latency = latency
        message.latencyKind = latency == nil ? nil : .roundTrip
        return message
    }

    @Test func aProbeWithoutAnAnswerIsTold() {
        var details = SessionDetails(plot: nil)
        details.add(message(0.1, 1, "probe"))
        details.add(message(0.123456789, 2, "echo", latency: 0.023456789))
        details.add(message(0.2, 3, "probe"))
        #expect(details.unanswered == [0.2])
    }

    @Test(arguments: [1e19, -1e19, 9.3e9, .greatestFiniteMagnitude]) func absurdTimesAreNoTrap(time: Double) {
        var details = SessionDetails(plot: nil)
        details.add(message(time, 1, "probe"))
        details.add(message(time, 2, "echo", latency: 1e-9))
        #expect(details.unanswered.count <= 1 && details.messageCount == 2)
    }

    @Test func theWorstMessagesAreKept() {
        var details = SessionDetails(plot: nil)
        for number in 1...500 {
            details.add(message(Double(number), number, "chat", latency: number == 300 ? 9 : 0.001, application: .mesh))
        }
        #expect(details.first.count == SessionDetails.firstLimit)
        let worst = details.worst.list(.max)
        #expect(worst.count == WorstMessages.limit && worst.contains { $0.message.frame == 300 })
    }
}
