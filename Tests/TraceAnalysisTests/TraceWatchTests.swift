import Foundation
import PacketCapture
import Platform
import TestSupport
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct TraceWatchTests {
    private func file() throws -> CaptureFile {
        try CaptureFile.open(bytes: [UInt8](Data(contentsOf: Fixture.url("mesh2-basic.alice.pcap"))))
    }

    @Test func whatWasReadIsKnownBeforeTheEnd() async throws {
        let (watch, analyzer, file) = (TraceWatch(), TraceAnalyzer(), try file())
        #expect(watch.report() == nil && watch.counts == (0, 0))
        var expected = try await analyzer.analyze(file)
        var capture = CaptureSummary(
            path: file.path, format: file.format.rawValue, compression: file.compression.rawValue)
        capture.path = "watched"
        watch.begin(capture, by: analyzer, workers: 1)
        let seen = Locked<[TraceReport?]>([])
        // Told after the first batch, before anybody has taken it, and at the end, before the worker is done.
        let source = TraceSource(try TraceInput(file), workers: 1) { outcome in
            watch.note(outcome)
            let report = watch.report()
            seen.withLock { $0.append(report) }
        }
        let worker = try await watch.follow(source, with: TraceWorker())
        let reports = seen.withLock { $0 }
        #expect(reports.count == 2 && reports[0] == nil)
        var last = try #require(reports[1])
        for index in last.capture.files.indices { last.capture.files[index].path = "" }
        for index in expected.capture.files.indices { expected.capture.files[index].path = "" }
        expected.capture.path = "watched"
        #expect(last == expected)
        #expect(worker.counter.packets == 197 && watch.report() == nil && watch.counts == (0, 0))
    }
}
