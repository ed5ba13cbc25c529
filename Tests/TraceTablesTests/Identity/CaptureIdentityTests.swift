import Foundation
import PacketCapture
import Testing
import TestSupport

@testable import TraceTables

@Suite struct CaptureIdentityTests {
    private func id(_ path: String) throws -> String { CaptureIdentity(of: [try CaptureOverview(path: path)]).text }

    @Test func itDependsOnThePacketsAlone() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "identity-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let original = Fixture.url("mesh2-basic.alice.pcap")
        let renamed = folder.appending(path: "other.pcap")
        try FileManager.default.copyItem(at: original, to: renamed)
        #expect(try id(original.path) == id(renamed.path))
        let compressor = try #require(ZstdCompressor())
        let packed = compressor.compress(Array(try Data(contentsOf: original))) + compressor.finish()
        let compressed = folder.appending(path: "other.pcap.zst")
        try Data(packed).write(to: compressed)
        #expect(try id(compressed.path) == id(original.path))
        #expect(try id(Fixture.url("mesh2-basic.bruno.pcapng").path) != id(original.path))
    }

    @Test func itHas32Digits() throws {
        let text = try id(Fixture.url("mesh2-basic.alice.pcap").path)
        #expect(text == "843b2f89ae6265ae018ab77fb22e81cd")
    }
}
