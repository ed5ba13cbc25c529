import ProtocolDescriptions
import TestSupport
import Testing
import WireCoding

@Suite struct MessageEncodingTests {
    @Test(arguments: [
        ("framing: {prefix: {size: 2, endian: little}}", "0300 616263"), ("framing: {prefix: varint}", "03 616263"),
        ("framing: {prefix: {size: 1, covers: all, add: 1}}", "03 616263"),
        ("framing: {delimiter: \"\\r\\n\"}", "616263 0d0a"), ("framing: {fixed: 3}", "616263"),
        ("framing: {websocket: {}}\nover: [tcp]", "8203 616263"), ("over: [udp]", "616263"),
    ])
    func aBodyGetsItsFraming(_ framing: String, _ bytes: String) throws {
        let compiled = try Examples.compiled(yaml: framing + "\nbody: utf8\n")
        #expect(try compiled.encode(body: .text("abc")) == hex(bytes))
    }

    @Test func lengthsAndConstantsFollowFromTheDescription() throws {
        let compiled = try Examples.compiled("muxusb.protocol.yaml")
        let bytes = try compiled.encode(
            header: [FrameField("type", .integer(101)), FrameField("tag", .integer(9))], body: .text("hi"))
        #expect(bytes == hex("00000001 00000065 00000009 00000002 6869"))
        let parts = try Examples.compiled("scene.protocol.yaml")
        let spawn: FieldValue = [
            "op": .integer(1), "entity": .integer(5), "label": .text("anchor"),
            "asset": .text("00112233-4455-6677-8899-aabbccddeeff"),
        ]
        let message = try #require(Reading(parts, try parts.encode(body: spawn)).messages.first)
        #expect(message.type == "spawn")
        #expect(message["body.label"] == .text("anchor"))
    }

    @Test func whatCannotBeWrittenIsTold() throws {
        let muxusb = try Examples.compiled("muxusb.protocol.yaml")
        #expect(throws: MessageEncodingError(key: "header.type", message: "a value is needed")) {
            try muxusb.encode(body: .text("x"))
        }
        let lines = try Examples.compiled("linetalk.protocol.yaml")
        #expect(throws: MessageEncodingError(key: "body", message: "the message holds the delimiter")) {
            try lines.encode(body: .text("a\r\nb"))
        }
        let lengths = try Examples.compiled(yaml: "framing: {prefix: {size: 1}}\nbody: utf8\n")
        #expect(throws: MessageEncodingError.self) {
            try lengths.encode(body: .text(String(repeating: "a", count: 256)))
        }
    }

    private static let lengths = """
        over: [tcp]
        header:
          - {name: magic, type: {bytes: 2}, constant: {hex: "5158"}}
          - {name: version, type: u8, constant: 3}
          - {name: kind, type: u8, bits: {low: 0x0f, high: 0xf0}}
          - {name: size, type: u16}
        framing: {length: size}
        body: bytes
        """

    /// Nothing else is written than what was given.
    @Test(arguments: [
        (
            #"{"knd": 1}"#,
            "header.knd: unknown field; the names are magic, version, kind, size; did you mean “kind”?"
        ),
        (#"{"kind": 1, "kind": 2}"#, "header.kind: the field is here twice"),
        (#"{"kind": 1, "version": 9}"#, "header.version: the value is always 3; write that, or leave it out"),
        (#"{"kind": 1, "magic": "5159"}"#, "header.magic: the value is always 5158; write that, or leave it out"),
        (#"{"kind": 1, "size": 99}"#, "header.size: the length of this message is 2; write that, or leave it out"),
        (#"{"kind": {"low": 16}}"#, "header.kind: “low” must be a number from 0 to 15"),
        (#"{"kind": {"high": 1152921504606846976}}"#, "header.kind: “high” must be a number from 0 to 15"),
        (
            #"{"kind": {"lo": 1}}"#,
            "header.kind: unknown flag or number “lo”; the names are low, high; did you mean “low”?"
        ),
    ])
    func whatDiffersFromTheDescriptionIsRefused(_ header: String, _ sentence: String) throws {
        let compiled = try Examples.compiled(yaml: Self.lengths)
        let text = #"{"header": \#(header), "body": "00ff"}"#
        let message = try #require(DescribedContent.messages(json: Array(text.utf8)).first)
        let error = #expect(throws: MessageEncodingError.self) {
            try compiled.encode(header: message.header, body: message.body)
        }
        #expect(error?.description == sentence)
    }

    /// Zero bytes behind a text are cut again where it is read; behind bytes they would be a part of the value.
    @Test func aTextIsPaddedAndBytesAreNot() throws {
        let compiled = try Examples.compiled(
            yaml: """
                over: [udp]
                header: [{name: key, type: {bytes: 4}}, {name: user, type: {text: 4}}]
                body: none
                """)
        func encoded(_ key: FieldValue, _ user: FieldValue) throws -> [UInt8] {
            try compiled.encode(header: [FrameField("key", key), FrameField("user", user)])
        }
        #expect(try encoded(.hex([1, 2, 3, 4]), .text("ann")) == hex("01020304 616e6e00"))
        for (value, size) in [(FieldValue.hex([1, 2]), 2), (.text("0102030405"), 5), (.hex([]), 0)] {
            let sentence = "the field has 4 bytes, and the value has \(size)"
            #expect(throws: MessageEncodingError(key: "header.key", message: sentence)) {
                try encoded(value, .text("ann"))
            }
        }
        let long = "the field has at most 4 bytes, and the value has 6"
        #expect(throws: MessageEncodingError(key: "header.user", message: long)) {
            try encoded(.hex([1, 2, 3, 4]), .text("marius"))
        }
    }

    @Test func whatFollowsFromTheDescriptionMayBeGiven() throws {
        let compiled = try Examples.compiled(yaml: Self.lengths)
        let short = try compiled.encode(header: [FrameField("kind", .integer(1))], body: .hex([0, 0xFF]))
        let text = #"{"header": {"magic": "5158", "version": 3, "kind": {"low": 1}, "size": 2}, "body": "00ff"}"#
        let message = try #require(DescribedContent.messages(json: Array(text.utf8)).first)
        #expect(try compiled.encode(header: message.header, body: message.body) == short)
        #expect(short == hex("5158 03 01 0002 00ff"))
    }

    @Test func aFieldOfAnotherCaseIsNoFieldOfThisMessage() throws {
        let compiled = try Examples.compiled(
            yaml: """
                over: [udp]
                body:
                  - {name: op, type: u8}
                  - switch: {field: op, 1: [{name: x, type: u8}], 2: [{name: y, type: u8}]}
                """)
        #expect(try compiled.encode(body: ["op": .integer(2), "y": .integer(7)]) == [2, 7])
        let error = #expect(throws: MessageEncodingError.self) {
            try compiled.encode(body: ["op": .integer(1), "x": .integer(7), "y": .integer(7)])
        }
        #expect(error?.description.hasPrefix("body.y: a message of this kind has no such field") == true)
    }

    /// A length counts a varint that follows it.
    @Test func theRestHasFieldsOfAnySize() throws {
        let compiled = try Examples.compiled(
            yaml: """
                over: [tcp]
                header: [{name: size, type: u8}, {name: n, type: varint}]
                framing: {length: size, covers: rest}
                body: utf8
                """)
        #expect(
            try compiled.encode(header: [FrameField("n", .integer(300))], body: .text("ab")) == hex("04 ac02 6162"))
    }

    /// What is written is read as the same values, for lengths of any kind and coverage.
    @Test func everyMessageIsReadAsItWasWritten() throws {
        var random = RandomDescriptions(seed: 31)
        for coverage in [LengthMeaning.Coverage.body, .rest, .all] {
            for size in [0, 1, 100, 126, 127, 128, 129, 300] {
                for isVarint in [true, false] {
                    var description = ProtocolDescription(name: "round")
                    let meaning = LengthMeaning(covers: coverage, add: 0)
                    description.header = [
                        MessageField("kind", .signed(bytes: 2), endian: .little),
                        MessageField("n", isVarint ? .varint : .unsigned(bytes: 3)),
                        MessageField("after", .text(.count(3))),
                    ]
                    description.framing = MessageFraming(
                        random.flip() ? .length("n", meaning) : .prefix(isVarint ? .varint : .integer(size: 4), meaning)
                    )
                    description.body = .bytes
                    description.message.show = [
                        MessagePath("header.kind")!, MessagePath("header.after")!, MessagePath("body")!,
                    ]
                    let compiled = try CompiledProtocol(description)
                    let body = random.bytes(size)
                    var header = [FrameField("kind", .integer(-5)), FrameField("after", .text("ab"))]
                    if case .prefix = description.framing?.method { header.append(FrameField("n", .integer(300))) }
                    let bytes = try compiled.encode(header: header, body: .hex(body))
                    let reading = Reading(compiled, bytes + bytes)
                    #expect(reading.summary.malformed == 0)
                    #expect(
                        reading.messages.map { $0.fields.map(\.value) }
                            == Array(repeating: [.integer(-5), .text("ab"), .hex(body)], count: 2))
                }
            }
        }
    }
}
