import Foundation
import Testing
import TestSupport

@testable import PacketCapture

@Suite struct ZstdCompressorTests {
    /// What our own reading unpacks again.
    @Test func aCompressedCaptureIsReadAsTheSame() throws {
        let capture = [UInt8](try Data(contentsOf: Fixture.url("mesh2-basic.alice.pcap")))
        let compressor = try #require(ZstdCompressor())
        var packed: [UInt8] = []
        for start in stride(from: 0, to: capture.count, by: 1000) {
            packed += compressor.compress(Array(capture[start..<min(start + 1000, capture.count)]))
        }
        packed += compressor.finish()
        #expect(packed.count < capture.count && Array(packed.prefix(4)) == [0x28, 0xB5, 0x2F, 0xFD])
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pcap.zst")
        try Data(packed).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try CaptureFile.open(path: url.path)
        #expect(file.compression == .zstd)
        var reader = try file.makeReader()
        var packets = 0
        while try reader.next() != nil { packets += 1 }
        #expect(packets == 197)
    }

    @Test func nothingIsAFrame() throws {
        let compressor = try #require(ZstdCompressor())
        #expect(compressor.compress([]).isEmpty && Array(compressor.finish().prefix(4)) == [0x28, 0xB5, 0x2F, 0xFD])
    }
}
