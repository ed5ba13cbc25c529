import Foundation
import Testing
import TestSupport

@Suite struct ReportCommandTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    @Test func aPageAndATraceAreWritten() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try BuiltTool.run(
            "report", BuiltTool.fixture("mesh2-basic.alice.pcap"), "-o", path("page.html"), "--perfetto", path("trace"))
        #expect(outcome.status == 0)
        let page = try String(contentsOfFile: path("page.html"), encoding: .utf8)
        #expect(page.hasPrefix("<!doctype html>") && page.contains("id=\"session-"))
        #expect(try Data(contentsOf: folder.appending(path: "trace")).count > 1000)
    }

    @Test func theCaptureItselfIsNeverWrittenTo() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = path("copy.pcap")
        try FileManager.default.copyItem(atPath: BuiltTool.fixture("mesh2-basic.alice.pcap"), toPath: copy)
        let before = try Data(contentsOf: URL(filePath: copy))
        try FileManager.default.createSymbolicLink(atPath: path("link.pcap"), withDestinationPath: copy)
        for arguments in [
            [copy, "-o", copy], [path("link.pcap"), "-o", copy], [copy, "--perfetto", copy], [folder.path, "-o", copy],
            ["--merge", copy, "-o", copy],
        ] {
            let outcome = try BuiltTool.run(arguments: ["report"] + arguments)
            #expect(outcome.status == 64 && outcome.errors.contains("is also an input file"))
        }
        #expect(try Data(contentsOf: URL(filePath: copy)) == before)
    }

    @Test func whatCannotBeWrittenIsTold() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let fixture = BuiltTool.fixture("mesh2-basic.alice.pcap")
        #expect(try BuiltTool.run("report", fixture, "-o", path("none/page.html")).status == 74)
        #expect(try BuiltTool.run("report", fixture).status == 64)
        #expect(try BuiltTool.run("report", fixture, "-o", path("x"), "--perfetto", path("x")).status == 64)
        #expect(try BuiltTool.run("report", fixture, fixture, "--perfetto", path("x")).status == 64)
        #expect(try BuiltTool.run("report", path("none.pcap"), "-o", path("page.html")).status == 66)
    }

    @Test func aPageSaysHowItIsMadeAgain() throws {
        let outcome = try BuiltTool.run(
            "report", BuiltTool.fixture("mesh2-basic.alice.pcap"), "--filter", "tcp port 9000 or udp", "--resync",
            "--udp-idle", "2s", "-o", "-")
        #expect(
            outcome.text.contains(
                "nearscope report --filter &#39;tcp port 9000 or udp&#39; --resync --udp-idle 2000000000ns "))
    }

    /// The first command of a page that copies packets of a session, as the words of `extract`, and the file that it writes.
    private func extraction(arguments: [String]) throws -> [String] {
        let page = try BuiltTool.run(arguments: ["report"] + arguments + ["-o", "-"]).text
        let match = try #require(
            page.firstMatch(of: #/data-command="([^"]+)" data-span="[^"]+"( data-origin="[^"]+")?><code>/#))
        let list = String(match.output.1).replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
            .replacing("&amp;", with: "&")
        let words = try JSONDecoder().decode([String].self, from: Data(list.utf8))
        #expect(words.prefix(2) == ["nearscope", "extract"] && words.dropLast().last == "-o")
        return words.dropFirst().dropLast() + [path("part.pcapng"), "--force"]
    }

    /// Packets of sessions in a capture, as all commands count them.
    private func packets(_ path: String) throws -> [Int] {
        struct Row: Decodable { let packets: Int }
        struct Session: Decodable { let forward: Row, backward: Row }
        struct Report: Decodable { let sessions: [Session] }
        let report = try JSONDecoder().decode(
            Report.self, from: BuiltTool.run(path, "--format", "json").output)
        return report.sessions.map { $0.forward.packets + $0.backward.packets }
    }

    @Test func theCommandsOfAPageCopyWhatItShows() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (a, b) = (BuiltTool.fixture("mesh2-basic.alice.pcap"), BuiltTool.fixture("mesh2-basic.bruno.pcapng"))
        for options in [
            [a], ["--merge", a, b], ["--filter", "tcp", a], ["--udp-idle", "1s", "--max-frame", "2MiB", a],
        ] {
            let words = try extraction(arguments: options)
            #expect(words.contains("--merge") == options.contains("--merge"))
            #expect(words.contains("--session") == !(options.contains("--filter") || options.contains("--udp-idle")))
            #expect(try BuiltTool.run(arguments: words).status == 0, "\(words)")
            #expect(try packets(path("part.pcapng")).count == 1)
        }
    }

    @Test func twoCapturesHaveAPageOfTheirDelays() throws {
        let (a, b) = (BuiltTool.fixture("mesh2-basic.alice.pcap"), BuiltTool.fixture("mesh2-basic.bruno.pcapng"))
        let page = try BuiltTool.run("correlate", a, b, "--format", "html").text
        #expect(page.contains("data-chart=\"delays\"") && page.contains("data-chart=\"clock\""))
        #expect(page.contains("data-path=\"/clock/offset\"") && page.contains("id=\"correlation\""))
        let outcome = try BuiltTool.run("correlate", a, b, "-o", "-")
        #expect(outcome.status == 64 && outcome.errors.contains("-o is for --format html"))
    }

    /// On standard error it is named as it is: that is not given away.
    @Test func aRedactedPageDoesNotNameADamagedFile() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let whole = try Data(contentsOf: URL(filePath: BuiltTool.fixture("mesh2-basic.alice.pcap")))
        try whole.prefix(9000).write(to: folder.appending(path: "secret-place.pcap"))
        let outcome = try BuiltTool.run("report", path("secret-place.pcap"), "--redact", "-o", "-")
        #expect(outcome.status == 2 && outcome.errors.contains("secret-place"))
        #expect(outcome.text.contains("The file could be read up to byte") && !outcome.text.contains("secret-place"))
    }

    @Test func redactedPagesHaveNoName() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try BuiltTool.run(
            "report", BuiltTool.fixture("mesh2-basic.alice.pcap"), "--redact", "-o", "-")
        #expect(outcome.status == 0)
        #expect(!outcome.text.contains("alice") && !outcome.text.contains("Alice") && outcome.text.contains("Device 1"))
    }
}
