import Foundation
import PacketCapture
import Testing
import TraceAnalysis
import TestSupport
import TraceModel

/// Fixtures/damaged: files that were handled wrongly once.
@Suite struct DamagedFixtureTests {
    private func path(_ name: String) -> String {
        Fixture.url("damaged").appending(path: name).path
    }

    /// All that was packed before the damage is a mebibyte and 24 bytes, a little more than a worker has room for: what
    /// the library still held was lost with the broken block behind it.
    @Test(arguments: ["empty-packets.zst", "empty-packets.lz4"], [1, 2, 4])
    func everyWorkerCountsAllPacketsBeforeTheDamage(name: String, workers: Int) async throws {
        let report = try await TraceAnalyzer(workers: workers).analyze(CaptureFile.open(path: path(name)))
        #expect(report.capture.packets == (1 << 20) / 16)
        let error = try #require(report.capture.fileError)
        #expect(error.message.contains("stream is corrupt"))
    }
}
