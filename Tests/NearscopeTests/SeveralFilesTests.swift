import Foundation
import PacketCapture
import Testing
import TraceAnalysis
import TraceModel
import WireCoding

/// Several captures in one command: one after another, or as one.
@Suite struct SeveralFilesTests {
    private let folder: TemporaryFolder
    private let alice = BuiltTool.fixture("mesh2-basic.alice.pcap")
    private let nora = BuiltTool.fixture("mesh2-reconnect-same-port.nora.pcap")

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes a capture into the folder in pieces of so many packets.
    private func rotate(_ path: String, every count: Int) throws {
        var writer = PcapngWriter()
        var output = ByteWriter()
        var pieces = 0
        var reader = try CaptureFile.open(path: path).makeReader()
        func finish() throws {
            if !output.bytes.isEmpty { _ = try folder.write(output.bytes, to: "piece-\(pieces).pcapng") }
            pieces += 1
            output = ByteWriter()
        }
        while let record = try reader.next() {
            if record.frame % count == 1 % count {
                try finish()
                writer.writeSection(into: &output)
                _ = writer.writeInterface(linkType: .ethernet, name: "en0", into: &output)
            }
            try writer.writePacket(
                reader.bytes, time: record.time, originalLength: record.originalLength, into: &output)
        }
        try finish()
    }

    @Test func anIndexComesFirstThenTextsFollowEachOtherWithAnEmptyLine() throws {
        let both = try BuiltTool.run(alice, nora)
        let texts = try "\n" + BuiltTool.run(alice).text + "\n" + BuiltTool.run(nora).text
        #expect(both.status == 0)
        #expect(both.text.hasSuffix("\n" + texts))
        #expect(
            both.text.dropLast(texts.count) == """
                Captures (2)
                file                   packets    duration  sessions  worst finding
                mesh2-basi…alice.pcap      197      12.7 s         1  nothing wrong
                mesh2-reco….nora.pcap       80      21.5 s         3  note: connection-reset
                2 captures: 1 without findings, 1 with notes at worst

                """, "\(both.text.prefix(600))")
        #expect(try !BuiltTool.run("--merge", alice, nora).text.contains("Captures ("))
    }

    @Test func documentsFollowEachOther() throws {
        let both = try BuiltTool.run(alice, nora, "--format", "json")
        let expected = try BuiltTool.run(alice, "--format", "json").text + BuiltTool.run(nora, "--format", "json").text
        #expect(both.text == expected)
    }

    @Test func oneThatCannotBeReadDoesNotKeepTheOthers() throws {
        let text = try folder.write(Array("Dear diary,\n".utf8), to: "diary")
        let outcome = try BuiltTool.run(text, alice, folder.url.path + "/missing", nora)
        #expect(outcome.status == 66)
        #expect(outcome.errorLines.count == 2)
        let texts = try "\n" + BuiltTool.run(alice).text + "\n" + BuiltTool.run(nora).text
        #expect(outcome.text.hasSuffix("\n" + texts) && outcome.text.contains("missing  "))
        #expect(outcome.text.split(separator: "\n").count { $0.hasSuffix("  cannot be read") } == 2)
        #expect(try BuiltTool.run(text, alice).status == 65)
        let merged = try BuiltTool.run("--merge", text, alice)
        #expect(merged.status == 65)
        #expect(merged.text == (try BuiltTool.run(alice).text))
    }

    @Test func standardInputIsOneOfSeveral() throws {
        let outcome = try BuiltTool.run("-", nora, input: alice)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("standard input") && outcome.text.contains("nora.pcap"))
    }

    @Test func streamsCannotBeMerged() throws {
        let input = try BuiltTool.run("--merge", "-", alice, input: alice)
        #expect(input.status == 64)
        #expect(input.errors.contains("standard input"))
        let pipe = folder.url.appending(path: "pipe").path
        // The path is copied during the call.
        let made = unsafe mkfifo(pipe, 0o600)
        #expect(made == 0)
        let piped = try BuiltTool.run("--merge", pipe, alice)
        #expect(piped.status == 64)
        #expect(piped.errors.contains(pipe))
    }

    @Test func piecesInAFolderAreMergedToTheWhole() throws {
        try rotate(alice, every: 20)
        _ = try folder.write(Array("about these captures\n".utf8), to: "README")
        _ = try folder.write([UInt8](try Data(contentsOf: URL(filePath: nora))), to: ".hidden.pcap")
        let outcome = try BuiltTool.run("--merge", folder.url.path, "--format", "json", "--threads", "3")
        #expect(outcome.status == 0)
        let merged = try JSONDecoder().decode(TraceReport.self, from: outcome.output)
        let whole = try JSONDecoder().decode(
            TraceReport.self, from: BuiltTool.run(alice, "--format", "json").output)
        #expect(merged.sessions == whole.sessions)
        #expect(merged.services == whole.services && merged.peers == whole.peers)
        #expect(merged.capture.files.count == 10)
        #expect(merged.capture.files.map(\.packets) == [Int](repeating: 20, count: 9) + [17])
        #expect(
            try BuiltTool.run("--merge", folder.url.path).text.hasPrefix("piece-1.pcapng … piece-10.pcapng, 10 files"))
    }

    @Test func aFolderIsReadInOrderOfTime() throws {
        _ = try folder.write([UInt8](try Data(contentsOf: URL(filePath: alice))), to: "z")
        _ = try folder.write([UInt8](try Data(contentsOf: URL(filePath: nora))), to: "a")
        let reports = try BuiltTool.run(folder.url.path).text
        let names = reports.split(separator: "\n").filter { $0.hasPrefix("a: ") || $0.hasPrefix("z: ") }
        let times = try [alice, nora].map { try CaptureOverview(path: $0).firstTime ?? 0 }
        #expect(names.map(\.first) == (times[0] < times[1] ? ["z", "a"] : ["a", "z"]))
    }

    /// What is no capture by its content needs no word; what is one, or would have been, does.
    @Test func aFolderNamesTheCapturesThatItLeavesOut() throws {
        let capture = [UInt8](try Data(contentsOf: URL(filePath: alice)))
        _ = try folder.write(capture, to: "whole.pcap")
        _ = try folder.write([], to: "empty.pcap")
        _ = try folder.write([], to: "empty.txt")
        _ = try folder.write(Array("Dear diary,\n".utf8), to: "diary")
        _ = try folder.write(Array("{\"renames\": 3}\n".utf8), to: "whole.truth.json")
        _ = try folder.write([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], to: "cut.gz")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appending(path: "loop.pcap").path, withDestinationPath: "loop.pcap")
        for arguments in [[folder.url.path], ["--merge", folder.url.path], ["compare", folder.url.path]] {
            let outcome = try BuiltTool.run(arguments: arguments)
            #expect(outcome.status == 66 && !outcome.output.isEmpty)
            #expect(outcome.errorLines.count == 3, "\(outcome.errors)")
            for name in ["empty.pcap", "cut.gz", "loop.pcap"] { #expect(outcome.errors.contains(name)) }
        }
    }

    @Test func aFolderWithoutCapturesCannotBeOpened() throws {
        _ = try folder.write(Array("Dear diary,\n".utf8), to: "diary")
        let outcome = try BuiltTool.run(folder.url.path)
        #expect(outcome.status == 66)
        #expect(outcome.errors.contains("this directory has no capture files"))
    }

    @Test func hundredsOfPiecesNeedFewDescriptors() throws {
        try rotate(alice, every: 1)
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = [
            "-c", "ulimit -n 64; exec \"$0\" --merge \"$1\" --threads 2", BuiltTool.executable.path, folder.url.path,
        ]
        shell.standardOutput = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
    }

    @Test func framesCountOverMergedFiles() throws {
        try rotate(alice, every: 50)
        let merged = try BuiltTool.run("frames", "--merge", folder.url.path, "--frame", "49-52")
        #expect(merged.status == 0)
        #expect(merged.text == (try BuiltTool.run("frames", alice, "--frame", "49-52").text))
        #expect(try BuiltTool.run("frames", alice, nora).status == 64)
        #expect(try BuiltTool.run("frames", folder.url.path).status == 64)
    }
}
