import Foundation
import PacketCapture
import TestSupport
import Testing
import TraceAnalysis
import TraceModel

// The code of the article, word for word.

/// The analysis of a capture that goes on beside its caller, and how far it has come.
struct RunningAnalysis {
    let progress: AsyncStream<AnalysisProgress>
    let report: Task<TraceReport, any Error>

    init(of file: CaptureFile) {
        // A view shows the newest step only.
        let (progress, steps) = AsyncStream.makeStream(of: AnalysisProgress.self, bufferingPolicy: .bufferingNewest(1))
        var analyzer = TraceAnalyzer(workers: 2)
        analyzer.progress = { steps.yield($0) }
        self.progress = progress
        report = Task { [analyzer] in
            defer { steps.finish() }
            return try await analyzer.analyze(file)
        }
    }
}

/// Shows the share that was read, and then what is wrong.
func explain(_ path: String, show: (String) -> Void) async throws {
    let analysis = try RunningAnalysis(of: CaptureFile.open(path: path))
    for await step in analysis.progress { show("\(step.packets) packets, \(Int(100 * (step.share ?? 0))) %") }
    for finding in try await analysis.report.value.findings { show("\(finding.severity): \(finding.message)") }
}

@Suite struct AnalyzeACaptureTests {
    private let path = Fixture.url("bonjour/suffix-zoo-apple.pcap").path

    @Test func theLastStepIsTheEnd() async throws {
        let analysis = try RunningAnalysis(of: CaptureFile.open(path: path))
        var last: AnalysisProgress?
        for await step in analysis.progress { last = step }
        let report = try await analysis.report.value
        #expect(last?.packets == report.capture.packets && last?.share == 1)
    }

    @Test func aCanceledAnalysisHasNoReport() async throws {
        let analysis = try RunningAnalysis(of: CaptureFile.open(path: path))
        analysis.report.cancel()
        // It may have been done before.
        do {
            _ = try await analysis.report.value
        } catch {
            #expect(error is CancellationError)
        }
    }

    @Test func itIsExplained() async throws {
        var lines: [String] = []
        try await explain(path) { lines.append($0) }
        #expect(lines.contains { $0.hasSuffix(" packets, 100 %") })
    }

    @Test func theArticleShowsWhatIsTestedHere() throws {
        let article = try Article("Analyze-a-capture", of: "TraceAnalysis")
        #expect(article.code.count == 2)
        #expect(try article.code(missingFrom: #filePath).isEmpty)
    }
}
