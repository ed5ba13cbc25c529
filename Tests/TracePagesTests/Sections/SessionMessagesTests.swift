import Testing
import TraceModel

@testable import TracePages

@Suite struct SessionMessagesTests {
    private func chart(_ messages: [TraceMessage], lost: [SessionDirection.DeliveryMark] = []) throws -> Chart? {
        var session = TraceSamples.session()
        session.forward.delivery = lost
        var details = SessionDetails(plot: nil)
        for message in messages { details.add(message) }
        let page = try PageContext(PageCapture(TraceSamples.report(sessions: [session])), number: nil)
        return SessionMessages(SessionSection(page, session, details)).chart
    }

    private func lanes(_ chart: Chart?) -> [String] {
        if case .lanes(let names)? = chart?.side { return names }
        return []
    }

    @Test func theWorstAreBelowTheFirstWithTheirRequests() throws {
        var messages = (0..<60).map {
            TraceSamples.message(from: 1 + Double($0) / 20, to: 1 + Double($0) / 20, frame: $0)
        }
        // To the last of them.
        messages.append(TraceSamples.message(from: 5.5, to: 5.5, frame: 99, .backward, latency: 1.55))
        let chart = try #require(try chart(messages))
        #expect(lanes(chart).count == 4)
        let parts = chart.table.rows.compactMap { row -> String? in
            if case .text(let part)? = row.last { part } else { nil }
        }
        #expect(parts.suffix(2) == ["request of a worst one", "worst"])
        // From the row of the requests up to that of the answers, and from one of their times to the other.
        let links = chart.marks.compactMap { mark -> [(from: Mark.Point, to: Mark.Point)]? in
            if case .segments(let links) = mark.shape { links } else { nil }
        }.joined()
        #expect(links.map(\.from.x) == [3.95] && links.map(\.to.x) == [5.5])
        #expect(links.allSatisfy { $0.from.y < -2 && $0.to.y < -3 })
    }

    @Test func anAnswerWhoseRequestIsNotDrawnHasNoLine() throws {
        let chart = try #require(try chart([TraceSamples.message(from: 5, to: 5, .backward, latency: 3)]))
        #expect(!chart.marks.contains { if case .segments = $0.shape { true } else { false } })
    }

    @Test func lossesAreMarkedEvenWithoutMessages() throws {
        let lost = [
            SessionDirection.DeliveryMark(time: 2, frame: 7, lost: 3, reordered: 0),
            .init(time: 3, frame: 8, lost: 0, reordered: 1),
        ]
        let chart = try #require(try chart([], lost: lost))
        #expect(chart.marks.map(\.series) == [5, 4] && chart.table.rows.count == 2)
        #expect(try self.chart([]) == nil)
    }
}
