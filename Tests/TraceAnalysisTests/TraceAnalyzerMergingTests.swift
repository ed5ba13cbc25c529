import PacketCapture
import Testing
import TraceAnalysis
import TraceModel
import WireSimulation
import WireTesting

@Suite struct TraceAnalyzerMergingTests {
    private let folder: CaptureFolder
    private let capture: SyntheticCapture

    init() throws {
        folder = try CaptureFolder()
        capture = try SyntheticTrace.capture { capture in
            try capture.announceBert(at: 0)
            for port in UInt16(50000)..<50004 {
                var connection = SyntheticTrace.connection(port: port)
                let start = SyntheticTrace.second * Int64(port - 49999)
                try connection.open(at: start, in: &capture)
                try connection.send(
                    [UInt8](repeating: 7, count: 100), from: .initiator, at: start + 3_000_000, in: &capture)
            }
        }
    }

    /// What two reports may differ in: the names of files.
    private func withoutFiles(_ report: TraceReport) -> TraceReport {
        var report = report
        report.capture.path = ""
        report.capture.files = []
        return report
    }

    @Test(arguments: [1, 3, 16])
    func piecesOfACaptureAreTheWholeOfIt(workers: Int) async throws {
        let files = try folder.rotate(capture.bytes, every: 3)
        #expect(files.count > 4)
        let whole = try await SyntheticTrace.report(of: capture.bytes)
        let merged = try await TraceAnalyzer(workers: workers).analyze(merging: files.reversed())
        #expect(whole.sessions.count == 5 && whole.services.count == 1)
        #expect(withoutFiles(merged) == withoutFiles(whole))
        #expect(merged.capture.path == files.map(\.path).joined(separator: ", "))
        #expect(merged.capture.files.map(\.path) == files.map(\.path))
        #expect(merged.capture.files.reduce(0) { $0 + $1.packets } == whole.capture.packets)
        #expect(merged.capture.files[0].packets == 3 && merged.capture.files[0].format == "pcap")
    }

    @Test func oneFileIsListedToo() async throws {
        let report = try await SyntheticTrace.report(of: capture.bytes)
        #expect(report.capture.files.count == 1)
        #expect(report.capture.files.first?.packets == report.capture.packets)
    }

    @Test func aFilterAppliesToAllFilesButTheirPacketsAreCounted() async throws {
        let files = try folder.rotate(capture.bytes, every: 4)
        let filter = try CaptureFilter("port 50001")
        let merged = try await TraceAnalyzer(filter: filter).analyze(merging: files)
        #expect(merged.sessions.count == 1)
        #expect(merged.capture.files[0].packets == 4)
        #expect(
            merged.capture.packets + merged.capture.filteredOut
                == merged.capture.files.reduce(0) { $0 + $1.packets })
    }

    @Test func theFirstDamagedFileIsNamed() async throws {
        var files = try folder.rotate(capture.bytes, every: 3)
        var bytes: [UInt8] = []
        _ = try SyntheticTrace.capture { capture in
            try capture.announceBert(at: 0)
            bytes = capture.bytes.dropLast()
        }
        files.append(try folder.add(bytes, as: "cut.pcap"))
        let merged = try await TraceAnalyzer(workers: 2).analyze(merging: files)
        let error = try #require(merged.capture.fileError)
        #expect(error.message.hasPrefix(folder.path("cut.pcap") + ": "))
        #expect(error.offset == 24)
        let broken = merged.capture.files.filter { $0.fileError != nil }
        #expect(broken.map(\.path) == [folder.path("cut.pcap")])
        #expect(broken.first?.fileError?.message.contains("cut.pcap") == false)
    }
}
