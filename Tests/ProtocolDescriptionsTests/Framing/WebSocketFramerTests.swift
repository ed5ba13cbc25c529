import ProtocolDescriptions
import TestSupport
import Testing
import WireCoding

@Suite struct WebSocketFramerTests {
    private let request = Array("GET /room HTTP/1.1\r\nUpgrade: websocket\r\n\r\n".utf8)
    private let response = Array(
        "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n".utf8)

    private func compiled(_ extra: String = "") throws -> CompiledProtocol {
        try Examples.compiled(
            yaml: "over: [tcp]\nframing: {websocket: {}\(extra)}\nbody: utf8\nmessage: {type: body}\n")
    }

    @Test func masksAreRemovedAndFragmentsJoined() throws {
        // "Hello" as in RFC 6455 §5.7: masked, then in two fragments with a ping between them.
        let stream = request + hex("8185 37fa213d 7f9f4d5158") + hex("0103 48656c 8900 8002 6c6f")
        let reading = Reading(try compiled(), stream)
        #expect(reading.types == ["Hello", "Hello"])
        #expect(reading.messages.map(\.bodySize) == [5, 5])
        #expect(reading.offsets == [request.count, request.count + 11])
        #expect(reading.summary.controlFrames == WebSocketControlFrames(ping: 1))
        #expect(reading.summary.malformed == 0)
    }

    @Test func compressedMessagesAreInflatedWhereThatIsAgreed() throws {
        // RFC 7692 §7.2.3.2: "Hello" twice, the second one refers to the first.
        let frames = hex("c107 f248cdc9c90700") + hex("c105 f200110000")
        let reading = Reading(try compiled(), response + frames)
        #expect(reading.types == ["Hello", "Hello"])
        #expect(reading.messages.map(\.bodySize) == [5, 5])
        let refused = Reading(try compiled(), request + frames)
        #expect(refused.summary.firstFault?.message.contains("reserved bit") == true)
    }

    @Test(arguments: [
        ("8100 8000", "continues no message"), ("0101 61 8101 61", "within another"), ("8300", "opcode 3"),
        ("817f 0000000001000001", "above the maximum"), ("89fe 0100", "control frame"),
        ("0105 6162636465 8005 6162636465", "fragments become"),
    ])
    func illegalFramesEndTheReading(_ frames: String, _ words: String) throws {
        let extra = words.hasPrefix("fragments") ? ", maximum: 8" : ""
        let reading = Reading(try compiled(extra), request + hex("8101 61") + hex(frames))
        #expect(
            reading.summary.firstFault?.message.contains(words) == true,
            "\(String(describing: reading.summary.firstFault))")
        #expect(reading.summary.malformed == 1)
    }

    @Test func aStreamWithoutAnUpgradeIsNotRead() throws {
        let reading = Reading(try compiled(), Array("POST / HTTP/1.1\r\n\r\n".utf8))
        #expect(reading.summary.firstFault?.message == "a WebSocket begins with an HTTP upgrade")
    }

    @Test func aHoleWithinAMessageCostsThatMessage() throws {
        let reading = Reading(
            try compiled(), [.bytes(request + hex("8105 6162")), .hole(2), .bytes(hex("65 8101 66")), .end])
        #expect(reading.types == ["f"])
        #expect(reading.summary.malformed == 0)
    }

    @Test func framesAreFoundInTheMiddleOfAStream() throws {
        let frames = (0..<5).flatMap { hex("8103 6162") + [UInt8(0x63 + $0)] }
        let reading = Reading(try compiled(), hex("6364") + frames, midstream: true)
        #expect(reading.messages.count == 5)
        #expect(reading.summary.skippedBytes == 2)
        #expect(reading.summary.state == .found)
    }
}
