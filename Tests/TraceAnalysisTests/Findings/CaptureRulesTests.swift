import PacketDissection
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct CaptureRulesTests {
    private typealias Trace = SyntheticTrace

    // MARK: - capture-gap

    @Test func missingBytesAreReportedOnceForASession() async throws {
        let report = try await Trace.report {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            connection.skip(100, from: .initiator)
            try connection.send(MeshBytes.direct, from: .initiator, at: 5 * Trace.second, in: &$0)
            connection.skip(20, from: .responder)
            try connection.send(MeshBytes.direct, from: .responder, at: 6 * Trace.second, in: &$0)
            try connection.close(at: 7 * Trace.second, in: &$0)
        }
        #expect(report.codes == ["capture-gap"])
        let finding = try #require(report.findings.first)
        #expect(finding.severity == .warning && finding.subject == .session(1))
        #expect(finding.frames == [4] && finding.time == 5)
        let total = 120 + 2 * MeshBytes.direct.count
        #expect(finding.message.hasPrefix("120 of \(total) stream bytes are not in the capture"))
        #expect(report.sessions[0].forward.missingBytes == 100 && report.sessions[0].backward.missingBytes == 20)
    }

    /// A stream that nobody reads as messages, in the middle of which bytes are missing.
    private func gap(acknowledged: Bool) async throws -> [Finding] {
        var scene = FailureScene()
        var connection = try scene.connect(.anna, to: .bert, port: 80, at: 0)
        try scene.send(.initiator, on: &connection, at: 1)
        let before = connection
        connection.skip(48, from: .initiator)
        try scene.send(.initiator, on: &connection, at: 2, acknowledged: acknowledged)
        // The same acknowledgment again and again asks for what is missing (RFC 5681 §2).
        for time in acknowledged ? [] : [2.001, 2.002] {
            try scene.segment([.ack], from: .responder, on: before, at: time)
        }
        return try await scene.findings("capture-gap")
    }

    @Test func missingBytesOfWhatIsNotReadAreANote() async throws {
        let findings = try await gap(acknowledged: true)
        #expect(findings.map(\.severity) == [.note])
        #expect(findings[0].facts["cause"] == .text("capture"))
    }

    /// The network lost them: a larger buffer would not have caught them.
    @Test func missingBytesThatNobodyReceivedWereLostBeforeTheCapture() async throws {
        let findings = try await gap(acknowledged: false)
        #expect(
            findings.map(\.message) == [
                "48 of 248 stream bytes are not in the capture, and their receiver asked for them to the end: messages "
                    + "in them are not counted."
            ])
        #expect(findings[0].facts["cause"] == .text("network"))
    }

    @Test func bytesThatCameLateAreNotMissing() async throws {
        let report = try await Trace.report {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            var delayed = connection
            connection.skip(MeshBytes.direct.count, from: .initiator)
            try connection.send(MeshBytes.direct, from: .initiator, at: 10_000_000, in: &$0)
            try delayed.send(MeshBytes.direct, from: .initiator, at: 11_000_000, in: &$0)
            try connection.close(at: Trace.second, in: &$0)
        }
        #expect(report.findings("capture-gap").isEmpty)
        #expect(report.sessions[0].forward.messages == 2 && report.sessions[0].forward.outOfOrderPackets == 1)
    }

    // MARK: - capture-truncated

    @Test func packetsThatTheSnapLengthCutAreReportedOnceForTheCapture() async throws {
        let capture = try Trace.capture {
            var connection = Trace.connection()
            try connection.open(at: 0, in: &$0)
            try connection.send(MeshBytes.identification, from: .initiator, at: Trace.second, in: &$0)
            try connection.send(MeshBytes.direct, from: .initiator, at: 5 * Trace.second, in: &$0)
        }
        let findings = try await Trace.report(of: Trace.cut(capture, to: 68)).findings
        #expect(findings.map(\.code.rawValue) == ["capture-truncated"])
        #expect(findings[0].frames == [4] && findings[0].time == 1 && findings[0].subject == .capture)
        #expect(
            findings[0].message
                == "2 of 5 packets are truncated (snap length 68): messages in them (session 1) cannot be decoded.")
        #expect(try await Trace.report(of: Trace.cut(capture, to: 1500)).findings.isEmpty)
    }

    @Test func truncatedPacketsOfNoSessionAreANote() async throws {
        let capture = try Trace.capture {
            // Some writers mark a place with a packet of no bytes: there is nothing that could be cut.
            try $0.append([], at: 0)
            try $0.append(
                udpFrom: 68, to: 67, payload: [UInt8](repeating: 0, count: 300), from: Trace.anna,
                to: NamingScene.everybody, at: 0)
        }
        let findings = try await Trace.report(of: Trace.cut(capture, to: 68)).findings
        #expect(
            findings.map(\.message) == [
                "1 of 2 packets are truncated (snap length 68): nothing that is read is missing."
            ])
        #expect(findings[0].severity == .note)
        // Nobody knows what it was.
        let headers = try await Trace.report(of: Trace.cut(capture, to: 40)).findings
        #expect(
            headers.map(\.message) == [
                "1 of 2 packets are truncated (snap length 40): 1 of them within their headers."
            ])
        #expect(headers[0].severity == .warning)
    }

    /// Names are in them.
    @Test func truncatedMulticastDNSIsAWarning() async throws {
        var scene = NamingScene()
        try scene.announce("Bert", of: .bert, at: 0)
        let findings = try await Trace.report(of: Trace.cut(scene.capture, to: 68)).findings("capture-truncated")
        #expect(findings.map(\.severity) == [.warning])
    }
}
