import DNSWire
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct ServiceShapeRulesTests {
    private func report(_ label: String, type: String) async throws -> TraceReport {
        var scene = NamingScene()
        try scene.announce(label, of: .anna, type: type, at: 0)
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
                "was sent as 2 labels of 65 bytes in total; the limit is one label of 63 bytes."))
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
}
