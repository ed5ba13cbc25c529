import Foundation
import PacketCapture
import TestSupport
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct TraceWatchTests {
    /// A pipe that a test writes to.
    private final class Pipe {
        let path = FileManager.default.temporaryDirectory.appending(path: "nearscope-watch-\(UUID().uuidString)").path
        private let end: FileHandle

        init() throws {
            // The path is a text of ours, which the calls only read.
            let isMade = unsafe mkfifo(path, 0o600) == 0
            // Open for reading too: nobody waits for the other end.
            let descriptor = unsafe open(path, O_RDWR)
            try #require(isMade && descriptor >= 0)
            end = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ bytes: some Sequence<UInt8>) throws { try end.write(contentsOf: Data(bytes)) }

        func close() throws { try end.close() }
    }

    /// The bytes of a capture, and how many of them are the first packets.
    private func capture(packets: Int) throws -> (bytes: [UInt8], length: Int) {
        let bytes = [UInt8](try Data(contentsOf: Fixture.url("mesh2-basic.alice.pcap")))
        var reader = try CaptureFile.open(bytes: bytes).makeReader()
        for _ in 0..<packets { _ = try reader.next() }
        return (bytes, reader.offset)
    }

    /// A report without what a pipe has other than a file.
    private func unnamed(_ report: TraceReport) -> TraceReport {
        var report = report
        report.capture.path = ""
        report.capture.files = []
        return report
    }

    @Test(arguments: [1, 3]) func aPipeIsKnownUpToItsLastPacket(workers: Int) async throws {
        let (bytes, length) = try capture(packets: 100)
        let (pipe, watch, analyzer) = (try Pipe(), TraceWatch(), TraceAnalyzer(workers: workers))
        #expect(watch.report() == nil && watch.counts == (0, 0))
        try pipe.write(bytes[..<length])
        let file = try CaptureFile.open(path: pipe.path)
        let whole = Task { try await analyzer.analyze(file, watch: watch) }
        while watch.counts.packets < 100 { try await Task.sleep(for: .milliseconds(1)) }
        let soFar = try #require(watch.report())
        var expected = try await analyzer.analyze(CaptureFile.open(bytes: Array(bytes[..<length])))
        #expect(unnamed(soFar) == unnamed(expected))

        try pipe.write(bytes[length...])
        try pipe.close()
        let last = try await whole.value
        #expect(watch.report() == nil && watch.counts == (0, 0))
        expected = try await analyzer.analyze(CaptureFile.open(bytes: bytes))
        #expect(unnamed(last) == unnamed(expected))
    }
}
