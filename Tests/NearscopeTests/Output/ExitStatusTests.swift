import Foundation
import TestSupport
import Testing
import WireSimulation
import WireTesting

@testable import nearscope

/// What a user meets who hands over the wrong thing: one line, and the status that the contract names.
@Suite struct ExitStatusTests {
    private let folder: TemporaryFolder
    private let capture: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        capture = [UInt8](try Data(contentsOf: URL(filePath: BuiltTool.fixture("mesh2-basic.alice.pcap"))))
    }

    private func expect(_ path: String, status: Int32, saying words: String) throws {
        let outcome = try BuiltTool.run(path)
        #expect(outcome.status == status)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func theTableInTheDocumentationHasAllStatuses() throws {
        let text = try String(contentsOf: Fixture.repository.appending(path: "Docs/formats.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## Exit statuses\n").dropFirst().first)
        let documented = section.split(separator: "\n").compactMap { line in
            line.hasPrefix("| ") ? Int32(line.dropFirst(2).prefix { $0 != " " }) : nil
        }
        #expect(documented == (ExitStatus.ofCaptures + [ExitStatus.findings.rawValue]).sorted())
        #expect(ExitStatus.allCases.allSatisfy { documented.contains($0.rawValue) })
    }

    @Test func aTextFileIsNoCapture() throws {
        try expect(try folder.write(Array("Dear diary,\n".utf8), to: "text"), status: 65, saying: "not a capture")
    }

    @Test func anEmptyFileIsNoCapture() throws {
        try expect(try folder.write([], to: "empty"), status: 65, saying: "empty")
    }

    @Test func aFolderCannotBeOpened() throws {
        try expect(folder.url.path, status: 66, saying: "directory")
    }

    @Test func aMissingFileCannotBeOpened() throws {
        try expect(folder.url.appending(path: "missing").path, status: 66, saying: "no such file")
    }

    @Test(.disabled(if: getuid() == 0, "everything can be read by root"))
    func aFileWithoutPermissionCannotBeOpened() throws {
        let path = try folder.write(capture, to: "secret")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        try expect(path, status: 66, saying: "permission denied")
    }

    @Test func aCaptureCutInItsHeaderIsDamaged() throws {
        let path = try folder.write(Array(capture.prefix(20)), to: "header")
        try expect(path, status: 2, saying: "24 bytes, 20 are there")
        let outcome = try BuiltTool.run(path, "--format", "json")
        #expect(outcome.text.contains("\"fileError\": {"))
    }

    @Test func aCaptureCutInAPacketIsAnalyzedUpToThere() throws {
        let path = try folder.write(Array(capture.prefix(10_000)), to: "cut")
        try expect(path, status: 2, saying: "offset 9971")
        #expect(try BuiltTool.run(path).text.contains("60 packets"))
        let frames = try BuiltTool.run("frames", path)
        #expect(frames.status == 2)
        #expect(frames.text.split(separator: "\n").count == 60)
    }

    @Test func aRecordOfFourGigabytesIsDamage() throws {
        let lying = Array(capture.prefix(32)) + [UInt8](repeating: 0xFF, count: 8) + capture[40..<4000]
        try expect(try folder.write(lying, to: "lying"), status: 2, saying: "offset 24")
    }

    @Test func anUnknownLinkTypeIsNamed() throws {
        var unknown = capture
        unknown.replaceSubrange(20..<24, with: [105, 1, 0, 0])
        let path = try folder.write(unknown, to: "unknown")
        try expect(path, status: 65, saying: "link type LINKTYPE_361")
        #expect(try BuiltTool.run(path).text.contains("Decoded 0 of 197 packets"))
    }

    @Test func knownFramesWithUnknownContentAreAReport() throws {
        var capture = SyntheticCapture()
        try capture.append(
            udpFrom: 1, to: 2, payload: [], from: SyntheticHost(number: 1), to: SyntheticHost(number: 2), at: 0)
        var bytes = capture.bytes
        // The EtherType behind the file header (24 bytes), the record header (16) and two link addresses: LLDP.
        bytes.replaceSubrange(24 + 16 + 12..<24 + 16 + 14, with: [0x88, 0xCC])
        let outcome = try BuiltTool.run(try folder.write(bytes, to: "lldp"))
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("Not understood: LLDP 1"))
    }

    @Test func wrongOptionsAreUsageErrors() throws {
        #expect(try BuiltTool.run("--bogus", "file").status == 64)
        #expect(try BuiltTool.run("file", "--threads", "0").status == 64)
        #expect(try BuiltTool.run("frames", "file", "--frame", "9-3").status == 64)
    }

    #if os(Linux)
        @Test func outputThatCannotBeWrittenIsTold() throws {
            let tool = try BuiltTool.run(BuiltTool.fixture("mesh2-basic.alice.pcap"), output: "/dev/full")
            #expect(tool.status == 74)
            #expect(tool.errorLines.count == 1)
            let frames = try BuiltTool.run("frames", BuiltTool.fixture("mesh2-basic.alice.pcap"), output: "/dev/full")
            #expect(frames.status == 74)
            #expect(frames.errorLines.count == 1)
        }
    #endif
}
