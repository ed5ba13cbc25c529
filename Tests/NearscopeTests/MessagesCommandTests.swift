import Foundation
import Testing
import TraceAnalysis
import TraceReports

@Suite struct MessagesCommandTests {
    private let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")

    private func messages(_ arguments: String...) throws -> [TraceMessage] {
        let outcome = try BuiltTool.run(arguments: ["messages", capture, "--format", "ndjson"] + arguments)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return try outcome.text.split(separator: "\n").map {
            try JSONDecoder().decode(TraceMessage.self, from: Data($0.utf8))
        }
    }

    @Test func linesAreMessagesInOrderOfTime() throws {
        let messages = try messages()
        #expect(messages.count == 46 + 47)
        #expect(messages.map(\.time) == messages.map(\.time).sorted())
        #expect(messages.count { $0.type == "direct" } == 86)
        let lines = try BuiltTool.run("messages", capture).text.split(separator: "\n")
        #expect(lines.count == 1 + 93 && lines[1].contains("Alice → Bruno's iPhone"))
    }

    @Test func filtersAndLimit() throws {
        #expect(try messages("--type", "identification").count == 2)
        #expect(try messages("--sender", "Alice").count == 46)
        #expect(try messages("--sender", "Alice", "--type", "direct").count == 43)
        #expect(try messages("--session", "1").isEmpty)
        #expect(try messages("--limit", "5").count == 5)
    }

    @Test func rowsHaveAHeading() throws {
        let rows = try BuiltTool.run("messages", capture, "--format", "csv").text.split(separator: "\r\n")
        #expect(rows.count == 94 && rows[0].hasPrefix("capture,time,frame,"))
    }

    @Test func failuresHaveTheirOwnStatus() throws {
        #expect(try BuiltTool.run("messages", capture, "--session", "9").status == 64)
        #expect(try BuiltTool.run("messages", capture, "--limit", "0").status == 64)
        #expect(try BuiltTool.run("messages", "-").status == 64)
        #expect(try BuiltTool.run("messages", capture + ".not-there").status == 66)
    }
}
