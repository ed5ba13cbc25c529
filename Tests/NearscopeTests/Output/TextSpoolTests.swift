import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import nearscope

@Suite struct TextSpoolTests {
    private func content(_ spool: TextSpool) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try spool.forEach { bytes += $0 }
        return bytes
    }

    @Test func shortTextIsKeptInMemory() throws {
        let spool = TextSpool(folder: "/dev/null")
        try spool.write("a")
        try spool.write("bc")
        #expect(try content(spool) == Array("abc".utf8))
    }

    @Test func longTextComesBackFromAFileThatNobodySees() throws {
        let folder = try TemporaryFolder()
        let spool = TextSpool(folder: folder.url.path)
        let line = String(repeating: "0123456789abcde\n", count: TextSpool.maximumInMemory / 64)
        for _ in 0..<10 { try spool.write(line) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        try spool.write("end")
        #expect(try content(spool) == Array((String(repeating: line, count: 10) + "end").utf8))
    }

    @Test func withoutRoomTheProgramSaysSo() throws {
        let spool = TextSpool(folder: "/dev/null")
        let line = String(repeating: "x", count: TextSpool.maximumInMemory + 1)
        let error = #expect(throws: ExitCode.self) { try spool.write(line) }
        #expect(error?.rawValue == ExitStatus.cannotWrite.rawValue)
    }
}
