import Foundation
import TestSupport
import Testing

/// A file that is not the same at the end of reading as it was at the beginning.
@Suite struct ChangedInputTests {
    enum Change: CaseIterable {
        case replaced, truncated, grown, removed, rewritten
    }

    private static let capture = (try? Data(contentsOf: Fixture.url("mesh2-basic.alice.pcap"))) ?? Data()

    /// Large enough that the tool reads for a while.
    private static func large(_ path: String) throws {
        _ = FileManager.default.createFile(atPath: path, contents: capture.prefix(24))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        let piece = Data((0..<100).flatMap { _ in capture.dropFirst(24) })
        for _ in 0..<4 { try file.write(contentsOf: piece) }
        try file.close()
    }

    private static func make(_ change: Change, at path: String) throws {
        let file = URL(filePath: path)
        switch change {
        case .replaced:
            try capture.write(to: URL(filePath: path + ".other"))
            // At once, as programs do that write files whole.
            _ = unsafe rename(path + ".other", path)
        case .truncated: try FileHandle(forWritingTo: file).truncate(atOffset: 1_000_000)
        case .grown:
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: capture.dropFirst(24))
        case .removed: try FileManager.default.removeItem(atPath: path)
        case .rewritten:
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: capture.prefix(2000))
        }
    }

    /// Stops the tool once it has read some of the file, so that the change comes while it reads, however fast it is.
    #if os(Linux)
        @Test(
            arguments: [
                "FILE", "messages FILE", "frames FILE", "correlate FILE FILE", "--merge FILE", "extract FILE -o NEW",
            ],
            Change.allCases)
        func isNeverAnAnswerWithoutAWord(command: String, change: Change) throws {
            let folder = try TemporaryFolder()
            let (path, copy) = (
                folder.url.appending(path: "a.pcap").path, folder.url.appending(path: "copy.pcapng").path
            )
            try Self.large(path)
            let arguments = command.split(separator: " ").map { $0 == "FILE" ? path : $0 == "NEW" ? copy : String($0) }
            let running = try BuiltTool.start(arguments, output: "/dev/null")
            while running.isRunning {
                kill(running.identifier, SIGSTOP)
                if Self.bytesRead(running.identifier) > 2_000_000 { break }
                kill(running.identifier, SIGCONT)
                usleep(200)
            }
            try Self.make(change, at: path)
            kill(running.identifier, SIGCONT)
            let outcome = try running.outcome()
            #expect([2, 66].contains(outcome.status), "\(outcome.errors)")
            #expect(outcome.errors.contains("nearscope: " + path), "\(outcome.errors)")
            // What is copied is of the file that was chosen from.
            if FileManager.default.fileExists(atPath: copy) { #expect(change == .grown || change == .removed) }
        }

        /// What a process has read so far, of files and whatever else.
        private static func bytesRead(_ process: Int32) -> Int {
            let lines = ((try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)) ?? "").split(
                separator: "\n")
            return lines.first { $0.hasPrefix("rchar: ") }.flatMap { Int($0.dropFirst(7)) } ?? 0
        }
    #endif
}
