import ProtocolDescriptions
import Testing
import WireCoding

@Suite struct ProtocolInferenceTests {
    /// A session of messages that a description writes, one a segment, ten milliseconds apart.
    private func session(
        _ compiled: CompiledProtocol, carrier: ProtocolCarrier = .tcp,
        _ message: (Int, Bool) -> ([FrameField], FieldValue)
    ) throws -> ObservedSession {
        var sides: [[ObservedSession.Direction.Piece]] = [[], []]
        for number in 0..<40 {
            let isForward = number % 3 != 0
            let (header, body) = message(number, isForward)
            let time = 1_700_000_000_000_000_000 + Int64(number) * 10_000_000
            sides[isForward ? 0 : 1].append(.init(try compiled.encode(header: header, body: body), time: time))
        }
        return ObservedSession(
            carrier: carrier, port: 9000, forward: ObservedSession.Direction(sides[0]),
            backward: ObservedSession.Direction(sides[1]))
    }

    private func json(_ number: Int, _ isForward: Bool) -> FieldValue {
        [
            "kind": .text(["move", "chat", "state"][number % 3]), "from": .text(isForward ? "Anna" : "Bob"),
            "id": .text("message-\(number * 7919)"), "at": .integer(1_700_000_000_000 + Int64(number) * 10),
            "text": .text(String(repeating: "x", count: number * 37 % 300)),
        ]
    }

    @Test(arguments: [
        "{prefix: {size: 4}}", "{prefix: {size: 2, endian: little}}",
        "{prefix: {size: 8, endian: little, covers: all}}",
        "{prefix: {size: 3, add: 2}}", "{delimiter: \"\\n\"}", "{delimiter: \"\\r\\n\"}",
    ])
    func framingAndKeysOfJSONAreFound(_ framing: String) throws {
        let compiled = try Examples.compiled(yaml: "framing: \(framing)\nbody: json\n")
        let inference = ProtocolInference(try session(compiled) { ([], json($0, $1)) })
        let description = try #require(inference.description)
        #expect(description.framing == compiled.description.framing)
        #expect(description.body == .json)
        #expect(description.message.type == TypeRule(.field(MessagePath("body.kind")!)))
        #expect(description.message.sender == MessagePath("body.from"))
        #expect(description.message.id == MessagePath("body.id"))
        #expect(description.message.sent == SentRule(at: MessagePath("body.at")!, .number(unit: .ms, epoch: .unix)))
        #expect(description.ports == [9000])
    }

    @Test func aHeaderIsFoundWithItsType() throws {
        let compiled = try Examples.compiled(
            yaml: """
                header: [{name: kind, type: u8}, {name: size, type: u16, endian: little}]
                framing: {length: size}
                body: bytes
                """)
        var random = RandomDescriptions(seed: 41)
        let inference = ProtocolInference(
            try session(compiled) { number, _ in
                ([FrameField("kind", .integer(Int64(1 + number % 3)))], .hex(random.bytes(20 + number * 53 % 700)))
            })
        let description = try #require(inference.description)
        #expect(description.header == compiled.description.header)
        #expect(description.framing == MessageFraming(.length("size")))
        #expect(description.message.type == TypeRule(.field(MessagePath("header.kind")!)))
    }

    @Test func whatWasFoundIsAPageWithItsProofs() throws {
        let compiled = try Examples.compiled(yaml: "framing: {prefix: varint}\nbody: json\n")
        let inference = ProtocolInference(try session(compiled) { ([], json($0, $1)) })
        let page = try #require(inference.yaml)
        #expect(page.contains("framing: {prefix: varint}  # 40 of 40 frames"))
        #expect(page.contains("  type: body.kind  # 40 of 40 frames"))
        #expect(try ProtocolDescription(yaml: page) == inference.description)
    }

    @Test func numbersThatRiseAreFoundInDatagrams() throws {
        let compiled = try Examples.compiled(yaml: "over: [udp]\nbody: json\n")
        let inference = ProtocolInference(
            try session(compiled, carrier: .udp) { number, isForward in
                (
                    [],
                    [
                        "seq": .integer(Int64(isForward ? number - number / 3 : number / 3)),
                        "t": .text(number % 2 == 0 ? "a" : "b"),
                    ]
                )
            })
        #expect(inference.description?.message.number == NumberRule(at: MessagePath("body.seq")!))
        #expect(inference.description?.framing == nil)
    }

    @Test func whatProvesNothingIsNotDescribed() throws {
        var random = RandomDescriptions(seed: 43)
        for _ in 0..<5 {
            var pieces: [ObservedSession.Direction.Piece] = []
            for number in 0..<60 { pieces.append(.init(random.bytes(1 + random.below(700)), time: Int64(number))) }
            let session = ObservedSession(
                carrier: .tcp, port: 1, forward: .init(pieces),
                backward: .init(Array(pieces.shuffled(using: &random.random))))
            let inference = ProtocolInference(session)
            #expect(inference.description == nil, "\(inference.yaml ?? "")")
            #expect(inference.attempts.contains { $0.hypothesis.contains("a length of 4 bytes") })
        }
    }
}
