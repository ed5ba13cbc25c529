import Foundation
import Testing

/// What a person at a terminal sees while a pipe is read.
@Suite struct PipeViewTests {
    /// A terminal with its two sides: that of a person, and that of programs.
    private struct Terminal {
        private let descriptor: Int32
        let programs: FileHandle
        private(set) var text = ""

        /// nil where the system has no more terminals.
        init?() {
            var (own, other): (Int32, Int32) = (-1, -1)
            // Both are written before the call returns; a name, modes and a size are not given.
            guard unsafe openpty(&own, &other, nil, nil, nil) == 0 else { return nil }
            descriptor = own
            programs = FileHandle(fileDescriptor: other, closeOnDealloc: true)
        }

        /// Reads until a text is there, or until no program is left. A minute without anything new is the end, too.
        ///
        /// - Returns: Whether it came.
        mutating func read(until wanted: String?) -> Bool {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while wanted.map({ !text.contains($0) }) ?? true {
                var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                // One descriptor, which lives as long as the call.
                guard unsafe poll(&waited, 1, 60_000) == 1 else { return false }
                // The buffer is as long as the call is told.
                let count = unsafe buffer.withUnsafeMutableBytes {
                    unsafe Foundation.read(descriptor, $0.baseAddress, $0.count)
                }
                guard count > 0 else { return wanted == nil }
                text += String(decoding: buffer[..<count], as: UTF8.self)
            }
            return true
        }

        func close() { Foundation.close(descriptor) }
    }

    /// A system in a container may have no terminals.
    private static let hasTerminals = Terminal().map { $0.close() } != nil

    @Test(.enabled(if: hasTerminals)) func aTerminalShowsWhatIsKnownSoFarAndThenTheSummary() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "pipe").path
        // The path is a text of ours, which the call only reads.
        try #require(unsafe mkfifo(path, 0o600) == 0)
        var terminal = try #require(Terminal())
        defer { terminal.close() }
        let process = Process()
        process.executableURL = BuiltTool.executable
        process.arguments = [path]
        process.environment = ["TERM": "xterm", "COLUMNS": "80", "LINES": "24"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = terminal.programs
        process.standardError = terminal.programs
        try process.run()
        defer { if process.isRunning { process.terminate() } }
        // Else the terminal would have a program as long as the test.
        try terminal.programs.close()
        // Waits for no reader, unlike a pipe that is opened to write alone.
        let pipe = try FileHandle(forUpdating: URL(filePath: path))
        let capture = try Data(contentsOf: URL(filePath: BuiltTool.fixture("mesh2-basic.alice.pcap")))
        try pipe.write(contentsOf: capture.prefix(20_011))
        let showsPackets = terminal.read(until: "115 packets")
        let showsAdvice = terminal.read(until: "Ctrl-C ends the reading")
        #expect(showsPackets && showsAdvice && terminal.text.contains("Reading "))
        #expect(!terminal.text.contains("Decoded all"))
        try pipe.write(contentsOf: capture.dropFirst(20_011))
        try pipe.close()
        let ends = terminal.read(until: nil)
        #expect(ends && terminal.text.contains("Decoded all 197 packets"))
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
