import DNSWire
import PacketCapture
import ServiceDiscovery
import Testing
import WireCoding
import WireTesting

@testable import TraceAnalysis

@Suite struct ServiceShapeRulesTests {
    private func report(_ label: String, type: String, text: [String] = []) async throws -> TraceReport {
        var scene = NamingScene()
        try scene.announce(label, of: .anna, type: type, text: text, at: 0)
        return try await scene.report()
    }

    // MARK: - service-type-invalid

    @Test(arguments: ["_seventeen-letters._tcp", "_123._tcp", "_a--b._udp", "_-a._tcp", "_a_b._tcp"])
    func typeThatNoRegistryWouldTakeIsTold(type: String) async throws {
        let report = try await report("Alice", type: type)
        #expect(report.codes == ["service-type-invalid"])
        #expect(report.findings.first?.message.hasPrefix("The type \"\(type)\" breaks a rule: ") == true)
    }

    @Test(arguments: ["_a._udp", "_fifteen-letters._tcp", "_HTTP._TCP", "_1a._tcp"])
    func typeThatARegistryWouldTakeIsFine(type: String) async throws {
        #expect(try await report("Alice", type: type).findings.isEmpty)
    }

    @Test func typeOfManyServicesIsToldOnce() async throws {
        var scene = NamingScene()
        for (number, host) in [NamingScene.Host.anna, .bert].enumerated() {
            try scene.announce(host.name, of: host, type: "_123._tcp", at: Double(number))
        }
        #expect(try await scene.report().codes == ["service-type-invalid"])
    }

    // MARK: - instance-name-split, instance-name-too-long

    private func split(_ labels: [String]) async throws -> TraceReport {
        var scene = NamingScene()
        let name = try DNSName(labels: labels.map { Array($0.utf8) }).appending(
            NamingScene.name(NamingScene.type + ".local."))
        try scene.announce("x", of: .anna, at: 0) { records in
            records[0].data = .pointer(name)
            records[1].name = name
            records[2].name = name
        }
        return try await scene.report()
    }

    @Test func nameThatWasSplitAtItsDots() async throws {
        let report = try await split(["v1", "2 node"])
        #expect(report.services.map(\.instance) == ["v1.2 node"])
        #expect(report.codes == ["instance-name-split"])
        #expect(
            report.findings[0].message == "The instance name \"v1.2 node\" was sent as 2 labels, split at its dots.")
    }

    @Test func nameThatIsLongerThanALabel() async throws {
        let report = try await split([String(repeating: "n", count: 60), "node"])
        #expect(report.codes == ["instance-name-too-long"])
        #expect(
            report.findings[0].message.hasSuffix(
                "was sent as 2 labels of 65 bytes together, where one of 63 is the limit."))
    }

    @Test func dotWithinALabelIsAPartOfTheName() async throws {
        #expect(try await split(["v1.2 node"]).findings.isEmpty)
        #expect(try await split([String(repeating: "n", count: 63)]).findings.isEmpty)
    }

    // MARK: - same-type-two-transports

    private func twoTypes(
        _ second: String, label: String = "Alice", of host: NamingScene.Host = .anna
    ) async throws -> [String] {
        var scene = NamingScene()
        try scene.announce("Alice", of: .anna, type: "_chat._tcp", at: 0)
        try scene.announce(label, of: host, port: 8000, type: second, at: 1)
        return try await scene.report().codes
    }

    @Test func oneNameOverTwoTransportsIsNoted() async throws {
        #expect(try await twoTypes("_chat._udp") == ["same-type-two-transports"])
    }

    @Test func otherTypesNamesAndHostsAreNot() async throws {
        #expect(try await twoTypes("_chatquic._udp").isEmpty)
        #expect(try await twoTypes("_chat._udp", label: "Bob").isEmpty)
        #expect(try await twoTypes("_chat._udp", of: .bert).isEmpty)
    }

    // MARK: - TXT records

    @Test(arguments: [
        (["=value"], "txt-key-missing", Finding.Severity.warning), (["a=1", "A=2"], "txt-key-duplicate", .warning),
        (["schlüssel=1"], "txt-key-not-ascii", .warning),
        ([String(repeating: "x", count: 255)], "txt-entry-too-long", .note),
        ((0..<10).map { "k\($0)=" + String(repeating: "x", count: 150) }, "txt-record-too-large", .warning),
    ])
    func attributesBreakRules(text: [String], code: String, severity: Finding.Severity) async throws {
        let report = try await report("Alice", type: "_chat._tcp", text: text)
        let findings = report.findings(code)
        #expect(findings.map(\.severity) == [severity], "\(report.codes)")
        #expect(findings.map(\.subject) == [.service("s1")] && findings.map(\.frames) == [[1]])
    }

    @Test func attributesWithinTheRules() async throws {
        let report = try await report("Alice", type: "_chat._tcp", text: ["flag", "empty=", "a=1=2", "b= \u{0}"])
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

    // MARK: - undeclared-service

    private func declaring(_ types: String...) throws -> AppServiceDeclarations {
        let list = types.map { "<string>\($0)</string>" }.joined()
        return try AppServiceDeclarations(
            infoPlist: Array(
                "<plist version=\"1.0\"><dict><key>NSBonjourServices</key><array>\(list)</array></dict></plist>".utf8))
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
        let analyzer = TraceAnalyzer(declarations: try declaring("_other._tcp"))
        let report = try await analyzer.analyze(CaptureFile.open(bytes: capture.bytes))
        #expect(report.findings("undeclared-service").map(\.severity) == [.warning])
    }
}
