import DNSWire
import Testing
import WireCoding

@Suite struct DNSMessageBytesTests {
    @Test func aMessageIsReadAndWrittenInOneStep() throws {
        let message = try DNSMessage(parsing: CapturedMessages.appleAnnouncement)
        #expect(message.answers.count == 8)
        #expect(try message.bytes() == CapturedMessages.appleAnnouncement)
        var writer = ByteWriter()
        try message.serialize(into: &writer, compression: .none)
        #expect(try message.bytes(compression: .none) == writer.bytes)
    }

    @Test func theBytesAreOneMessageAndNoMore() {
        let bytes = CapturedMessages.appleProbe
        #expect(throws: WireError(.trailingBytes(count: 1), field: "DNS message", offset: bytes.count)) {
            try DNSMessage(parsing: bytes + [0])
        }
        for length in 0..<bytes.count {
            #expect(throws: WireError.self) { try DNSMessage(parsing: Array(bytes.prefix(length))) }
        }
    }

    @Test func tooMuchDataIsNotWritten() {
        let record = ResourceRecord(name: .root, type: .txt, ttl: 0, data: .text([UInt8](repeating: 0, count: 65_536)))
        #expect(throws: WireError(.tooLong(length: 65_536, maximum: 65_535), field: "RDATA", offset: 0)) {
            try DNSMessage(answers: [record]).bytes()
        }
    }
}
