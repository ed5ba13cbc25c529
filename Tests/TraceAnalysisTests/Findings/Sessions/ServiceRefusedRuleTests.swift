import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct ServiceRefusedRuleTests {
    @Test func anAnnouncedServiceThatRefusesIsNamed() async throws {
        var scene = FailureScene()
        try scene.announce("Bert", of: .bert, at: 0)
        try scene.attempt(
            FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: FailureScene.Host.bert.port,
            at: [1], refused: true)
        let report = try await scene.report()
        #expect(report.codes == ["service-refused"], "and not connection-refused beside it")
        #expect(
            report.findings.map(\.message) == [
                "\"Bert\" _chat._tcp is announced at bert port 7002, which refused 10.0.0.1."
            ])
        #expect(report.findings[0].facts["service"] == .text("s1"))
    }

    /// All of one device that is off, tried by one client.
    @Test func eachServiceIsNamed() async throws {
        var scene = FailureScene()
        for number in 0..<6 {
            try scene.announce("Lamp \(number)", of: .bert, port: 8000 + UInt16(number), at: 0)
            try scene.attempt(
                FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: 8000 + UInt16(number),
                at: [1 + Double(number)], refused: true)
        }
        let findings = try await scene.findings("service-refused")
        #expect(findings.map { $0.facts["service"] } == (1...6).map { .text("s\($0)") })
        #expect(findings.allSatisfy { $0.severity == .note })
    }

    @Test func oneThatNeverStopsIsAWarning() async throws {
        for (count, severity) in [(4, Finding.Severity.note), (5, .warning)] {
            var scene = FailureScene()
            try scene.announce("Bert", of: .bert, at: 0)
            for number in 0..<count {
                try scene.attempt(
                    FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4,
                    port: FailureScene.Host.bert.port, localPort: 50000 + UInt16(number), at: [1 + Double(number)],
                    refused: true)
            }
            #expect(try await scene.findings("service-refused").map(\.severity) == [severity])
        }
    }

    /// The codes of what is found where Anna connects to Bert's closed port at a time.
    private func codes(connectingAt time: Double, _ announcements: (inout FailureScene) throws -> Void) async throws
        -> [String]
    {
        var scene = FailureScene()
        try announcements(&scene)
        try scene.attempt(
            FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: FailureScene.Host.bert.port,
            at: [time], refused: true)
        return try await scene.report().codes.filter { $0.contains("refused") }
    }

    @Test func oneThatSaidGoodbyeIsNotOnOffer() async throws {
        let codes = try await codes(connectingAt: 10) {
            try $0.announce("Bert", of: .bert, at: 0)
            try $0.goodbye("Bert", of: .bert, at: 5)
        }
        #expect(codes == ["connection-refused"])
    }

    @Test func oneThatSaysGoodbyeLaterIs() async throws {
        let codes = try await codes(connectingAt: 4) {
            try $0.announce("Bert", of: .bert, at: 0)
            try $0.goodbye("Bert", of: .bert, at: 5)
        }
        #expect(codes == ["service-refused"])
    }

    @Test func oneThatCameBackIs() async throws {
        let codes = try await codes(connectingAt: 10) {
            try $0.announce("Bert", of: .bert, at: 0)
            try $0.goodbye("Bert", of: .bert, at: 5)
            try $0.announce("Bert", of: .bert, at: 8)
        }
        #expect(codes == ["service-refused"])
    }

    @Test func oneThatExpiredIsNot() async throws {
        let codes = try await codes(connectingAt: 5000) { try $0.announce("Bert", of: .bert, at: 0) }
        #expect(codes == ["connection-refused"])
    }

    @Test func oneThatBeginsLaterIsNot() async throws {
        let codes = try await codes(connectingAt: 1) { try $0.announce("Bert", of: .bert, at: 5) }
        #expect(codes == ["connection-refused"])
    }
}
