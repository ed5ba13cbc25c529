import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct RefusedConnectionRuleTests {
    private func refused(_ count: Int, ports: Range<UInt16> = 9000..<9001) async throws -> [Finding] {
        var scene = FailureScene()
        for (number, port) in ports.enumerated() {
            for attempt in 0..<count {
                try scene.attempt(
                    FailureScene.Host.anna.overIPv4, to: FailureScene.Host.bert.overIPv4, port: port,
                    localPort: 50000 + UInt16(attempt), at: [Double(number * count + attempt)],
                    refused: true)
            }
        }
        return try await scene.findings("connection-refused")
    }

    @Test func resetsInPlaceOfAnswersAreOneFinding() async throws {
        let findings = try await refused(3)
        #expect(
            findings.map(\.message) == [
                "10.0.0.2 port 9000 refused 10.0.0.1 3 times: a reset came in place of the answer."
            ])
        #expect(findings[0].frames == [1, 2, 3, 4, 5, 6] && findings[0].severity == .note)
    }

    @Test func theAddressThatWasTriedIsShown() async throws {
        var scene = FailureScene()
        try scene.talk(.anna, with: .bert, from: 0, to: 1)
        try scene.attempt(
            FailureScene.Host.anna.overIPv6, to: FailureScene.Host.bert.overIPv6, port: 9000, at: [2], refused: true)
        let refusal = "a reset came in place of the answer."
        #expect(
            try await scene.findings("connection-refused").map(\.message) == [
                "fe80::2 port 9000 refused fe80::1: \(refusal)"
            ])
        // A name does not show it either.
        try scene.announce("Bert", of: .bert, at: 3)
        #expect(
            try await scene.findings("connection-refused").map(\.message) == [
                "bert (fe80::2) port 9000 refused fe80::1: \(refusal)"
            ])
    }

    @Test func oneThatNeverStopsIsAWarning() async throws {
        #expect(try await refused(4).map(\.severity) == [.note])
        #expect(try await refused(5).map(\.severity) == [.warning])
    }

    @Test func aPortScanIsOneNote() async throws {
        let findings = try await refused(1, ports: 1000..<3000)
        #expect(findings.count == 1 && findings[0].severity == .note)
        #expect(findings[0].message.hasPrefix("2000 ports of 10.0.0.2 refused 10.0.0.1 2000 times"))
        #expect(findings[0].facts["attempts"] == .number(2000))
    }

    @Test func aSweepOfOnePortNamesIt() async throws {
        var scene = FailureScene()
        for number in 10..<40 {
            try scene.attempt(
                FailureScene.Host.anna.overIPv4, to: SyntheticHost(number: number), port: 445, at: [Double(number)],
                refused: true)
        }
        let findings = try await scene.findings("connection-refused")
        #expect(findings.map(\.severity) == [.note])
        #expect(
            findings[0].message
                == "port 445 of 30 hosts refused 10.0.0.1 30 times: a reset came in place of the answer, which looks like a "
                + "port scan.")
    }

    @Test func manyHostsAtOneClosedPortAreOneFinding() async throws {
        var scene = FailureScene()
        for number in 10..<40 {
            try scene.attempt(
                SyntheticHost(number: number), to: FailureScene.Host.bert.overIPv4, port: 9000, at: [Double(number)],
                refused: true)
        }
        let findings = try await scene.findings("connection-refused")
        // Each of them tried once.
        #expect(findings.map(\.severity) == [.note])
        #expect(findings[0].message.hasPrefix("10.0.0.2 port 9000 refused 30 hosts 30 times"))
    }

    @Test func theFindingsOfManyHostsAreLimited() async throws {
        var scene = FailureScene()
        for number in 10..<60 {
            try scene.attempt(
                SyntheticHost(number: number), to: SyntheticHost(number: number + 100), port: 9000,
                at: [Double(number)],
                refused: true)
        }
        let findings = try await scene.findings("connection-refused")
        #expect(findings.count == SessionGroups.maximumGroups)
        #expect(findings.last?.facts["more"] == .number(18))
        #expect(try await scene.report(workers: 3).findings("connection-refused") == findings)
    }

    @Test func aClosedPortOfUDPIsNamedByICMP() async throws {
        var scene = FailureScene()
        try scene.datagram(.anna, port: 5000, to: .bert, port: 6000, at: 0)
        try scene.portUnreachable((5000, 6000), from: .bert, to: .anna, at: 0.1)
        let findings = try await scene.findings("connection-refused")
        #expect(
            findings.map(\.message) == [
                "10.0.0.2 port 6000 refused 10.0.0.1: 10.0.0.2 answered with ICMP's \"port unreachable\"."
            ])
    }

    /// A client that has closed its port says so to the late answer: nothing is wrong with the server.
    @Test func anErrorAboutTheAnswerIsNoRefusal() async throws {
        var scene = FailureScene()
        try scene.datagram(.anna, port: 5000, to: .bert, port: 6000, at: 0)
        try scene.datagram(.bert, port: 6000, to: .anna, port: 5000, at: 0.1)
        try scene.portUnreachable((6000, 5000), from: .anna, to: .bert, at: 0.2)
        #expect(try await scene.findings("connection-refused").isEmpty)
    }

    @Test(arguments: [53, 5353] as [UInt16]) func anAnswerThatComesTooLateIsNoAttempt(port: UInt16) async throws {
        var scene = FailureScene()
        try scene.datagram(.bert, port: port, to: .anna, port: 50000, at: 0)
        try scene.portUnreachable((port, 50000), from: .anna, to: .bert, at: 0.1)
        #expect(try await scene.findings("connection-refused").isEmpty)
    }
}
