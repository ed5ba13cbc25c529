import ProtocolDescriptions
import TestSupport
import Testing
import WireCoding

@Suite struct DescribedDecoderTests {
    private func read(_ yaml: String, _ datagrams: [UInt8]...) throws -> Reading {
        Reading(try Examples.compiled(yaml: "over: [udp]\n" + yaml), datagrams.map { .datagram($0) })
    }

    private func read(_ yaml: String, _ texts: String...) throws -> [DescribedMessage] {
        let events = texts.map { Reading.Event.datagram(Array($0.utf8)) }
        return Reading(try Examples.compiled(yaml: "over: [udp]\n" + yaml), events).messages
    }

    // MARK: - Types

    @Test func aValueWithoutANameIsItsOwnText() throws {
        let yaml = "body: json\nmessage: {type: {field: body.t, names: {1: one, a b: two}, absent: none}}\n"
        let messages = try read(
            yaml, #"{"t":1}"#, #"{"t":2}"#, #"{"t":"a b"}"#, #"{"t":true}"#, #"{"t":null}"#, "{}", #"{"t":1.5}"#)
        #expect(messages.map(\.type) == ["one", "2", "two", "true", "none", "none", "1.5"])
    }

    @Test func theOneKeyOfAnObjectIsItsType() throws {
        let one = "body: json\nmessage: {type: {key: body}}\n"
        #expect(try read(one, #"{"move":{"x":1}}"#, #"{"a":1,"b":2}"#).map(\.type) == ["move", nil])
        let among = "body: json\nmessage: {type: {key: body.m, among: [move, chat]}}\n"
        #expect(try read(among, #"{"m":{"id":1,"chat":{}}}"#, #"{"m":{"id":1}}"#).map(\.type) == ["chat", nil])
        let named = "body: json\nmessage: {type: {key: body, names: {mv: move}}}\n"
        #expect(try read(named, #"{"id":1,"mv":{}}"#, #"{"other":1}"#).map(\.type) == ["move", "other"])
    }

    // MARK: - Paths

    @Test func pathsLeadThroughObjectsAndLists() throws {
        let yaml = """
            body: json
            message: {show: [body.a.b, "body.l[1]", "body.l[1].x", "body.*.seq", body.o, body]}
            """
        let text = #"{"a":{"b":"ü\n\u00e9"},"l":[0,{"x":-7}],"q":{"seq":3},"o":[1,{"k":null}],"r":{"seq":4}}"#
        let message = try #require(try read(yaml, text).first)
        #expect(message["body.a.b"] == .text("ü\né"))
        #expect(message["body.l[1]"] == ["x": .integer(-7)])
        #expect(message["body.l[1].x"] == .integer(-7))
        #expect(message["body.*.seq"] == .integer(3))
        #expect(message["body.o"] == .list([.integer(1), ["k": .null]]))
        #expect(message.fields.count == 6)
    }

    @Test func pathsThatShareStepsAreFoundByNamesOfAnyLength() throws {
        let names = [1, 2, 7, 8, 9, 15, 16, 17, 20].map { String("abcdefghijklmnopqrst".prefix($0)) }
        let paths = names.flatMap { ["body.\($0).x", "body.\($0).y"] } + ["body.*.z"]
        let yaml = "body: json\nmessage: {show: [\(paths.joined(separator: ", "))]}\n"
        let members = names.map { #""\#($0)":{"x":"\#($0)","y":\#($0.count)},"\#($0)u":{"x":0}"# }
        let message = try #require(try read(yaml, "{\(members.joined(separator: ",")),\"v\":{\"z\":1}}").first)
        for name in names {
            #expect(message["body.\(name).x"] == .text(name))
            #expect(message["body.\(name).y"] == .integer(Int64(name.count)))
        }
        #expect(message["body.*.z"] == .integer(1))
        let escaped = try read(
            "body: json\nmessage: {show: [body.ab.c, body.ab.d]}\n", #"{"\u0061b":{"d":2,"\u0063":1}}"#)
        #expect(escaped.first?.fields.map(\.value) == [.integer(1), .integer(2)])
    }

    @Test(arguments: [
        "1730883377.1234567", "-1730883377.1234567", "18446744073709551615.5", "0.1234567890123456789", "-0.0",
        "9007199254740993.0", "0.0000000000000000000000000123456789", "0.00000000000000000000000000001", "1e22",
    ])
    func numbersAreTheNearest(_ text: String) throws {
        let message = try read("body: json\nmessage: {show: [body]}\n", text).first
        #expect(message?["body"] == Double(text).map { .real($0) })
    }

    @Test(arguments: [
        "", "{", #"{"a"}"#, "[1,]", #"{"a":1,}"#, "01", "1.", "-", "+1", "1e", "tru", "\"\u{1}\"", #""\x""#,
        #""\ud800""#, "[1 2]",
        "{} {}", #"{"a":1 "b":2}"#,
    ])
    func whatIsNotJSONIsMalformed(_ text: String) throws {
        let reading = try read("body: json\n", Array("1".utf8), Array(text.utf8))
        #expect(reading.messages.count == 1)
        #expect(reading.summary.firstFault?.message == "the body is not JSON")
    }

    @Test func numbersKeepTheirValues() throws {
        let texts = [
            "18446744073709551615", "-9223372036854775808", "0.1", "1795357510.8657963", "1e3", "123456789012345678901",
        ]
        let values = try texts.map { try read("body: json\nmessage: {show: [body]}\n", $0).first?["body"] }
        #expect(values[0] == .unsigned(.max))
        #expect(values[1] == .integer(.min))
        #expect(values[2] == .real(0.1))
        #expect(values[3] == .real(1795357510.8657963))
        #expect(values[4] == .real(1000))
        #expect(values[5] == .real(1.2345678901234568e20))
    }

    @Test func wordsAreSplitAtSpaces() throws {
        let message = try #require(
            try read("body: words\nmessage: {type: \"body[0]\", show: [\"body[2]\", body]}\n", "MOVE  e2 e4").first)
        #expect(message.type == "MOVE")
        #expect(message.fields.map(\.value) == [.text("e4"), .text("MOVE  e2 e4")])
    }

    // MARK: - Fields

    @Test func fieldsAreReadByTheirTypes() throws {
        let yaml = """
            header:
              - {name: f, type: u8, flags: {low: 0x01, high: 0x80}, bits: {kind: 0x70}}
              - {name: name, type: {text: 4}}
            body:
              - {name: a, type: i24, endian: little}
              - {name: b, type: f32}
              - {name: c, type: varint}
              - {name: d, type: uuid}
              - {name: e, type: {bytes: rest}}
            message:
              payload: body.e
              show: [header.f, header.f.low, header.f.high, header.f.kind, header.name,
                body.a, body.b, body.c, body.d, body.e]
            """
        let message = try #require(
            try read(yaml, hex("b1 61620000 feffff 3fc00000 ac02 00112233445566778899aabbccddeeff 0102")).messages.first
        )
        #expect(
            message.fields.map(\.value) == [
                .integer(0xB1), .boolean(true), .boolean(true), .integer(3), .text("ab"), .integer(-2), .real(1.5),
                .integer(300), .text("00112233-4455-6677-8899-aabbccddeeff"), .hex([1, 2]),
            ])
        #expect(message.payloadSize == 2)
    }

    @Test func aSwitchChoosesByAValueToldBefore() throws {
        let yaml = """
            header: [{name: k, type: u8, bits: {low: 0x0f}}]
            body:
              - switch:
                  field: header.k.low
                  1: [{name: n, type: u8}, {name: t, type: {text: n}}]
                  2: [{name: x, type: u16}]
            message: {show: [body.t, body.x]}
            """
        let reading = try read(yaml, hex("f1 02 6162"), hex("02 0007"), hex("03"), hex("03 00"), hex("01 05 61"))
        #expect(reading.messages.map { $0["body.t"] } == [.text("ab"), .null, .null])
        #expect(reading.messages.map { $0["body.x"] } == [.null, .integer(7), .null])
        #expect(reading.summary.malformed == 2)
        #expect(reading.summary.firstFault?.message == "bytes are left over after the last field")
    }

    @Test func aBodyIsChosenByItsType() throws {
        let yaml = """
            header: [{name: k, type: u8}]
            body: {field: header.k, 1: json, 2: [{name: n, type: u8}], 3: none, other: utf8}
            message: {show: [body.n]}
            """
        let reading = try read(yaml, hex("01 7b226e223a337d"), hex("02 04"), hex("03"), hex("04 61"), hex("03 61"))
        #expect(reading.messages.map { $0["body.n"] } == [.integer(3), .integer(4), .null, .null])
        #expect(reading.summary.malformed == 1)
    }

    // MARK: - Clocks, numbers, names

    @Test func theSendersClockHasAUnitAndAnEpoch() throws {
        func sent(_ rule: String, _ text: String) throws -> Int64? {
            try read("body: json\nmessage: {sent: {at: body, \(rule)}}\n", text).first?.sent
        }
        #expect(try sent("unit: ms, epoch: 1970", "1500") == 1_500_000_000)
        #expect(try sent("unit: s, epoch: 2001", "0.5") == 978_307_200_500_000_000)
        #expect(try sent("unit: us, epoch: none", "7") == 7000)
        #expect(try sent("as: rfc3339", #""1970-01-01T00:00:01.25Z""#) == 1_250_000_000)
        #expect(try sent("as: rfc3339", #""yesterday""#) == nil)
        #expect(try sent("unit: s, epoch: 1970", "9999999999999") == nil)
    }

    @Test func aBinaryNumberHasAWidthAtWhichItWraps() throws {
        #expect(try Examples.compiled("telemetry.protocol.yaml").numberWidth == 16)
        #expect(try Examples.compiled("telemetry.protocol.yaml").sentWidth == 32)
        #expect(try Examples.compiled("swarm.protocol.yaml").numberWidth == nil)
    }

    @Test func equalValuesHaveEqualIds() throws {
        let ids = try read(
            "body: json\nmessage: {id: body.i}\n", #"{"i":1}"#, #"{"i":1.0}"#, #"{"i":"1"}"#, #"{"i":"\u0031"}"#, "{}"
        ).map(\.id)
        #expect(ids[0] == ids[1])
        #expect(ids[0] != ids[2])
        #expect(ids[2] == ids[3])
        #expect(ids[4] == nil)
    }

    @Test func messagesHaveTheirRolesInPairs() throws {
        let compiled = try Examples.compiled(
            yaml: """
                over: [udp]
                body: json
                message: {type: {field: body.m, absent: response}}
                pairs: [{ask: "*", answer: response, by: body.id}]
                """)
        var decoder = compiled.makeDecoder()
        var roles: [String] = []
        for text in [#"{"m":"call","id":7}"#, #"{"id":7}"#, #"{"m":"note"}"#] {
            decoder.readDatagram(Array(text.utf8).span) { message in
                let found = message.role(inPair: 0)
                roles.append(found.map { "\($0.role)" } ?? "none")
            }
        }
        #expect(roles == ["ask", "answer", "none"])
    }

    // MARK: - Compression

    @Test func compressedBodiesAreBounded() throws {
        let yaml = "framing: {prefix: {size: 4}, maximum: 1000}\ncompressed: zlib\nbody: utf8\n"
        let compiled = try Examples.compiled(yaml: yaml)
        let wide = try Examples.compiled(yaml: yaml.replacing("1000", with: "100000"))
        let bomb = try wide.encode(body: .text(String(repeating: "a", count: 50_000)))
        #expect(bomb.count < 200)
        #expect(Reading(wide, bomb).messages.count == 1)
        let reading = Reading(compiled, try compiled.encode(body: .text("a")) + bomb)
        #expect(reading.messages.count == 1)
        #expect(reading.summary.firstFault?.message == "the zlib body becomes more than the maximum of 1000 bytes")
    }

    @Test func aFlagSaysWhetherABodyIsCompressed() throws {
        let compiled = try Examples.compiled(
            yaml: """
                framing: {prefix: {size: 2}}
                header: [{name: f, type: u8, flags: {packed: 0x01}}]
                compressed: {as: gzip, when: header.f.packed}
                body: utf8
                message: {type: body}
                """)
        let plain = try compiled.encode(header: [FrameField("f", .integer(0))], body: .text("plain"))
        let packed = try compiled.encode(header: [FrameField("f", .integer(1))], body: .text("packed"))
        #expect(plain == hex("0005 00 706c61696e"))
        #expect(Reading(compiled, plain + packed).types == ["plain", "packed"])
    }

    // MARK: - Anything

    /// Random descriptions read random and half-sound bytes, with holes, in any pieces, and say the same.
    @Test func everyDescriptionReadsAnyBytesInAnySegmentation() throws {
        var random = RandomDescriptions(seed: 23)
        for _ in 0..<500 {
            let description = random.description()
            let compiled = try CompiledProtocol(description)
            var stream = random.flip() ? random.bytes(random.below(400)) : []
            for _ in 0..<random.below(6) {
                stream += (try? compiled.encode(body: .text("ab"))) ?? []
                stream += Array(#"{"a":1,"b":[0,{"c":"x"}]}"#.utf8) + [10]
            }
            if random.flip() { stream = random.changed(stream) }
            let half = stream.count / 2
            let events: [Reading.Event] =
                random.flip()
                ? [.bytes(stream), .end]
                : [
                    .bytes([UInt8](stream[..<half])), .hole(1 + random.below(50)), .bytes([UInt8](stream[half...])),
                    .end,
                ]
            guard !compiled.hasDatagramFraming else {
                _ = Reading(compiled, [.datagram(stream), .datagram([]), .datagram(random.bytes(9))])
                continue
            }
            let (midstream, resynchronizes) = (random.flip(), random.flip())
            let whole = Reading(compiled, events, midstream: midstream, resynchronizes: resynchronizes)
            let cut = Reading(
                compiled, events.cut(&random.random, upTo: 7), midstream: midstream, resynchronizes: resynchronizes)
            #expect(cut.messages == whole.messages, "\(description.yaml)")
            #expect(cut.summary == whole.summary, "\(description.yaml)")
        }
    }
}
