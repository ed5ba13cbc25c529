import ProtocolDescriptions
import TestSupport
import Testing
import WireCoding

@Suite struct ProtobufTests {
    private func read(_ lines: String, _ bytes: [UInt8]) throws -> Reading {
        Reading(try Examples.compiled(yaml: "over: [udp]\nbody: protobuf\n" + lines), [.datagram(bytes)])
    }

    @Test func fieldsAreFoundByNumber() throws {
        // 1: 150, 2: "testing", 3: {1: 150}, 4: fixed 32, 2 again, 5: bytes.
        let bytes = hex("089601 120774657374696e67 1a03089601 2501000000 120161 2a02ff00")
        let message = try #require(
            try read(
                "message: {show: [body.1, body.2, \"body.2[1]\", body.3.1, body.*.1, body.4, body.5, body.6]}\n", bytes
            )
            .messages.first)
        #expect(
            message.fields.map(\.value) == [
                .integer(150), .text("testing"), .text("a"), .integer(150), .integer(150), .integer(1), .hex([255, 0]),
                .null,
            ])
    }

    @Test func theOneFieldIsTheType() throws {
        let lines = "message: {type: {key: body, names: {1: hello, 2: ping}}}\n"
        #expect(try read(lines, hex("12020801")).types == ["ping"])
        #expect(try read(lines, hex("1a020801")).types == ["3"])
        #expect(try read(lines, hex("1a020801 0a020801")).types == ["hello"])
        #expect(try read(lines, hex("1a020801 22020801")).types == [nil])
    }

    @Test(arguments: ["0a05 61", "00", "07", "08", "0c", "0b08010b", "08ffffffffffffffffff02"])
    func brokenFieldsAreMalformed(_ bytes: String) throws {
        #expect(try read("", hex(bytes)).summary.firstFault?.message == "the body is not protobuf")
    }

    @Test func groupsAreSkipped() throws {
        #expect(
            try read("message: {show: [body.2]}\n", hex("0b 0801 0c 1003")).messages.first?["body.2"] == .integer(3))
    }

    @Test func aBodyIsWrittenAsItIsRead() throws {
        let compiled = try Examples.compiled("party.named.protocol.yaml")
        let bytes = try compiled.encode(body: ["ping": ["nonce": .integer(77), "sentMillis": .integer(1500)]])
        let message = try #require(Reading(compiled, bytes).messages.first)
        #expect(message.type == "ping")
        #expect(message["body.ping.nonce"] == .integer(77))
        #expect(message.sent == 1_500_000_000)
        #expect(throws: MessageEncodingError.self) { try compiled.encode(body: ["pong": ["nonsense": .integer(1)]]) }
    }
}
