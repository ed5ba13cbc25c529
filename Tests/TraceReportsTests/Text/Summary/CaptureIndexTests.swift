import Testing
import TraceModel
import WireText

@testable import TraceAnalysis
@testable import TraceReports

@Suite struct CaptureIndexTests {
    private func report(_ path: String, _ findings: [Finding.Severity] = []) -> TraceReport {
        var report = SessionSamples.report(
            [SessionSamples.session()],
            findings: findings.map {
                Finding(
                    code: Finding.Code(rawValue: "\($0)-code"), severity: $0, frames: [], subject: .capture,
                    message: "",
                    remedy: "", reference: "")
            })
        report.capture.path = path
        report.capture.packets = 12345
        report.capture.duration = 12.7
        return report
    }

    @Test func eachCaptureHasALineWithItsWorstFinding() {
        var index = CaptureIndex()
        let head = index.begin(["x/a.pcap", "x/b.pcap", "x/c.pcap"])
        let text =
            head + index.line(report("x/a.pcap", [.note, .error, .warning])) + index.line(report("x/b.pcap"))
            + index.line(unreadable: "x/c.pcap") + index.end()
        #expect(
            text == """
                Captures (3)
                file    packets    duration  sessions  worst finding
                a.pcap   12,345      12.7 s         1  error: error-code
                b.pcap   12,345      12.7 s         1  nothing wrong
                c.pcap                                 cannot be read
                3 captures: 1 without findings, 1 with errors at worst, 1 cannot be read

                """, "\(text)")
    }

    @Test func whatHasNothingToSayIsNotCalledSound() {
        var index = CaptureIndex()
        _ = index.begin(["a", "b"])
        var unknown = report("a")
        unknown.sessions = []
        unknown.capture.undecodedPackets = unknown.capture.packets
        #expect(index.line(unknown).hasSuffix("  nothing decoded\n"))
        unknown.capture.fileError = .init(offset: 1, message: "cut")
        #expect(index.line(unknown).hasSuffix("  cut off or damaged\n"))
        unknown.capture.fileError = nil
        unknown.capture.packets = 0
        #expect(index.line(unknown).hasSuffix("  no packets\n"))
        _ = index.line(report("c"))
        #expect(
            index.end() == """
                4 captures: 1 without findings, 1 cut off or damaged, 1 without packets,
                1 not decoded

                """)
    }

    @Test(arguments: [40, 60, 80, 200])
    func everyLineFitsAndFilesStayApart(width: Int) {
        let paths = (1...30).map {
            "folder/" + String(repeating: "prefix-", count: 20) + "\($0).pcap" + SampleReport.hostile
        }
        var index = CaptureIndex(width: width)
        let text = index.begin(paths) + paths.map { index.line(report($0, [.warning])) }.joined()
        let lines = text.split(separator: "\n")
        #expect(Set(lines).count == lines.count)
        for line in lines {
            #expect(SafeText.width(String(line)) <= width, "\(line)")
            #expect(!line.unicodeScalars.contains { SafeText.isUnsafe($0) }, "\(line)")
        }
    }
}
