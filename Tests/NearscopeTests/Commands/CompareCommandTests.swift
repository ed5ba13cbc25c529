import Foundation
import RunComparison
import Testing
import TraceAnalysis
import TraceModel
import TraceReports
import WireCoding
import WireText

@Suite struct CompareCommandTests {
    private let alice = BuiltTool.fixture("mesh2-basic.alice.pcap")
    private let bruno = BuiltTool.fixture("mesh2-basic.bruno.pcapng")
    private let iris = BuiltTool.fixture("mesh2-v6ll-sorted.iris.pcap")

    private func comparison(_ arguments: String...) throws -> ComparisonReport {
        let outcome = try BuiltTool.run(arguments: ["compare", "--format", "json"] + arguments)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return try JSONDecoder().decode(ComparisonReport.self, from: outcome.output)
    }

    @Test func bothEndsOfAConnectionAreOneRun() throws {
        let comparison = try comparison(alice, bruno, iris)
        #expect(comparison.schema == "nearscope.comparison/1")
        #expect(comparison.runs.map { $0.views.map(\.file) } == [[alice, bruno], [iris]])
        #expect(comparison.cells.map { $0.factors["scenario"] } == [.text("mesh2-basic"), .text("mesh2-v6ll-sorted")])
        #expect(comparison.runs.allSatisfy { $0[.transport] == .text("tcp") && $0[.handshakeRTT] != nil })
        #expect(comparison.captures.map(\.runs) == [1, 1, 1])
    }

    @Test func manifestSaysWhatNoCaptureCan() throws {
        let folder = try TemporaryFolder()
        let manifest = try folder.write(
            Array(
                """
                defaults: {place: lab}
                runs:
                  - file: "*iris*"
                    place: roof
                    distance: 12.5
                    factors: {weather: rain}
                  - {file: mesh2-basic.alice.pcap, factors: {weather: sun}}
                """.utf8), to: "matrix.yaml")
        let comparison = try comparison(alice, iris, "--manifest", manifest, "--by", "place, weather,distance")
        #expect(comparison.by.map(\.rawValue) == ["place", "weather", "distance"])
        #expect(
            comparison.cells.map { cell in comparison.by.map { cell.factors[$0.rawValue] } }
                == [[.text("lab"), .text("sun"), nil], [.text("roof"), .text("rain"), .number(12.5)]])
    }

    @Test func manifestNamesCaptures() throws {
        let folder = try TemporaryFolder()
        for path in [alice, iris] {
            let bytes = try Array(Data(contentsOf: URL(filePath: path)))
            _ = try folder.write(bytes, to: URL(filePath: path).lastPathComponent)
        }
        let yaml = "runs:\n  - {file: '*.pcap', place: a}\n  - {file: mesh2-v6ll-sorted.iris.pcap, place: b}\n"
        let manifest = try folder.write(Array(yaml.utf8), to: "matrix.yaml")
        let comparison = try comparison("--manifest", manifest, "--by", "place")
        #expect(
            comparison.captures.count == 2 && comparison.cells.map { $0.factors["place"] } == [.text("a"), .text("b")])
    }

    @Test func entriesWithoutFileAreTold() throws {
        let folder = try TemporaryFolder()
        let manifest = try folder.write(Array("runs:\n  - {file: none.pcap}\n".utf8), to: "matrix.yaml")
        let outcome = try BuiltTool.run("compare", alice, "--manifest", manifest)
        #expect(outcome.status == 66 && outcome.text.hasPrefix("1 run in 1 capture"))
        #expect(outcome.errors == "nearscope: \(manifest):2: no capture matches “none.pcap”\n")
        let alone = try BuiltTool.run("compare", "--manifest", manifest)
        #expect(alone.status == 66 && alone.output.isEmpty)
    }

    @Test func manifestFaultsHaveTheirLine() throws {
        let folder = try TemporaryFolder()
        let manifest = try folder.write(Array("runs:\n  - {fil: a}\n".utf8), to: "matrix.yaml")
        let outcome = try BuiltTool.run("compare", alice, "--manifest", manifest)
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("nearscope: \(manifest):2: there is no “fil” here"), "\(outcome.errors)")
        #expect(try BuiltTool.run("compare", alice, "--manifest", manifest + ".none").status == 66)
        let binary = try folder.write([0xFF, 0xFE, 0xFD], to: "binary.yaml")
        #expect(try BuiltTool.run("compare", alice, "--manifest", binary).status == 65)
    }

    @Test func unreadableFilesAreNamedAndTheRestGoesOn() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write(Array("no capture".utf8), to: "notes.txt")
        let outcome = try BuiltTool.run("compare", alice, text, "/none.pcap", "--format", "json")
        #expect(outcome.status == 66 && outcome.errorLines.count == 2)
        let comparison = try JSONDecoder().decode(ComparisonReport.self, from: outcome.output)
        #expect(comparison.runs.count == 1 && comparison.captures.map { $0.error == nil } == [true, false, false])
        let none = try BuiltTool.run("compare", text)
        #expect(none.status == 65 && none.output.isEmpty)
        let cut = try folder.write(Array(Data(contentsOf: URL(filePath: alice)).dropLast(7)), to: "cut.pcap")
        let damaged = try BuiltTool.run("compare", cut)
        #expect(damaged.status == 2 && damaged.errorLines.count == 1 && damaged.text.contains("1 run"))
    }

    @Test func folderStandsForItsCaptures() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(Array(Data(contentsOf: URL(filePath: alice))), to: "a.pcap")
        _ = try folder.write(Array("notes".utf8), to: "notes.txt")
        #expect(try comparison(folder.url.path).captures.count == 1)
    }

    @Test func factorsThatNobodyKnowsAreWrongUsage() throws {
        let outcome = try BuiltTool.run("compare", alice, "--by", "transport,weather")
        #expect(outcome.status == 64)
        #expect(
            outcome.errors.contains("there is no factor “weather”; the factors are transport, application, scenario, "))
        #expect(try BuiltTool.run("compare", alice, "--by", "").status == 64)
        #expect(try BuiltTool.run("compare").status == 64)
        #expect(try BuiltTool.run("compare", alice, "--threads", "0").status == 64)
    }

    @Test func threadsAndRepetitionChangeNothing() throws {
        for format in ["text", "json", "csv"] {
            let outputs = try [["--threads", "1"], ["--threads", "2"], []].map { arguments in
                try BuiltTool.run(arguments: ["compare", alice, iris, "--format", format] + arguments).output
            }
            #expect(outputs[0] == outputs[1] && outputs[0] == outputs[2], "\(format)")
        }
    }

    @Test func filterApplies() throws {
        #expect(try comparison(alice, "--filter", "udp").runs.isEmpty)
    }

    @Test func csvHasARowForEachCellAndFigure() throws {
        let outcome = try BuiltTool.run("compare", alice, iris, "--format", "csv")
        let rows = outcome.text.split(separator: "\r\n")
        #expect(rows.count == 1 + 2 * ComparisonMetric.allCases.count)
        #expect(rows[0].hasPrefix("transport,scenario,metric,unit,runs,median,"))
    }

    @Test func namesOfFilesAreHarmless() throws {
        let folder = try TemporaryFolder()
        let name = "=1\u{1B}[2J,\u{202E}x.pcap"
        let path = try folder.write(Array(Data(contentsOf: URL(filePath: alice))), to: name)
        for format in ["text", "json", "csv"] {
            let text = try BuiltTool.run("compare", path, "--format", format, "--all", "--by", "scenario,file").text
            let isHarmless = text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\r" || !SafeText.isUnsafe($0) }
            #expect(isHarmless, "\(format)")
        }
        let rows = try BuiltTool.run("compare", path, "--format", "csv").text.split(separator: "\r\n")
        #expect(rows[1].hasPrefix("tcp,\"'=1\\u{1B}[2J,\\u{202E}x\",rttMedian,"), "\(rows[1])")
    }
}
