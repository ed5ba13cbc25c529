import SealedChannels
import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

/// What the report says of a connection that stays sealed, in whole or in part.
@Suite struct QUICSealingTests {
    private static func data(_ text: String) -> QUICOwnedFrame {
        .stream(
            QUICOwnedFrame.Stream(
                id: QUICScene.number(0), offset: nil, lengthWidth: .one, isEnd: false, data: Array(text.utf8)))
    }

    /// Data of both ends, and then a close of one.
    private static func talk(isWhole: Bool = true, closes byClient: Bool) throws -> QUICScene {
        var scene = try QUICScene(isWhole: isWhole)
        try scene.send([data("hello")], fromClient: true)
        try scene.send([data("hello")], fromClient: false)
        try scene.send([QUICScene.close(0, frameType: nil)], fromClient: byClient)
        return scene
    }

    @Test func aCloseOfTheEndWhoseKeysAreThereIsTheEnding() async throws {
        for ends in [1, 2] {
            let session = try #require(try await Self.talk(closes: true).report(ofEnds: ends).sessions.first)
            #expect(session.ending == .close && session.endedBy == nil)
            // Of both ends only: the other one may have closed before.
            #expect((session.quic?.closeReason != nil) == (ends == 2))
        }
        let other = try await Self.talk(closes: false).report(ofEnds: 1)
        #expect(other.sessions.map(\.ending) == [.captureEnd])
        #expect(try await Self.talk(closes: true).report(hasKeys: false).sessions.map(\.ending) == [.captureEnd])
    }

    @Test func aCloseInAnInitialPacketNeedsNoKeys() async throws {
        for answers in [true, false] {
            var scene = try QUICScene(answers: answers)
            try scene.sendInitial([QUICScene.close(0x12A, frameType: 6, "no")], fromClient: answers)
            for hasKeys in [true, false] {
                let session = try #require(try await scene.report(hasKeys: hasKeys).sessions.first)
                #expect(session.ending == .close)
                #expect(session.decrypted == nil && session.tls?.sealedReason == nil)
                for direction in [session.forward, session.backward] {
                    #expect(direction.openedRecords == nil && direction.sealedRecords == nil)
                    #expect(direction.plaintextBytes == nil && direction.keyUpdates == nil)
                }
            }
        }
    }

    @Test func withoutTheClientsHelloTheReasonIsTold() async throws {
        for hasKeys in [true, false] {
            let scene = try Self.talk(isWhole: false, closes: true)
            let session = try #require(try await scene.report(hasKeys: hasKeys).sessions.first)
            #expect(session.transport == .quic && session.decrypted == false)
            #expect(session.tls?.version == "TLS 1.3" && session.tls?.sealedReason == .handshakeMissing)
            #expect(session.tls?.keys == Session.TLS.Keys.none)
            #expect((session.forward.sealedRecords ?? 0) + (session.backward.sealedRecords ?? 0) == 3)
        }
    }
}
