import Foundation
import Testing
import TraceAnalysis
import TraceModel
import TraceReports

@Suite struct SessionsCommandTests {
    private let capture = BuiltTool.fixture("mesh4-tiebreak-bug.kofi.pcap")

    private func report(_ arguments: String...) throws -> TraceReport {
        let outcome = try BuiltTool.run(arguments: ["sessions", capture, "--format", "json"] + arguments)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return try JSONDecoder().decode(TraceReport.self, from: outcome.output)
    }

    /// The first cell of each row of the table.
    private func rows(_ arguments: String...) throws -> [Int] {
        try BuiltTool.run(arguments: ["sessions", capture] + arguments).text.split(separator: "\n").compactMap {
            $0.split(separator: " ").first.flatMap { Int($0) }
        }
    }

    @Test func listsWhatIsNotInTheBackgroundAndSaysSo() throws {
        let outcome = try BuiltTool.run("sessions", capture)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.hasPrefix("Sessions (6 of 12)\n"))
        #expect(outcome.text.contains("\n  … and 6 mDNS or multicast conversations: --all lists them\n"))
        #expect(try rows() == [7, 8, 9, 10, 11, 12])
        #expect(try rows("--all") == Array(1...12))
    }

    @Test func sessionsOfMulticastDNSAreListedWhereTheyAreAskedFor() throws {
        #expect(try report("--application", "mdns").sessions.map(\.id) == Array(1...6))
        #expect(try rows("--application", "mdns") == Array(1...6))
    }

    @Test func sortsByTheFigureThatIsAskedFor() throws {
        let sessions = try report().sessions.filter { !$0.isBackground }
        func bytes(_ session: Session) -> Int {
            (session.forward.payloadBytes ?? 0) + (session.backward.payloadBytes ?? 0)
        }
        let most = try #require(sessions.map(bytes).max())
        let first = try #require(try report("--sort", "bytes").sessions.first)
        #expect(bytes(first) == most || first.isBackground)
        #expect(try rows("--sort", "start", "--reverse") == [12, 11, 10, 9, 8, 7])
        let outcome = try BuiltTool.run("sessions", capture, "--sort", "color")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("there is no order “color”; the orders are start, duration, "))
        #expect(outcome.errors.contains(", and the columns of metrics in the csv, such as forwardGoodput."))
    }

    @Test func filtersHaveToFitAllAndAddUpWithinOneKind() throws {
        #expect(try report("--application", "mesh").sessions.count == 6)
        #expect(try report("--transport", "udp").sessions.count == 6)
        #expect(try report("--transport", "udp", "--transport", "tcp").sessions.count == 12)
        #expect(try report("--application", "mesh", "--peer", "Lena").sessions.count == 2)
        #expect(try report("--application", "mesh", "--peer", "Lena", "--peer", "mara-79bd40db").sessions.count == 4)
        #expect(try report("--service", "Lena").sessions.map(\.id) == [7])
        #expect(try report("--service", "_yourmesh._tcp").sessions.count == 6)
    }

    @Test func jsonIsTheReportWithTheseSessionsAlone() throws {
        let whole = try report()
        let some = try report("--session", "7", "--session", "9")
        #expect(some.schema == "nearscope.report/1")
        #expect(some.sessions == whole.sessions.filter { [7, 9].contains($0.id) })
        #expect(some.peers == whole.peers && some.services == whole.services)
    }

    @Test func linesAreSessions() throws {
        let outcome = try BuiltTool.run("sessions", capture, "--format", "ndjson")
        let sessions = try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(Session.self, from: Data($0.utf8))
        }
        #expect(try sessions == report().sessions)
    }

    @Test func rowsAreSessionsOfAllCapturesUnderOneHeading() throws {
        let other = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let outcome = try BuiltTool.run("sessions", capture, other, "--format", "csv")
        #expect(outcome.status == 0)
        let rows = outcome.text.split(separator: "\r\n")
        #expect(rows.count == 1 + 12 + 4)
        #expect(rows[0].hasPrefix("capture,session,transport,application,initiator,"))
        #expect(rows[1].hasPrefix(capture) && rows[16].hasPrefix(other))
        #expect(rows.count { $0.hasPrefix("capture,") } == 1)
    }

    @Test func oneSessionIsToldInDetail() throws {
        let outcome = try BuiltTool.run("sessions", capture, "--session", "7")
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("Session 7 · mesh over TCP · Kofi → Lena\n"))
        for part in ["“Lena” _yourmesh._tcp", "identification", "transport RTT →", "throughput, "] {
            #expect(outcome.text.contains(part), "\(part)")
        }
        #expect(
            try BuiltTool.run("sessions", capture, "--session", "7", "--session", "8").text.contains("\n\nSession 8"))
    }

    @Test func whatIsNotThereIsWrongUsage() throws {
        let session = try BuiltTool.run("sessions", capture, "--session", "13")
        #expect(session.status == 64 && session.output.isEmpty)
        #expect(session.errors == "nearscope: there is no session 13; the sessions are 1 to 12\n")
        let peer = try BuiltTool.run("sessions", capture, "--peer", "Zoe")
        #expect(peer.status == 64 && peer.errors.contains("there is no peer “Zoe”; there are “"))
        #expect(try BuiltTool.run("sessions", capture, "--service", "Zoe").status == 64)
        #expect(try BuiltTool.run("sessions", capture, "--application", "chess").status == 64)
        #expect(try BuiltTool.run("sessions", capture + ".not-there").status == 66)
    }

    @Test func severalCapturesAreToldApart() throws {
        let other = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let text = try BuiltTool.run("sessions", capture, other).text
        #expect(
            text.hasPrefix("\(capture)\n\nSessions (6 of 12)") && text.contains("\n\n\(other)\n\nSessions (1 of 4)"))
    }
}
