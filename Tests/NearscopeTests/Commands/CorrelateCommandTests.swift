import Foundation
import Testing

@Suite struct CorrelateCommandTests {
    private struct Report: Decodable {
        struct Capture: Decodable { var path: String }
        struct Clock: Decodable { var offset: Double }
        struct Direction: Decodable { var matched: Int }
        struct Session: Decodable {
            var transport: String
            var forward: Direction
        }
        var schema: String
        var captures: [Capture]
        var clock: Clock
        var sessions: [Session]
    }

    private static let alice = BuiltTool.fixture("mesh2-basic.alice.pcap")
    private static let bruno = BuiltTool.fixture("mesh2-basic.bruno.pcapng")

    private func report(_ outcome: BuiltTool.Outcome) throws -> Report {
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return try JSONDecoder().decode(Report.self, from: outcome.output)
    }

    @Test func jsonHasBothCapturesInTheOrderGiven() throws {
        let report = try report(try BuiltTool.run("correlate", Self.alice, Self.bruno, "--format", "json"))
        #expect(report.schema == "nearscope.correlation/1")
        #expect(report.captures.map(\.path) == [Self.alice, Self.bruno])
        #expect(abs(report.clock.offset) < 0.0001)
        #expect(report.sessions.first { $0.transport == "tcp" }?.forward.matched == 105)
    }

    @Test func threadsChangeNothing() throws {
        let outputs = try ["1", "2", "7"].map {
            try BuiltTool.run("correlate", Self.alice, Self.bruno, "--threads", $0, "--format", "json").output
        }
        #expect(outputs[0] == outputs[1] && outputs[0] == outputs[2])
    }

    @Test func filterChoosesPackets() throws {
        let report = try report(
            try BuiltTool.run("correlate", Self.alice, Self.bruno, "--filter", "tcp", "--format", "json"))
        #expect(report.sessions.map(\.transport) == ["tcp"])
    }

    @Test func oneOfThemCanBeStandardInput() throws {
        let outcome = try BuiltTool.run("correlate", "-", Self.bruno, "--format", "json", input: Self.alice)
        #expect(try report(outcome).sessions.count == 4)
        #expect(try BuiltTool.run("correlate", "-", "-").status == 64)
    }

    @Test func textEndsWithWhatWasLost() throws {
        let outcome = try BuiltTool.run("correlate", Self.alice, Self.bruno)
        #expect(outcome.status == 0 && outcome.text.hasSuffix("\nNothing was lost between A and B\n"))
    }

    @Test func capturesWithNothingInCommonAreRefused() throws {
        let outcome = try BuiltTool.run("correlate", Self.alice, BuiltTool.fixture("mesh-endings.hub.pcap"))
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("no packet is in both captures"))
    }

    @Test func filesThatCannotBeReadAreNamed() throws {
        let missing = try BuiltTool.run("correlate", Self.alice, "/no/such/file")
        #expect(missing.status == 66 && missing.errors.contains("/no/such/file"))
        let other = try BuiltTool.run("correlate", BuiltTool.fixture("README.md"), Self.bruno)
        #expect(other.status == 65 && other.errors.contains("README.md"))
        #expect(try BuiltTool.run("correlate", Self.alice).status == 64)
    }

    @Test func damageIsToldAfterTheReport() throws {
        let folder = try TemporaryFolder()
        let bytes = try Data(contentsOf: URL(filePath: Self.alice))
        let cut = try folder.write(Array(bytes.dropLast(1000)), to: "cut.pcap")
        let outcome = try BuiltTool.run("correlate", cut, Self.bruno)
        #expect(outcome.status == 2 && outcome.errors.contains("cut.pcap"))
        #expect(outcome.text.contains("everything before it was compared"))
    }
}
