import Foundation
import PacketCapture
import Testing
import TraceAnalysis
import TraceModel
import WireCoding

@Suite struct ExtractCommandTests {
    private let folder: TemporaryFolder
    private let alice = BuiltTool.fixture("mesh2-basic.alice.pcap")
    private let bruno = BuiltTool.fixture("mesh2-basic.bruno.pcapng")

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private func report(_ path: String) throws -> TraceReport {
        try JSONDecoder().decode(TraceReport.self, from: BuiltTool.run(path, "--format", "json").output)
    }

    /// Runs the command and expects it to succeed.
    private func extract(_ arguments: String..., to name: String = "out.pcapng") throws -> String {
        let outcome = try BuiltTool.run(arguments: ["extract"] + arguments + ["--force", "-o", path(name)])
        #expect(outcome.status == 0, "\(outcome.errors)")
        return path(name)
    }

    /// Every packet as text: its time, lengths and bytes.
    private func packets(_ path: String) throws -> [String] {
        var reader = try CaptureFile.open(path: path).makeReader()
        var packets: [String] = []
        while let record = try reader.next() {
            packets.append("\(record.time) \(record.originalLength) \(Hex.encode(reader.bytes.copied()))")
        }
        return packets
    }

    @Test(arguments: ["mesh2-basic.alice.pcap", "mesh4-tiebreak.bo.pcap.gz", "bonjour/avahi-basic-lifecycle.pcapng"])
    func everythingIsTheSamePackets(capture: String) throws {
        let original = BuiltTool.fixture(capture)
        let outcome = try BuiltTool.run("extract", original, "-o", path("all.pcapng"))
        let count = try packets(original).count
        #expect(outcome.status == 0 && outcome.text.isEmpty)
        #expect(outcome.errors == "\(count) of \(count) packets written to \(path("all.pcapng"))\n")
        #expect(try packets(path("all.pcapng")) == packets(original))
    }

    /// dumpcap's file, and ours of all its packets.
    @Test(arguments: ["mesh2-basic.bruno.pcapng", "bonjour/avahi-basic-lifecycle.pcapng"])
    func aCopyOfAPcapngFileHasTheSameBytes(capture: String) throws {
        let copied = try extract(BuiltTool.fixture(capture))
        #expect(FileManager.default.contentsEqual(atPath: copied, andPath: BuiltTool.fixture(capture)))
    }

    @Test func aSessionHasTheSameFiguresByItself() throws {
        let whole = try #require(try report(bruno).sessions.first { $0.application == .mesh })
        let copied = try report(extract(bruno, "--session", "\(whole.id)"))
        let session = try #require(copied.sessions.first)
        #expect(copied.sessions.count == 1)
        #expect(session.forward.packets == whole.forward.packets && session.backward.packets == whole.backward.packets)
        #expect(session.forward.payloadBytes == whole.forward.payloadBytes)
        #expect(session.forward.messageTypes == whole.forward.messageTypes)
        #expect(session.backward.transportRTT == whole.backward.transportRTT)
        #expect(session.applicationRTT == whole.applicationRTT && session.ending == whole.ending)
        #expect(copied.capture.packets == whole.forward.packets + whole.backward.packets)
    }

    @Test func everySessionIsTheOneWithItsNumber() throws {
        let capture = BuiltTool.fixture("mesh2-reconnect-same-port.nora.pcap")
        for session in try report(capture).sessions {
            let copied = try report(extract(capture, "--session", "\(session.id)"))
            #expect(copied.capture.packets == session.forward.packets + session.backward.packets)
            #expect(copied.sessions.map(\.initiator.address) == [session.initiator.address])
            #expect(copied.sessions.map(\.forward.payloadBytes) == [session.forward.payloadBytes])
        }
    }

    @Test func aServiceIsFoundByItsName() throws {
        let copied = try report(extract(alice, "--service", "Bruno's iPhone"))
        let whole = try report(alice)
        // Its own questions name another one as known already.
        #expect(copied.services.filter { $0.state != .unknown }.map(\.instance) == ["Bruno's iPhone"])
        #expect(copied.services.map(\.instance) == ["Bruno's iPhone", "Alice"])
        #expect(
            copied.sessions.first { $0.application == .mesh }?.forward.messages
                == whole.sessions.first { $0.application == .mesh }?.forward.messages)
        #expect(copied.capture.packets < whole.capture.packets)
    }

    @Test func peersFramesFilterAndTimesWorkTogether() throws {
        let peer = try packets(extract(alice, "--peer", "10.77.1.12", "--frames", "1-3"))
        #expect(peer.count > 160 && peer.count < 197)
        let all = try packets(alice)
        #expect(try packets(extract(alice, "--frames", "7-9,30", "--frames", "8-10")) == Array(all[6...9]) + [all[29]])
        #expect(try packets(extract(alice, "--frames", "1-100", "--filter", "arp")).count == 2)
        let late = try packets(extract(alice, "--from", "5", "--to", "2026-11-21T02:22:20Z"))
        #expect(!late.isEmpty && late.count < all.count)
        #expect(Set(late).isSubset(of: all))
    }

    @Test func pcapIsWrittenByName() throws {
        let nanoseconds = try extract(alice, to: "out.pcap")
        #expect(try CaptureFile.open(path: nanoseconds).format == .pcap)
        #expect(try packets(nanoseconds) == packets(alice))
        let named = try BuiltTool.run("extract", alice, "-o", path("x.cap"), "--format", "pcap")
        #expect(named.status == 0)
        #expect(try CaptureFile.open(path: path("x.cap")).format == .pcap)
    }

    @Test func pcapHasOneLinkType() throws {
        let cooked = BuiltTool.fixture("mesh4-tiebreak-bug.kofi.pcap")
        let outcome = try BuiltTool.run("extract", "--merge", cooked, alice, "-o", path("two.pcap"))
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("ETHERNET, LINUX_SLL2"))
        #expect(!FileManager.default.fileExists(atPath: path("two.pcap")))
        let both = try extract("--merge", cooked, alice, to: "two.pcapng")
        #expect(try packets(both).count == 167 + 197)
        #expect(try report(both).capture.interfaces.count == 2)
    }

    @Test func mergedSessionsHaveTheNumbersOfTheMergedReport() throws {
        let merged = try JSONDecoder().decode(
            TraceReport.self, from: BuiltTool.run("--merge", alice, bruno, "--format", "json").output)
        for session in merged.sessions where session.transport == .tcp {
            let copied = try report(extract("--merge", bruno, alice, "--session", "\(session.id)"))
            #expect(copied.sessions.map(\.forward.payloadBytes) == [session.forward.payloadBytes])
        }
    }

    @Test func standardOutputIsAPipeForPrograms() throws {
        let outcome = try BuiltTool.run("extract", alice, "--frames", "1-5", "-o", "-")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "5 of 197 packets written to standard output\n")
        let file = try folder.write([UInt8](outcome.output), to: "piped")
        #expect(try packets(file) == Array(packets(alice).prefix(5)))
    }

    @Test func whatCannotBeMeantIsAUsageError() throws {
        func errors(_ arguments: String..., input: String? = nil) throws -> String {
            let outcome = try BuiltTool.run(arguments: ["extract"] + arguments, input: input)
            #expect(outcome.status == 64, "\(outcome.errors)")
            // The usage of another command would lead astray.
            #expect(!outcome.errors.contains("Usage: nearscope <subcommand>"))
            return outcome.errors
        }
        let output = path("out.pcapng")
        #expect(try errors(alice, "--session", "99", "-o", output).contains("the sessions are 1 to 4"))
        #expect(try errors(alice, "--service", "Zoe", "-o", output).contains("s1 (Bruno's iPhone"))
        #expect(try errors(alice, "--peer", "Zoe", "-o", output).contains("p2 (Alice)"))
        #expect(try errors(alice, bruno, "-o", output).contains("--merge"))
        #expect(try errors("-", "-o", output, input: alice).contains("save it to a file first"))
        #expect(try errors(alice, "--from", "noon", "-o", output).contains("noon"))
        #expect(try errors(alice, "--from", "2", "--to", "1", "-o", output).contains("--from is after --to"))
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test func anInputIsNotOverwritten() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: alice)))
        let input = try folder.write(bytes, to: "input.pcap")
        try FileManager.default.createSymbolicLink(atPath: path("link.pcap"), withDestinationPath: input)
        for output in ["input.pcap", "link.pcap"] {
            #expect(try BuiltTool.run("extract", input, "-o", path(output)).status == 64)
            #expect([UInt8](try Data(contentsOf: URL(filePath: input))) == bytes)
        }
    }

    @Test func nothingSelectedIsNoFile() throws {
        let outcome = try BuiltTool.run("extract", alice, "--filter", "port 1", "-o", path("none.pcapng"))
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "nearscope: none of the 197 packets is selected, so none was written; check --filter\n")
        #expect(!FileManager.default.fileExists(atPath: path("none.pcapng")))
        // A program that reads the output gets a capture without packets.
        let piped = try BuiltTool.run("extract", alice, "--filter", "port 1", "-o", "-")
        #expect(piped.status == 1 && piped.errors.contains("0 of 197 packets"))
        #expect(try packets(folder.write([UInt8](piped.output), to: "piped")).isEmpty)
    }

    @Test func damageIsToldAfterWhatWasBeforeIsWritten() throws {
        let cut = try folder.write(Array(try Data(contentsOf: URL(filePath: alice)).prefix(10_000)), to: "cut")
        let outcome = try BuiltTool.run("extract", cut, "-o", path("out.pcapng"))
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("60 of 60 packets") && outcome.errors.contains("offset 9971"))
        #expect(try packets(path("out.pcapng")) == Array(packets(alice).prefix(60)))
    }

    #if os(Linux)
        @Test func outputThatCannotBeWrittenIsTold() throws {
            #expect(try BuiltTool.run("extract", alice, "-o", "/dev/full").status == 74)
            #expect(try BuiltTool.run("extract", alice, "-o", path("no/such/folder")).status == 74)
        }
    #endif

    @Test func otherToolsReadWhatIsWritten() throws {
        let tool = ["/usr/bin/capinfos", "/usr/local/bin/capinfos", "/opt/homebrew/bin/capinfos"]
            .first(where: FileManager.default.isExecutableFile)
        guard let tool else { return }
        let cooked = BuiltTool.fixture("mesh4-tiebreak-bug.kofi.pcap")
        for file in [try extract(bruno, "--frames", "5-20", to: "a.pcapng"), try extract("--merge", cooked, alice)] {
            let process = Process()
            process.executableURL = URL(filePath: tool)
            process.arguments = ["-c", "-M", file]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(text)")
            #expect(text.contains(" \(try packets(file).count)\n"), "\(text)")
        }
    }

    @Test func aFileIsReplacedOnlyWithForce() throws {
        let path = try folder.write([1, 2, 3], to: "old.pcapng")
        let refused = try BuiltTool.run("extract", alice, "-o", path)
        #expect(refused.status == 74)
        #expect(refused.errors == "nearscope: \(path): already exists; use --force to replace it\n")
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
        #expect(try BuiltTool.run("extract", alice, "-o", path, "--force").status == 0)
        #expect(try packets(path).count == 197)
    }

    /// Times count from the first packet that passes the filter, as they are printed.
    @Test func timesWithAFilterAreThoseThatFramesPrints() throws {
        let options = ["--filter", "tcp", "--from", "1", "--to", "4.5"]
        let rows = try BuiltTool.run(arguments: ["frames", alice, "--format", "ndjson"] + options).text.split(
            separator: "\n")
        struct Row: Decodable { let time: Double }
        let times = try rows.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)).time }
        #expect(!times.isEmpty && times.allSatisfy { (1...4.5).contains($0) })
        #expect(try packets(extract(alice, "--filter", "tcp", "--from", "1", "--to", "4.5")).count == times.count)
    }

    @Test func timesMayBeThoseOfTheClock() throws {
        let clock = try packets(extract(alice, "--from", "02:22:17", "--to", "02:22:20", "--session", "#4"))
        let dates = ["2026-11-21T02:22:17Z", "2026-11-21T02:22:20Z"]
        #expect(try clock == packets(extract(alice, "--from", dates[0], "--to", dates[1], "--session", "4")))
        #expect(!clock.isEmpty)
    }
}
