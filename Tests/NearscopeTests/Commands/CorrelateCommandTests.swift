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

    @Test func aTraceOfBothIsWrittenBesideTheSummary() throws {
        let folder = try TemporaryFolder()
        let trace = folder.url.appending(path: "trace.pftrace").path
        let outcome = try BuiltTool.run("correlate", Self.alice, Self.bruno, "--perfetto", trace)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text == (try BuiltTool.run("correlate", Self.alice, Self.bruno).text))
        let bytes = try Data(contentsOf: URL(filePath: trace))
        for name in ["A: mesh2-basic.alice.pcap", "B: mesh2-basic.bruno.pcapng", "A and B"] {
            #expect(bytes.range(of: Data(name.utf8)) != nil)
        }
        _ = try BuiltTool.run("correlate", Self.alice, Self.bruno, "--perfetto", trace, "--threads", "1")
        #expect(try Data(contentsOf: URL(filePath: trace)) == bytes)
    }

    @Test func aTraceIsNeverWrittenOverACapture() throws {
        let folder = try TemporaryFolder()
        let before = try Data(contentsOf: URL(filePath: Self.alice))
        let copy = try folder.write(Array(before), to: "copy.pcap")
        for arguments in [["--perfetto", copy], ["--format", "html", "-o", copy]] {
            for captures in [[copy, Self.bruno], [Self.bruno, copy]] {
                let outcome = try BuiltTool.run(arguments: ["correlate"] + captures + arguments)
                #expect(outcome.status == 64 && outcome.errors.contains("is also an input file"))
            }
        }
        #expect(try Data(contentsOf: URL(filePath: copy)) == before)
    }

    @Test func aTraceNeedsFilesThatCanBeReadAgain() throws {
        let folder = try TemporaryFolder()
        let trace = folder.url.appending(path: "trace.pftrace").path
        let outcome = try BuiltTool.run("correlate", "-", Self.bruno, "--perfetto", trace, input: Self.alice)
        #expect(outcome.status == 64 && outcome.errors.contains("save it to a file first"))
        #expect(!FileManager.default.fileExists(atPath: trace))
        #expect(try BuiltTool.run("correlate", Self.alice, Self.bruno, "--perfetto", "-").status == 64)
        let missing = folder.url.appending(path: "none/trace").path
        #expect(try BuiltTool.run("correlate", Self.alice, Self.bruno, "--perfetto", missing).status == 74)
    }

    @Test func redactedOutputHasNoName() throws {
        let folder = try TemporaryFolder()
        let trace = folder.url.appending(path: "trace.pftrace").path
        for format in ["text", "json", "csv", "html"] {
            let outcome = try BuiltTool.run(
                "correlate", Self.alice, Self.bruno, "--redact", "--format", format, "--perfetto", trace)
            #expect(outcome.status == 0)
            let bytes = try Data(contentsOf: URL(filePath: trace))
            for name in ["alice", "Alice", "bruno", "Bruno", "mesh2-basic", "10.77."] {
                #expect(!outcome.text.contains(name), "\(name) in \(format)")
                #expect(bytes.range(of: Data(name.utf8)) == nil, "\(name) in the trace")
            }
        }
    }
}
