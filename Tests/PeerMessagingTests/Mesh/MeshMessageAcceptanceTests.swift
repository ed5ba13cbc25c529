import Foundation
import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// Texts at the edges of what Foundation's decoder accepts: ours says the same of each.
@Suite struct MeshMessageAcceptanceTests {
    /// What Foundation says; nil where ours agrees.
    private func disagreement(on body: [UInt8]) -> Bool? {
        let reference = try? JSONDecoder().decode(ReferenceMessage.self, from: Data(body))
        let message = try? MeshMessage(parsing: body.span)
        guard let reference else {
            // A case of another version is kept by ours.
            if let message, case .unknown = message.type { return nil }
            return message == nil ? nil : false
        }
        return message.map { reference.matches($0) } == true ? nil : true
    }

    private static func message(
        type: String = #"{"direct":{"payload":"AAAA"}}"#, sender: String = #""a""#, time: String = "1",
        extra: String = ""
    ) -> String {
        #"{\#(extra)"type":\#(type),"senderID":\#(sender),"timestamp":\#(time)}"#
    }

    @Test(arguments: [
        #""\ud83d\ude00""#, #""\ud83d""#, #""\ude00""#, #""\ud83d\u0041""#, #""\ud83dx""#, #""\u0000""#, #""\/\/""#,
        #""\u2028""#, #""\U0041""#, #""\u004G""#, #""\x41""#, #""\'""#, "\"\u{7F}\"", "\"\t\"", "\"\u{FEFF}a\"", #""""#,
        "null", "1", "[]", "{}", "'a'", #""a" "b""#,
    ])
    func senders(_ text: String) { #expect(disagreement(on: Array(Self.message(sender: text).utf8)) == nil) }

    @Test(arguments: [
        "0", "-0", "1e5", "1E+5", "1e-5", "1e308", "1e309", "-1e309", "1e-400", "0.1e1", ".1", "1.", "+1", "01", "-01",
        "--1", "1e", "1e+", "0x10", "Infinity", "NaN", "null", "\"1\"", "true", "1_000", "1,5",
        "123456789012345678901234567890123456789012345678901234567890",
        "0.000000000000000000000000000000000000000000000000000000000001", "816920534.35978511111111111111111111111",
        "179769313486231570000000000000000000000e270", "179769313486231580000000000000000000000e271", "5e-324",
        "2e-324",
    ])
    func timestamps(_ text: String) { #expect(disagreement(on: Array(Self.message(time: text).utf8)) == nil) }

    @Test(arguments: [
        #"{"direct":{"payload":""}}"#, #"{"direct":{"payload":"AA=="}}"#, #"{"direct":{"payload":"AB=="}}"#,
        #"{"direct":{"payload":"AAA="}}"#, #"{"direct":{"payload":"AAAA AAAA"}}"#, #"{"direct":{"payload":"A\/\/A"}}"#,
        #"{"direct":{"payload":"A\u002f\u002FA"}}"#, #"{"direct":{"payload":null}}"#, #"{"direct":{}}"#,
        #"{"direct":{"payload":"","payload":"!"}}"#, #"{"direct":{"x":{},"payload":""}}"#, #"{"direct":[""]}"#,
        #"{"direct":{"payload":""},"x":1}"#, #"{"x":1,"direct":{"payload":""}}"#, #"{"x":1,"y":2}"#,
        #"{"direct":{"payload":""},"direct":{"payload":"AAAA"}}"#,
        #"{"direct":{"payload":""},"broadcast":{"payload":""}}"#,
        #"{"relayedBroadcast":{"payload":"","originalSender":"a","seenBy":[]}}"#,
        #"{"relayedBroadcast":{"payload":"","originalSender":"a","seenBy":["a","a","b"]}}"#,
        #"{"relayedBroadcast":{"payload":"","originalSender":"a","seenBy":["a",1]}}"#,
        #"{"relayedBroadcast":{"payload":"","originalSender":"a","seenBy":{}}}"#,
        #"{"relayedBroadcast":{"payload":"","originalSender":"a","seenBy":["a",]}}"#,
        #"{"relayedBroadcast":{"seenBy":["\u00e9","e\u0301"],"payload":"","originalSender":"a"}}"#,
        #"{"identification":{"peerID":"a"}}"#, #"{"identification":{"displayName":"b","peerID":"a"}}"#, "{}", "[]",
    ])
    func types(_ text: String) {
        #expect(disagreement(on: Array(Self.message(type: text).utf8)) == nil)
    }

    @Test func membersOfOtherVersions() {
        let values = [
            "null", "1.5e3", "[1,[2,{}]]", #"{"type":{"direct":{}}}"#, #""\ud83d\ude00""#, "tru", "[1 2]", "{1:2}",
        ]
        for value in values {
            let extra = #""extra":\#(value),"#
            for text in [
                Self.message(extra: extra), Self.message(type: #"{"direct":{\#(extra)"payload":""}}"#),
                Self.message(type: #"{\#(extra)"direct":{"payload":""}}"#),
                Self.message(type: #"{"direct":{"payload":""},"more":\#(value)}"#),
            ] { #expect(disagreement(on: Array(text.utf8)) == nil, "\(text)") }
        }
    }

    @Test func nestingEndsWhereFoundationsDoes() {
        for depth in 505...515 {
            for brackets in [("[", "]"), (#"{"a":"#, "}")] {
                let inner = brackets.0 == "[" ? "" : "1"
                let value =
                    String(repeating: brackets.0, count: depth) + inner + String(repeating: brackets.1, count: depth)
                #expect(disagreement(on: Array(Self.message(extra: #""x":\#(value),"#).utf8)) == nil, "\(depth)")
            }
        }
    }

    @Test func bytesThatAreNoUTF8() {
        let text = Array(Self.message(extra: #""x":"y","#).utf8)
        let sequences: [[UInt8]] = [
            [0x80], [0xC0, 0x80], [0xC2], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xF5], [0xFF], [0xC3, 0xA9], [0xE2, 0x80, 0xA8], [0xF0, 0x9F, 0x98, 0x80],
        ]
        for sequence in sequences {
            for place in text.indices {
                var body = text
                body.insert(contentsOf: sequence, at: place)
                // Foundation does not look into strings of members that it does not read, and neither does ours.
                #expect(disagreement(on: body) == nil, "\(sequence) at \(place)")
            }
        }
    }

    @Test func byteOrderMarks() throws {
        let text = Self.message()
        #expect(disagreement(on: [0xEF, 0xBB, 0xBF] + Array(text.utf8)) == nil)
        #expect(disagreement(on: [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + Array(text.utf8)) == nil)
        // Foundation takes these. No peer writes them, and ours refuses them at the first byte that is none of JSON.
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian] {
            let body = Array(try #require(text.data(using: encoding)))
            let error = #expect(throws: MeshMessageError.self) { try MeshMessage(parsing: body.span) }
            #expect(error?.offset ?? 4 <= 4)
        }
    }

    @Test func prettyPrintedTextOfOursIsRead() throws {
        // White space of all four kinds between all tokens.
        let text = Self.message(extra: #""x":[1,{"y":null}],"#)
        for seed in 0..<300 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var body: [UInt8] = []
            for byte in text.utf8 {
                let isPunctuation = "{}[]:,".utf8.contains(byte)
                let space = Array(" \n\r\t".utf8)
                if isPunctuation, generator.chance(1, in: 2) { body.append(generator.pick(space)) }
                body.append(byte)
                if isPunctuation, generator.chance(1, in: 2) { body.append(generator.pick(space)) }
            }
            #expect(disagreement(on: body) == nil, "seed \(seed)")
            #expect(try MeshMessageView(scanning: body.span).kind == .direct)
        }
    }
}
