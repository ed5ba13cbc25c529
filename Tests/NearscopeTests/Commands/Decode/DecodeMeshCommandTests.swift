import Foundation
import Testing

@Suite struct DecodeMeshCommandTests {
    private static let body =
        #"{"senderID":"n1","timestamp":816920538.75,"type":{"direct":{"payload":"UElORyAwIDI5NDE="}}}"#

    private static func hex(_ text: String) -> String { text.utf8.map { String(format: "%02x", $0) }.joined() }

    private static let frame = String(format: "%08x", body.utf8.count) + hex(body)

    @Test func aFrameIsALine() throws {
        let outcome = try BuiltTool.run("decode", "mesh", Self.frame)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.text
                == "at 0  91 bytes  direct  from n1  2026-11-21T02:22:18.750Z (816920538.75 s after "
                + "2001-01-01T00:00:00Z)  \"PING 0 2941\"\n")
    }

    @Test(arguments: [
        ("0", "2001-01-01T00:00:00.000Z (0 s after 2001-01-01T00:00:00Z)"),
        ("816920534.3597851", "2026-11-21T02:22:14.360Z (816920534.3597851 s after 2001-01-01T00:00:00Z)"),
        ("-978307200.0004", "1970-01-01T00:00:00.000Z (-978307200.0004 s after 2001-01-01T00:00:00Z)"),
        ("-63e9", "(-63000000000 s after 2001-01-01T00:00:00Z)"),
        ("1e300", "(1e+300 s after 2001-01-01T00:00:00Z)"),
        (#""1994-11-06T10:49:37+02:00""#, "1994-11-06T10:49:37+02:00 (1994-11-06T08:49:37.000Z)"),
        (#""2026-11-21T02:28:54Z""#, "2026-11-21T02:28:54Z"),
    ])
    func aDateIsAlsoToldInUTC(json: String, text: String) throws {
        let body = #"{"type":{"broadcast":{"payload":""}},"senderID":"n","timestamp":\#(json)}"#
        #expect(try BuiltTool.run("decode", "mesh", body).text.contains("  from n  \(text)  "))
    }

    @Test func aBodyMayBeGivenAsTextOrDigits() throws {
        let text = try BuiltTool.run("decode", "mesh", Self.body)
        let digits = try BuiltTool.run("decode", "mesh", "--body", Self.hex(Self.body))
        #expect(text.status == 0 && text.text.hasPrefix("91 bytes  direct  from n1") && text.text == digits.text)
    }

    @Test func whatIsShownIsEncodedAgain() throws {
        let relayed =
            #"{"type":{"relayedBroadcast":{"payload":"//8=","originalSender":"a","seenBy":["a","b"]}},"#
            + #""senderID":"b","timestamp":"1994-11-06T08:49:37Z"}"#
        let unknown = #"{"type":{"typing":{"since":[1,2]}},"senderID":"c","timestamp":1}"#
        let identification =
            #"{"type":{"identification":{"peerID":"p","displayName":"A\u0007"}},"senderID":"p","timestamp":0}"#
        for text in [Self.body, relayed, unknown, identification] {
            let shown = try BuiltTool.run("decode", "mesh", "--format", "json", text)
            #expect(shown.status == 0)
            let encoded = try BuiltTool.run("encode", "mesh", shown.text)
            #expect(encoded.status == 0, "\(encoded.errors)")
            let again = try BuiltTool.run(
                "decode", "mesh", "--format", "json", encoded.text.split(separator: "\n").map(String.init)[0])
            let strip = { (text: String) in
                text.split(separator: "\n").filter { !$0.contains("\"offset\"") && !$0.contains("\"bytes\"") }
            }
            #expect(strip(again.text) == strip(shown.text))
        }
    }

    @Test func anIllegalLengthEndsIt() throws {
        let outcome = try BuiltTool.run("decode", "mesh", Self.frame + "00000000" + Self.frame)
        #expect(outcome.status == 1)
        #expect(outcome.text.split(separator: "\n").count == 1)
        let excerpt = "… 4e 44 45 3d 22 7d 7d 7d [00] 00 00 00 00 00 00 5b 7b …"
        #expect(outcome.errors == "nearscope: the length word at stream offset 95 is 0: \(excerpt)\n")
    }

    @Test func resynchronizingGoesOnAndSaysHowMuchWasPassedOver() throws {
        let damages = [
            ("00000000", "4 bytes"), ("ffffffff", "4 bytes"), ("000003e8aabbcc", "7 bytes"), ("01", "1 byte"),
        ]
        for (damage, skipped) in damages {
            let outcome = try BuiltTool.run("decode", "mesh", "--resync", Self.frame + damage + Self.frame)
            #expect(outcome.status == 1)
            #expect(outcome.text.split(separator: "\n").count == 2, "\(damage)")
            #expect(outcome.errors.contains("; \(skipped) skipped: "), "\(outcome.errors)")
        }
    }

    @Test func aBadBodyIsTheOnlyOneLost() throws {
        let outcome = try BuiltTool.run("decode", "mesh", "00000003 7b7d20" + Self.frame)
        #expect(outcome.status == 1 && outcome.text.split(separator: "\n").count == 1)
        #expect(
            outcome.errors.hasPrefix(
                "nearscope: not a mesh message: a member is missing at offset 1, in the frame at stream offset 0: "))
    }

    @Test(arguments: ["0000", "00000010 7b22"])
    func aCutFrameIsTold(_ digits: String) throws {
        let outcome = try BuiltTool.run("decode", "mesh", digits)
        #expect(outcome.status == 1 && outcome.errors.contains("the frame at stream offset 0 is incomplete: "))
    }

    @Test func whatMakesNoMessageIsNotEncoded() throws {
        for text in [
            #"{"type":"direct","senderID":"a","timestamp":0}"#,
            #"{"type":"direct","senderID":"a","timestamp":0,"payload":"?"}"#,
            #"{"type":"direct","senderID":"a","timestamp":"soon","payload":""}"#, #"{"type":"direct"}"#, "[]",
            #"{"type":"other","senderID":"a","timestamp":0,"value":"{"}"#,
        ] {
            let outcome = try BuiltTool.run("encode", "mesh", text)
            #expect(outcome.status == 65 && outcome.text.isEmpty && !outcome.errors.isEmpty, "\(text)")
        }
        #expect(try BuiltTool.run("decode", "mesh", "xyz").status == 65)
    }
}
