import SealedChannels
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

/// What the rules about QUIC find, and what they do not.
@Suite struct QUICRulesTests {
    private static func data(_ text: String) -> QUICOwnedFrame {
        .stream(
            QUICOwnedFrame.Stream(
                id: QUICScene.number(0), offset: nil, lengthWidth: .one, isEnd: false, data: Array(text.utf8)))
    }

    /// The findings about a connection in which an end closed.
    private static func closed(
        _ code: UInt64, frameType: UInt64?, _ text: String = "", byClient: Bool = true, protocols: [String] = ["mesh"]
    ) async throws -> [Finding] {
        var scene = try QUICScene(protocols: protocols)
        try scene.send([data("hello")], fromClient: true)
        try scene.send([data("hello")], fromClient: false)
        try scene.send([QUICScene.close(code, frameType: frameType, text)], fromClient: byClient)
        return try await scene.findings()
    }

    @Test func noErrorIsNoFinding() async throws {
        for (code, frameType) in [(0, nil), (0, 0)] as [(UInt64, UInt64?)] {
            #expect(try await Self.closed(code, frameType: frameType).isEmpty)
        }
        #expect(try await Self.closed(0x100, frameType: nil, protocols: ["h3"]).isEmpty)
        // That code is HTTP/3's.
        #expect(try await Self.closed(0x100, frameType: nil).map(\.code.rawValue) == ["quic-closed-with-error"])
    }

    @Test func theReasonIsNamed() async throws {
        let findings = try await Self.closed(0x0A, frameType: 8, "bad \u{1B}[31m news", byClient: false)
        let finding = try #require(findings.first)
        #expect(findings.count == 1 && finding.code.rawValue == "quic-closed-with-error" && finding.frames == [5])
        #expect(finding.severity == .warning && finding.facts["errorName"] == .text("PROTOCOL_VIOLATION"))
        #expect(finding.facts["by"] == .text("server") && finding.facts["layer"] == .text("transport"))
        #expect(finding.message.hasPrefix("10.0.0.2 closed the connection with PROTOCOL_VIOLATION (0xa)"))
        let http = try await Self.closed(0x106, frameType: nil, protocols: ["h3"])
        #expect(http.map { $0.facts["errorName"] } == [.text("H3_FRAME_ERROR")] && http[0].severity == .warning)
        let own = try await Self.closed(7, frameType: nil)
        #expect(own.map(\.severity) == [.note] && own[0].facts["errorCode"] == .number(7))
    }

    @Test func alertsAreThoseOfTLS() async throws {
        let late = try await Self.closed(0x150, frameType: 6)
        #expect(late.map(\.code.rawValue) == ["tls-connection-aborted"])
        var scene = try QUICScene()
        try scene.send([QUICScene.close(0x130, frameType: 6)], fromClient: true)
        let refused = try await scene.findings()
        #expect(refused.map(\.code.rawValue) == ["tls-handshake-failed"])
        #expect(refused[0].facts["alert"] == .text("unknownCA") && refused[0].facts["by"] == .text("client"))
        #expect(refused[0].frames == [1, 2, 3])
    }

    @Test func aRefusalInAnInitialPacketNeedsNoKeys() async throws {
        var scene = try QUICScene(answers: false)
        try scene.sendInitial([QUICScene.close(0x178, frameType: 6, "ALPN")], fromClient: false)
        for hasKeys in [true, false] {
            let findings = try await scene.findings(hasKeys: hasKeys)
            #expect(findings.map(\.code.rawValue) == ["tls-handshake-failed"])
            #expect(findings.first?.message.contains("\"mesh\"") == true)
        }
    }

    @Test func anEndThatIsHeldIsNoted() async throws {
        var scene = try QUICScene()
        let limit = QUICScene.number(1000)
        try scene.send([Self.data("hello"), .dataBlocked(limit: limit)], fromClient: true)
        try scene.send([Self.data("hello")], fromClient: false)
        #expect(try await scene.findings(hasKeys: false).isEmpty)
        for _ in 0..<2 {
            try scene.send([.streamDataBlocked(id: QUICScene.number(4), limit: limit)], fromClient: true)
        }
        let findings = try await scene.findings()
        #expect(findings.map(\.code.rawValue) == ["quic-flow-blocked"] && findings[0].severity == .note)
        #expect(findings[0].frames == [3, 5, 6] && findings[0].facts["frames"] == .number(3))
        #expect(
            findings[0].message
                == "10.0.0.1 said 3 times that it had more to send than 10.0.0.2 allows: the limit "
                + "of the connection (1) and of stream 4 (2).")
    }

    @Test func theCauseOfANewAddressIsNamed() async throws {
        var scene = try QUICScene()
        try scene.send([Self.data("hello")], fromClient: true)
        let other = [UInt8](repeating: 0x52, count: 8)
        try scene.send(
            [
                Self.data("hello"),
                .newConnectionID(
                    QUICOwnedFrame.NewConnectionID(
                        sequence: QUICScene.number(1), retirePriorTo: QUICScene.number(0), connectionID: other,
                        statelessResetToken: [UInt8](repeating: 7, count: 16))),
            ], fromClient: false)
        #expect(try await scene.findings().isEmpty)
        var rebound = scene
        try rebound.send([.ping], fromClient: true, port: 50_001)
        let byRouter = try await rebound.findings()
        #expect(byRouter.map(\.code.rawValue) == ["quic-path-changed"])
        #expect(byRouter[0].facts["cause"] == .text("rebinding") && byRouter[0].frames == [5])
        try scene.send([.ping], fromClient: true, port: 50_001, to: other)
        let byHost = try await scene.findings()
        #expect(byHost.map { $0.facts["cause"] } == [.text("migration")])
        #expect(
            byHost[0].message.hasPrefix(
                "10.0.0.1 went on from 10.0.0.1 port 50001 instead of 10.0.0.1 port 50000"))
    }
}
