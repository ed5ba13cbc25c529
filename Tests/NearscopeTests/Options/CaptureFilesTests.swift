import Foundation
import Platform
import Testing

@testable import nearscope

@Suite struct CaptureFilesTests {
    private let capture = BuiltTool.fixture("mesh2-basic.alice.pcap")

    @Test func theOptionOfTcpdumpIsTheFile() throws {
        #expect(try BuiltTool.run("-r", capture).output == BuiltTool.run(capture).output)
        let frames = try BuiltTool.run("frames", "--frame", "#1", "-r", capture)
        #expect(frames.status == 0 && frames.text.hasPrefix("1  0.000000000  ethernet@0+14 "))
    }

    @Test func noFileAtAllIsAnError() throws {
        let outcome = try BuiltTool.run("frames")
        #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: Give a capture file, "))
    }

    #if os(Linux)
        /// A folder with one capture, whose name is Latin 1.
        private func folder() throws -> TemporaryFolder {
            let folder = try TemporaryFolder()
            let bytes = try Data(contentsOf: URL(filePath: capture))
            let path = folder.url.path + "/" + PathText.text(Array("uml".utf8) + [0xE4] + Array("ut.pcap".utf8))
            let file = FileHandle(fileDescriptor: try Files.create(path, replaces: false), closeOnDealloc: true)
            try file.write(contentsOf: bytes)
            return folder
        }

        /// Runs what a shell makes of the words, in that folder.
        private func shell(_ words: String, in folder: TemporaryFolder) throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", "{ \(words); } 2>&1"]
            process.currentDirectoryURL = folder.url
            process.environment = ["TOOL": BuiltTool.executable.path, "PATH": "/usr/bin:/bin"]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            let output = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: output, as: UTF8.self)
        }

        @Test func aNameThatIsNotUTF8IsOpenedAndPrintedEscaped() throws {
            let folder = try folder()
            let text = try shell(#""$TOOL" "$(printf 'uml\344ut.pcap')""#, in: folder)
            #expect(text.hasPrefix(#"uml\xE4ut.pcap: 197 packets"#))
            #expect(try shell(#""$TOOL" "$(printf 'no\344.pcap')""#, in: folder).contains(#"no\xE4.pcap: cannot open"#))
        }

        @Test func aDirectoryHasItToo() throws {
            let folder = try folder()
            let outcome = try BuiltTool.run(folder.url.path)
            #expect(outcome.status == 0 && outcome.text.contains(#"uml\xE4ut.pcap: 197 packets"#))
        }

        @Test func aFileOfThatNameIsWritten() throws {
            let folder = try folder()
            let words =
                #""$TOOL" extract uml*.pcap --frame 1 -o "$(printf 'x\377.pcap')" && "$TOOL" frames x*.pcap | wc -l"#
            #expect(try shell(words, in: folder).hasSuffix("\n1\n"))
        }
    #endif
}
