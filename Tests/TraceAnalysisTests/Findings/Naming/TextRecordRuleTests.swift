import DNSWire
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct TextRecordRuleTests {
    private func report(_ text: [String]) async throws -> TraceReport {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, text: text, at: 0)
        return try await scene.report()
    }

    @Test(arguments: [
        (["=value"], "txt-key-missing", Finding.Severity.warning), (["a=1", "A=2"], "txt-key-duplicate", .warning),
        (["schlüssel=1"], "txt-key-not-ascii", .warning),
        ([String(repeating: "x", count: 255)], "txt-entry-too-long", .note),
        ((0..<10).map { "k\($0)=" + String(repeating: "x", count: 150) }, "txt-record-too-large", .warning),
    ])
    func attributesBreakRules(text: [String], code: String, severity: Finding.Severity) async throws {
        let report = try await report(text)
        let findings = report.findings(code)
        #expect(findings.map(\.severity) == [severity], "\(report.codes)")
        #expect(findings.map(\.subject) == [.service("s1")] && findings.map(\.frames) == [[1]])
    }

    @Test func attributesWithinTheRules() async throws {
        let report = try await report(["flag", "empty=", "a=1=2", "b= \u{0}"])
        #expect(report.findings.isEmpty)
        #expect(report.services[0].txt.map(\.key) == ["flag", "empty", "a", "b"])
        #expect(report.services[0].txt.map(\.valueHex) == [nil, "", "313d32", "2000"])
    }

    @Test(arguments: [([UInt8](), "txt-record-empty"), ([3, 0x61, 0x3D], "txt-entry-too-long")])
    func dataThatIsNoRecord(rdata: [UInt8], code: String) async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0) { $0[2].data = .text(rdata) }
        #expect(try await scene.report().codes == [code])
    }

    @Test func faultThatWasPutRightIsStillTold() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, text: ["=1"], at: 0)
        try scene.announce("Alice", of: .anna, text: ["a=1"], at: 1)
        try scene.announce("Alice", of: .anna, text: ["=1"], at: 2)
        #expect(try await scene.report().codes == ["txt-key-missing"])
    }
}
