import Foundation
import PacketCapture
import Testing
import TestSupport

@testable import TraceAnalysis

@Suite struct MessageTraceTests {
    /// A listing without messages would look like a capture without any.
    @Test func aFileThatIsGoneForTheSecondReadingIsAnError() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "messages-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.pcap")
        try FileManager.default.copyItem(at: Fixture.url("mesh2-basic.alice.pcap"), to: file)
        let trace = try await TraceAnalyzer().messages(merging: [CaptureOverview(path: file.path)])
        var count = 0
        try trace.forEach { _ in
            count += 1
            return true
        }
        #expect(count == 93)
        try FileManager.default.removeItem(at: file)
        #expect(throws: CaptureError.self) { try trace.forEach { _ in true } }
    }
}
