import Foundation
import Testing

/// A pipe that goes on after Ctrl-C: what came until then is answered.
@Suite struct InterruptedPipeTests {
    /// The tool with half of a capture in its pipe, which stays open.
    private func started(
        _ arguments: [String] = []
    ) throws -> (tool: BuiltTool.Running, pipe: FileHandle, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "pipe").path
        // The path is a text of ours, which the call only reads.
        let isMade = unsafe mkfifo(path, 0o600) == 0
        #expect(isMade)
        let tool = try BuiltTool.start(arguments + [path])
        // Waits for the tool to open it, which has taken the signals by then.
        let pipe = try FileHandle(forWritingTo: URL(filePath: path))
        let capture = try Data(contentsOf: URL(filePath: BuiltTool.fixture("mesh2-basic.alice.pcap")))
        try pipe.write(contentsOf: capture.prefix(20011))
        return (tool, pipe, folder)
    }

    @Test(arguments: [SIGINT, SIGTERM]) func theSummaryFollows(signal: Int32) throws {
        let (tool, pipe, _) = try started()
        kill(tool.identifier, signal)
        let outcome = try tool.outcome()
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.contains("115 packets") && outcome.text.contains("Decoded all"))
        try pipe.close()
    }

    @Test func framesAreListedToTheLastWholeOne() throws {
        let (tool, pipe, _) = try started(["frames", "--format", "ndjson"])
        kill(tool.identifier, SIGINT)
        let outcome = try tool.outcome()
        #expect(outcome.status == 0 && outcome.text.split(separator: "\n").count == 115)
        try pipe.close()
    }
}
