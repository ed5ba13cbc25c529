import ArgumentParser
import Foundation
import SealedChannels
import TestSupport
import Testing

@testable import nearscope

@Suite struct KeyLogFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appending(path: "keys.log").path
    }

    private static func line(_ number: UInt8) -> String {
        let random = String(repeating: String(format: "%02x", number), count: 32)
        return "CLIENT_RANDOM \(random) \(String(repeating: "c4", count: 48))\n"
    }

    private func append(_ text: String) throws {
        if !FileManager.default.fileExists(atPath: path) { _ = folder.file("keys.log") }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    private func randoms(_ secrets: SessionSecrets) -> [UInt8] { secrets.log.entries.map { $0.clientRandom[0] } }

    private func options() throws -> KeyOptions { try KeyOptions.parse(["--key-log", path]) }

    @Test func aLogThatGrowsIsReadOnFromWhereItEnded() throws {
        try append(Self.line(1) + "half of a li")
        var (secrets, follower) = try options().growing()
        #expect(secrets.isGrowing && secrets.hasLogs && randoms(secrets) == [1])
        try append("ne\n" + Self.line(2).dropLast())
        follower?.update(&secrets)
        #expect(randoms(secrets) == [1] && secrets.malformedLines == 1)
        try append("\n" + Self.line(3))
        follower?.update(&secrets)
        follower?.update(&secrets)
        #expect(randoms(secrets) == [1, 2, 3] && secrets.malformedLines == 1)
        // At the end the last line needs no end.
        try append(String(Self.line(4).dropLast()))
        follower?.update(&secrets, isLast: true)
        #expect(randoms(secrets) == [1, 2, 3, 4])
    }

    @Test func aFileThatIsNotThereYetIsWaitedFor() throws {
        var (secrets, follower) = try options().growing()
        #expect(secrets.isGrowing && secrets.isEmpty)
        follower?.update(&secrets)
        try append(Self.line(1))
        follower?.update(&secrets)
        #expect(randoms(secrets) == [1])
        #expect(throws: (any Error).self) { try options().secretsOfMissingFile() }
    }

    @Test func aFileThatWasCutOrReplacedIsReadFromItsBeginning() throws {
        try append(Self.line(1) + Self.line(2))
        var (secrets, follower) = try options().growing()
        try Data(Self.line(3).utf8).write(to: URL(filePath: path))
        follower?.update(&secrets)
        #expect(randoms(secrets) == [1, 2, 3])
        try append(Self.line(4))
        // What the file before got last is not lost either.
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        try append(Self.line(5) + Self.line(6))
        follower?.update(&secrets)
        #expect(randoms(secrets) == [1, 2, 3, 4, 5, 6])
        let cut = try FileHandle(forWritingTo: URL(filePath: path))
        try cut.truncate(atOffset: 0)
        try cut.write(contentsOf: Data(Self.line(7).utf8))
        follower?.update(&secrets)
        #expect(randoms(secrets) == [1, 2, 3, 4, 5, 6, 7])
        // While it is gone, there is nothing new.
        try FileManager.default.removeItem(atPath: path)
        follower?.update(&secrets)
        #expect(randoms(secrets).count == 7)
    }

    @Test func twoLogsDoNotMixTheirLines() throws {
        let other = folder.file("other.log").path
        try append("CLIENT_RANDOM ")
        var (secrets, follower) = try KeyOptions.parse(["--key-log", path, "--key-log", other]).growing()
        try Data(Self.line(9).utf8).write(to: URL(filePath: other))
        follower?.update(&secrets)
        #expect(randoms(secrets) == [9] && secrets.malformedLines == 0)
        try append(String(Self.line(8).dropFirst("CLIENT_RANDOM ".count)))
        follower?.update(&secrets)
        #expect(randoms(secrets) == [9, 8] && secrets.malformedLines == 0)
    }

    @Test func aPipeIsReadToItsEndAndDoesNotGrow() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(Self.line(1).utf8))
        try pipe.fileHandleForWriting.close()
        let name = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        let (secrets, follower) = try KeyOptions.parse(["--key-log", name]).growing()
        #expect(randoms(secrets) == [1] && !secrets.isGrowing && follower == nil)
    }

    @Test func theFolderOfAFile() {
        #expect(KeyLogFile.folder(of: "keys.log") == ".")
        #expect(KeyLogFile.folder(of: "/keys.log") == "/")
        #expect(KeyLogFile.folder(of: "a/b/keys.log") == "a/b")
    }
}

extension KeyOptions {
    /// What a command says that reads no packets as they arrive.
    fileprivate func secretsOfMissingFile() throws {
        _ = try KeyOptions.parse(["--key-log", (logs.first ?? "") + ".absent"]).secrets()
    }
}
