import PeerMessaging
import Testing

@testable import TraceAnalysis

@Suite final class MeshBodyRedactionTests {
    private var texts = WireTextStandIns()

    private func redacted(_ text: String) -> String? {
        MeshBodyRedaction.redacted(Array(text.utf8).span, &texts).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func structureKindAndTimeStay() throws {
        let text =
            #"{"type":{"identification":{"peerID":"ab-cd","displayName":"Zoë"}},"senderID":"ab-cd","timestamp":816920534.35}"#
        let result = try #require(redacted(text))
        #expect(
            result
                == #"{"type":{"identification":{"peerID":"xxxx1","displayName":"xxx1"}},"senderID":"xxxx1","timestamp":816920534.35}"#
        )
        #expect(result.utf8.count == text.utf8.count)
    }

    @Test func payloadsAreOnlyToldApart() throws {
        let message = { (payload: String) in
            #"{"type":{"broadcast":{"payload":"\#(payload)"}},"senderID":"a","timestamp":1}"#
        }
        let first = try #require(redacted(message("aGVsbG8gd29ybGQ=")))
        let second = try #require(redacted(message("aGVsbG8gd29ybGU=")))
        let third = try #require(redacted(message(#"aGVsbG8\/d29ybGQ="#)))
        #expect(first == redacted(message("aGVsbG8gd29ybGQ=")))
        #expect(Set([first, second, third]).count == 3)
        #expect(!first.contains("aGVsbG8"))
        for text in [first, second, third] {
            let view = try MeshMessageView(scanning: Array(text.utf8).span)
            #expect(view.payloadLength == 11)
        }
    }

    @Test func probesStayAndTextsThatBeginLikeOneDoNot() throws {
        let message = { (payload: String) in
            #"{"type":{"direct":{"payload":"\#(payload)"}},"senderID":"a","timestamp":1}"#
        }
        // PING 7 12.5, and PING 7 Zoe.
        #expect(try #require(redacted(message("UElORyA3IDEyLjU="))).contains("UElORyA3IDEyLjU="))
        #expect(try #require(redacted(message("UElORyA3IFpvZQ=="))).contains("UElORyA3IFpvZQ==") == false)
    }

    @Test func whatAnAppAddsIsReplaced() throws {
        let text =
            #"{"secret":"Zoe","age":42,"on":true,"type":{"zoesType":{"n":-1.5e3}},"senderID":"a","timestamp":7.5}"#
        let result = try #require(redacted(text))
        #expect(
            !result.contains("Zoe") && !result.contains("42") && !result.contains("zoesType")
                && !result.contains("secret"))
        #expect(result.contains(#""timestamp":7.5"#) && result.contains(":true"))
        #expect(try MeshMessageView(scanning: Array(result.utf8).span).kind == .unknown)
    }

    @Test func otherBodiesAreNone() { #expect(redacted("{}") == nil) }
}
