import Foundation
import Testing

/// What a person at a terminal sees while a pipe is read.
@Suite struct PipeViewTests {
    /// The side of a terminal that a person sits at.
    private struct Terminal {
        private let descriptor: Int32
        private(set) var text = ""

        /// nil where the system has no more terminals.
        init?() {
            descriptor = posix_openpt(O_RDWR | O_NOCTTY)
            guard descriptor >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0 else { return nil }
        }

        /// The side of the programs.
        var programs: FileHandle {
            get throws {
                // The text is the system's until the next call; it is copied at once.
                let path = unsafe String(cString: try #require(ptsname(descriptor)))
                return try FileHandle(forUpdating: URL(filePath: path))
            }
        }

        /// Reads until a text is there, or until no program is left.
        ///
        /// - Returns: Whether it came.
        mutating func read(until wanted: String?) -> Bool {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while wanted.map({ !text.contains($0) }) ?? true {
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

    @Test func aTerminalShowsWhatIsKnownSoFarAndThenTheSummary() throws {
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
        do {
            let programs = try terminal.programs
            process.standardOutput = programs
            process.standardError = programs
            try process.run()
            try programs.close()
        }
        let pipe = try FileHandle(forWritingTo: URL(filePath: path))
        let capture = try Data(contentsOf: URL(filePath: BuiltTool.fixture("mesh2-basic.alice.pcap")))
        try pipe.write(contentsOf: capture.prefix(20_011))
        #expect(terminal.read(until: "115 packets"))
        #expect(terminal.read(until: "Ctrl-C ends the reading") && terminal.text.contains("Reading "))
        #expect(!terminal.text.contains("Decoded all"))
        try pipe.write(contentsOf: capture.dropFirst(20_011))
        try pipe.close()
        #expect(terminal.read(until: nil) && terminal.text.contains("Decoded all 197 packets"))
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
