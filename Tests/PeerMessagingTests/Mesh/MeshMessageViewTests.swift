import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MeshMessageViewTests {
    /// Frames of a mesh of two peers, captured.
    private static let identification =
        #"{"type":{"identification":{"peerID":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","displayName":"Alice"}},"#
        + #""senderID":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","timestamp":816920534.3597851}"#
    private static let direct =
        #"{"senderID":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","timestamp":816920538.7519201,"#
        + #""type":{"direct":{"payload":"UElORyAwIDI5NDE4NjkzNDE5NDE="}}}"#
    private static let pretty = """
        {
          "senderID" : "C4447A6F-B54B-4C52-94B6-7B93571D9D6A",
          "timestamp" : 816921233.6165437,
          "type" : {
            "identification" : {
              "displayName" : "Iris",
              "peerID" : "C4447A6F-B54B-4C52-94B6-7B93571D9D6A"
            }
          }
        }
        """

    private func scan(_ text: String) throws -> MeshMessageView {
        let body = Array(text.utf8)
        return try MeshMessageView(scanning: body.span)
    }

    /// The place of the error is as far as it was read.
    @Test(arguments: [10_000, 1_000_000])
    func deepNestingIsReadNoFurtherThanItsLimit(depth: Int) {
        let start = #"{"x":"#
        for bracket in ["[", #"{"x":"#] {
            let text = start + String(repeating: bracket, count: depth)
            let limit = start.utf8.count + 512 * bracket.utf8.count
            let error = #expect(throws: JSONDecodingError.self) { _ = try scan(text) }
            #expect(error?.kind == .tooDeep && (error?.offset ?? .max) <= limit)
        }
    }

    @Test func readsAnIdentification() throws {
        let body = Array(Self.identification.utf8)
        #expect(body.count == 0xB3)
        let view = try MeshMessageView(scanning: body.span)
        #expect(view.kind == .identification && view.isKnownType)
        #expect(view.senderID.string(in: body.span) == "3F2504E0-4F89-41D3-9A0C-0305E82C3301")
        #expect(view.peerID.range == 37..<73)
        #expect(view.displayName.string(in: body.span) == "Alice")
        #expect(view.caseName.string(in: body.span) == "identification")
        #expect(view.timestamp == 816_920_534.3597851 && view.timestampForm == .secondsSince2001)
        #expect(view.unixTime == 1_795_227_734.3597851)
        #expect(view.payload.isEmpty && view.payloadLength == 0)
    }

    @Test func readsADirectMessage() throws {
        let body = Array(Self.direct.utf8)
        #expect(body.count == 0x8E)
        let view = try MeshMessageView(scanning: body.span)
        #expect(view.kind == .direct && view.payloadLength == 20)
        #expect(view.payload.range.count == 28 && !view.payload.hasEscapes)
    }

    @Test func readsPrettyPrintedText() throws {
        let body = Array(Self.pretty.utf8)
        #expect(body.count == 0xE3)
        let view = try MeshMessageView(scanning: body.span)
        #expect(view.kind == .identification && view.timestamp == 816_921_233.6165437)
        #expect(view.displayName.string(in: body.span) == "Iris")
    }

    @Test func readsARelayedBroadcast() throws {
        let text =
            #"{"timestamp":1,"type":{"relayedBroadcast":{"payload":"\/\/8=","seenBy":["a\/b" , "c","c"],"#
            + #""originalSender":"c"}},"senderID":"a"}"#
        let body = Array(text.utf8)
        let view = try MeshMessageView(scanning: body.span)
        #expect(view.kind == .relayedBroadcast && view.payloadLength == 2 && view.payload.hasEscapes)
        #expect(view.seenByCount == 3 && view.seenBy(in: body.span) == ["a/b", "c", "c"])
        #expect(String(decoding: body[view.seenByRange], as: UTF8.self) == #"["a\/b" , "c","c"]"#)
        #expect(view.originalSender.string(in: body.span) == "c")
    }

    @Test func readsDates() throws {
        let view = try scan(#"{"type":{"direct":{"payload":""}},"senderID":"a","timestamp":"1994-11-06T08:49:37Z"}"#)
        #expect(view.timestampForm == .iso8601 && view.unixTime == 784_111_777)
    }

    @Test func keepsUnknownCases() throws {
        let text = #"{"type":{"typing" : {"since":[1,2]} },"senderID":"a","timestamp":0}"#
        let body = Array(text.utf8)
        let view = try MeshMessageView(scanning: body.span)
        #expect(view.kind == .unknown && !view.isKnownType)
        #expect(view.caseName.string(in: body.span) == "typing")
        #expect(String(decoding: body[view.caseRange], as: UTF8.self) == #"{"since":[1,2]}"#)
    }

    @Test func theFirstOfRepeatedMembersCounts() throws {
        let text =
            #"{"senderID":"first","senderID":2,"type":{"x":0,"direct":{"payload":"AAAA","payload":7},"direct":1},"#
            + #""timestamp":1,"timestamp":null,"type":[]}"#
        let body = Array(text.utf8)
        let view = try MeshMessageView(scanning: body.span)
        #expect(view.senderID.string(in: body.span) == "first" && view.payloadLength == 3 && view.timestamp == 1)
    }

    @Test func namesMayHoldEscapes() throws {
        let view = try scan(#"{"\u0074ype":{"dire\u0063t":{"payl\u006fad":""}},"senderID":"a","timestamp":1}"#)
        #expect(view.kind == .direct)
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd, 0), ("[]", .wrongType, 0), ("x", .unexpectedByte, 0), ("{}", .missingMember, 1),
            (#"{"type":{},"senderID":"a","timestamp":1}"#, .missingCase, 9),
            (#"{"type":{"a":1,"b":2},"senderID":"a","timestamp":1}"#, .severalCases, 20),
            (#"{"type":{"direct":{"payload":""},"broadcast":{}},"senderID":"a","timestamp":1}"#, .severalCases, 34),
            (#"{"type":{"direct":{}},"senderID":"a","timestamp":1}"#, .missingMember, 19),
            (#"{"type":{"direct":null},"senderID":"a","timestamp":1}"#, .wrongType, 18),
            (#"{"type":"direct","senderID":"a","timestamp":1}"#, .wrongType, 8),
            (#"{"type":{"direct":{"payload":"AAA"}},"senderID":"a","timestamp":1}"#, .invalidBase64, 33),
            (#"{"type":{"direct":{"payload":"AA-_"}},"senderID":"a","timestamp":1}"#, .invalidBase64, 32),
            (#"{"senderID":1}"#, .wrongType, 12), (#"{"timestamp":"2025-11-06"}"#, .invalidDate, 13),
            (#"{"timestamp":true}"#, .wrongType, 13), (#"{"timestamp":01}"#, .invalidNumber, 13),
            (#"{"timestamp":1e999}"#, .numberOutOfRange, 13), (#"{"senderID":"\x"}"#, .invalidEscape, 13),
            (#"{"type":{"direct":{"payload":""}},"senderID":"a","timestamp":1}x"#, .trailingBytes, 63),
            (#"{"type":{"relayedBroadcast":{"seenBy":["a",null]}}}"#, .wrongType, 43),
        ] as [(String, MeshMessageError.Kind, Int)])
    func refuses(_ text: String, kind: MeshMessageError.Kind, offset: Int) {
        #expect(throws: MeshMessageError(kind, offset: offset)) { try scan(text) }
    }

    @Test func noPrefixIsAMessage() {
        for text in [Self.identification, Self.direct, Self.pretty] {
            let body = Array(text.utf8)
            for count in 0..<body.count {
                let error = #expect(throws: MeshMessageError.self) {
                    try MeshMessageView(scanning: body.span.extracting(0..<count))
                }
                #expect(error?.kind == .unexpectedEnd || error?.kind == .invalidNumber)
                #expect(error.map { $0.offset <= count } == true)
            }
        }
    }

    @Test func anyBytes() {
        for seed in 0..<20_000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var body = Array(generator.pick([Self.identification, Self.direct, Self.pretty]).utf8)
            for _ in 0..<generator.number(in: 1...8) { JSONMutator.mutate(&body, &generator) }
            guard let view = try? MeshMessageView(scanning: body.span) else { continue }
            let message = MeshMessage(view, in: body.span)
            #expect(message.senderID.utf8.count <= body.count)
        }
    }
}
