import PacketCapture
import ServiceDiscovery
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct UndeclaredServiceRuleTests {
    private func declaring(_ types: String...) -> AppServiceDeclarations {
        AppServiceDeclarations(infoPlist: [
            PropertyListValue.Member(key: "NSBonjourServices", value: .array(types.map { .string($0) }))
        ])
    }

    @Test func typeThatTheAppDoesNotDeclareIsNoted() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        try scene.announce("Bob", of: .bert, at: 1)
        let report = try await scene.report(declaring: declaring("_other._tcp"))
        #expect(report.codes == ["undeclared-service"] && report.findings[0].severity == .note)
        #expect(report.findings[0].message == "The Info.plist does not declare \"_chat._tcp\".")
    }

    @Test func typeThatIsDeclaredOrThatNobodyAskedAboutIsFine() async throws {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, at: 0)
        #expect(try await scene.report(declaring: declaring("_other._tcp", "_chat._tcp")).findings.isEmpty)
        #expect(try await scene.report().findings.isEmpty)
    }

    @Test func typeWithSessionsIsTheAppsOwn() async throws {
        var capture = try SyntheticTrace.capture { try $0.announceBert(at: 0) }
        var connection = SyntheticTrace.connection()
        try connection.open(at: SyntheticTrace.second, in: &capture)
        let analyzer = TraceAnalyzer(declarations: declaring("_other._tcp"))
        let report = try await analyzer.analyze(CaptureFile.open(bytes: capture.bytes))
        #expect(report.findings("undeclared-service").map(\.severity) == [.warning])
    }
}
