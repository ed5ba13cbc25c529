import PacketCapture
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct LiveAnalyzerTests {
    private typealias Trace = SyntheticTrace

    /// A service, a session that ends and one that does not.
    private func capture() throws -> SyntheticCapture {
        try Trace.capture {
            try $0.announceBert(at: 0)
            var first = Trace.connection()
            try first.open(at: Trace.second, in: &$0)
            try first.send(MeshBytes.identification, from: .initiator, at: 2 * Trace.second, in: &$0)
            var second = Trace.connection(port: 50001)
            try second.open(at: 3 * Trace.second, in: &$0)
            try first.send(MeshBytes.direct, from: .responder, at: 4 * Trace.second, in: &$0)
            try second.send(MeshBytes.identification, from: .initiator, at: 5 * Trace.second, in: &$0)
            try first.close(at: 6 * Trace.second, in: &$0)
        }
    }

    /// Adds packets one by one and looks at the report after each.
    private func reports(_ bytes: [UInt8], lookingEachTime: Bool) throws -> [TraceReport] {
        var reader = try CaptureFile.open(bytes: bytes, path: "live").makeReader()
        var analyzer = LiveAnalyzer(path: "live")
        var reports: [TraceReport] = []
        while let record = try reader.next() {
            analyzer.add(record, bytes: reader.bytes, linkType: reader.linkType)
            if lookingEachTime { reports.append(analyzer.report(interfaces: reader.interfaces)) }
        }
        #expect(analyzer.packets > 0 && analyzer.originalBytes > 0)
        return reports + [analyzer.report(interfaces: reader.interfaces)]
    }

    @Test func theLastReportIsThatOfTheFile() async throws {
        let bytes = try capture().bytes
        var expected = try await Trace.report(of: bytes)
        expected.capture.path = "live"
        expected.capture.files[0].path = "live"
        expected.capture.format = "pcapng"
        expected.capture.files[0].format = "pcapng"
        #expect(try reports(bytes, lookingEachTime: false).last == expected)
    }

    @Test func lookingChangesNothing() throws {
        let bytes = try capture().bytes
        let all = try reports(bytes, lookingEachTime: true)
        #expect(all.last == (try reports(bytes, lookingEachTime: false).last))
        #expect(all.map(\.capture.packets).dropLast() == Array(1..<all.count))
    }

    @Test func eachReportIsThatOfTheFileUpToThere() async throws {
        let capture = try capture()
        let all = try reports(capture.bytes, lookingEachTime: true)
        var reader = try CaptureFile.open(bytes: capture.bytes).makeReader()
        for report in all.dropLast() {
            _ = try reader.next()
            var expected = try await Trace.report(of: Array(capture.bytes[..<reader.offset]))
            expected.capture.path = "live"
            expected.capture.files[0].path = "live"
            expected.capture.format = "pcapng"
            expected.capture.files[0].format = "pcapng"
            #expect(report == expected)
        }
    }

    @Test func theFilterStandsInTheReport() {
        let report = LiveAnalyzer(path: "live", filter: "udp").report(interfaces: [])
        #expect(report.capture.filter == "udp" && report.capture.filteredOut == 0 && report.capture.packets == 0)
    }
}
