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
