import ProtocolDescriptions
import TestSupport
import Testing
import WireCoding

@Suite struct DescribedContentTests {
    private func contents(_ compiled: CompiledProtocol, _ bytes: [UInt8]) -> [DescribedContent] {
        var contents: [DescribedContent] = []
        var decoder = compiled.makeDecoder()
        decoder.read(bytes.span) { contents.append(compiled.content(of: $0)) }
        return contents
    }

    @Test func aBinaryMessageIsReadFieldByField() throws {
        let scene = try Examples.compiled("scene.protocol.yaml")
        let body = try #require(contents(scene, hex("0006 03 000005 ac02")).first?.body)
        #expect(body == ["op": .integer(3), "entity": .integer(5), "fade": .integer(300)])
    }

    @Test func flagsAndBitsAreThereWhereTheyAreAllOfTheNumber() throws {
        let compiled = try Examples.compiled(
            yaml: """
                over: [udp]
                header:
                  - {name: first, type: u8, flags: {last: 0x80}, bits: {kind: 0x7f}}
                  - {name: second, type: u8, flags: {last: 0x80}}
                body: none
                """)
        #expect(
            contents(compiled, hex("8581")).first?.header == [
                FrameField("first", ["kind": .integer(5), "last": .boolean(true)]),
                FrameField("second", .integer(0x81)),
            ])
    }

    @Test func theLengthOfFramingIsLeftOut() throws {
        let muxusb = try Examples.compiled("muxusb.protocol.yaml")
        let content = contents(muxusb, hex("00000001 00000065 00000009 00000002 6869"))
        #expect(
            content == [
                DescribedContent(
                    header: [
                        FrameField("version", .integer(1)), FrameField("type", .integer(101)),
                        FrameField("tag", .integer(9)),
                    ], body: .text("hi"))
            ])
    }

    @Test func protobufIsReadByNumberAndByName() throws {
        let party = try Examples.compiled("party.protocol.yaml")
        let message = hex("07 0a05 0a03 626f62")
        #expect(contents(party, message).first?.body == ["1": ["1": .text("bob")]])
        let named = try Examples.compiled("party.named.protocol.yaml")
        guard case .object(let fields)? = contents(named, message).first?.body else {
            Issue.record("no message")
            return
        }
        #expect(fields.map(\.name) == ["hello"])
    }

    /// What was recorded between real endpoints is the same after it was shown and written again.
    @Test func whatIsShownCanBeWrittenAgain() throws {
        var count = 0
        for recorded in RecordedStreamTests.recorded {
            for name in recorded.descriptions {
                let compiled = try Examples.compiled(name)
                guard compiled.description.framing?.method != .webSocket else { continue }
                for content in contents(compiled, recorded) {
                    // JSON has no difference between 1 and 1.0, so that the way back is that of the text.
                    let text = Self.json(content)
                    let read = try DescribedContent.messages(json: text)
                    #expect(read.count == 1)
                    let bytes = try compiled.encode(header: read[0].header, body: read[0].body)
                    let again = compiled.hasDatagramFraming ? datagram(compiled, bytes) : contents(compiled, bytes)
                    #expect(again.map(Self.json) == [text], "\(recorded.label) \(name)")
                    count += 1
                }
            }
        }
        #expect(count > 500)
    }

    private func contents(_ compiled: CompiledProtocol, _ recorded: RecordedStreamTests.Recorded) -> [DescribedContent]
    {
        recorded.events.flatMap { event -> [DescribedContent] in
            switch event {
            case .bytes(let bytes): contents(compiled, bytes)
            case .datagram(let bytes): datagram(compiled, bytes)
            case .hole, .end: []
            }
        }
    }

    private func datagram(_ compiled: CompiledProtocol, _ bytes: [UInt8]) -> [DescribedContent] {
        var contents: [DescribedContent] = []
        var decoder = compiled.makeDecoder()
        decoder.readDatagram(bytes.span) { contents.append(compiled.content(of: $0)) }
        return contents
    }

    private static func json(_ content: DescribedContent) -> [UInt8] {
        var text = JSONText(pretty: true)
        text.value(["header": .object(content.header), "body": content.body])
        return text.bytes
    }

    @Test(arguments: [
        ("[1, 2", "is not JSON at byte 5"), ("[1]", "the message must be an object with “header” and “body”"),
        ("{\"x\": 1}", "the message needs “body”, and “header” where the description has one"),
        ("{\"header\": 1, \"body\": 2}", "“header” of the message must be an object with its fields"),
        ("[{\"body\": 1}, 2]", "message 2 must be an object with “header” and “body”"),
        (#"{"body": 1, "heder": {}}"#, "the message has “header” and “body”, and no “heder”; did you mean “header”?"),
        (
            #"{"body": {"a": 1e400}}"#,
            "has a number at byte 15 that 64 bits cannot hold; write a smaller one, or a text"
        ),
        (
            #"{"body": [18446744073709551615, 18446744073709551616]}"#,
            "has a number at byte 32 that 64 bits cannot hold; write a smaller one, or a text"
        ),
    ])
    func aTextWithoutMessagesIsRefused(_ text: String, _ sentence: String) {
        let error = #expect(throws: DescribedContentError.self) {
            try DescribedContent.messages(json: Array(text.utf8))
        }
        #expect(error?.description == sentence)
    }

    @Test func membersKeepTheirOrder() throws {
        let text = #"{"messages": [{"body": {"z": 1, "a": [true, null], "m": "x"}, "offset": 0}], "fault": null}"#
        let messages = try DescribedContent.messages(json: Array(text.utf8))
        #expect(
            messages == [
                DescribedContent(
                    body: ["z": .integer(1), "a": .list([.boolean(true), .null]), "m": .text("x")])
            ])
    }
}
