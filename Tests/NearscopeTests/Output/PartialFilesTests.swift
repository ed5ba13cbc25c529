import Foundation
import PacketCapture
import TestSupport
import Testing

/// What an end before the end leaves behind.
@Suite struct PartialFilesTests {
    /// A capture that takes a while to copy.
    private static func large(_ folder: TemporaryFolder) throws -> String {
        let capture = [UInt8](try Data(contentsOf: Fixture.url("mesh2-basic.alice.pcap")))
        let records = Array(capture[24...])
        let path = folder.file("large.pcap").path
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.write(contentsOf: Data(capture.prefix(24)))
        let piece = Data((0..<100).flatMap { _ in records })
        for _ in 0..<20 { try file.write(contentsOf: piece) }
        return path
    }

    private func names(_ folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    /// Copies, and sends a signal once something is there.
    ///
    /// - Returns: Whether the signal came before the end.
    private func copy(_ signal: Int32, _ options: [String] = []) throws -> (isInterrupted: Bool, names: [String]) {
        let (input, output) = (try TemporaryFolder(), try TemporaryFolder())
        let path = output.url.appending(path: "copy.pcapng").path
        if options.contains("--force") { _ = try output.write([1, 2, 3], to: "copy.pcapng") }
        let running = try BuiltTool.start(["extract", try Self.large(input), "-o", path] + options)
        while running.isRunning, !names(output.url).contains(where: { $0.hasPrefix(".copy.pcapng.partial-") }) {
            usleep(1000)
        }
        kill(running.identifier, signal)
        let outcome = try running.outcome()
        let left = names(output.url)
        if outcome.status == 0 {
            // It was faster than the signal: then the copy is whole.
            var reader = try CaptureFile.open(path: path).makeReader()
            var count = 0
            while try reader.next() != nil { count += 1 }
            #expect(count == 197 * 2000)
        } else {
            #expect(outcome.status == signal)
            if options.contains("--force") { #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3])) }
        }
        return (outcome.status != 0, left)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT], [[], ["--force"]])
    func anInterruptedCopyLeavesNothing(signal: Int32, options: [String]) throws {
        let (isInterrupted, left) = try copy(signal, options)
        #expect(left == (isInterrupted && options.isEmpty ? [] : ["copy.pcapng"]))
    }

    /// Nobody can do anything then, but what is left does not look like a capture.
    @Test func aKilledCopyHasNoName() throws {
        let (isInterrupted, left) = try copy(SIGKILL)
        if isInterrupted { #expect(left.allSatisfy { $0.hasPrefix(".copy.pcapng.partial-") } && left.count == 1) }
    }

    #if os(Linux)
        @Test func aFullDiskLeavesNothing() throws {
            let folder = try TemporaryFolder()
            let path = folder.url.appending(path: "copy.pcapng").path
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = [
                // Writing more than the limit is an error where the signal is ignored.
                "-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" extract \"$1\" -o \"$2\"", BuiltTool.executable.path,
                BuiltTool.fixture("mesh2-basic.alice.pcap"), path,
            ]
            let errors = Pipe()
            process.standardError = errors
            try process.run()
            let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 74 && text.contains("cannot be written") && !text.contains("complete"))
            #expect(names(folder.url).isEmpty)
        }
    #endif
}
