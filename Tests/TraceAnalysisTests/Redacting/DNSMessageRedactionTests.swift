import DNSWire
import Testing
import WireCoding

@testable import TraceAnalysis

@Suite final class DNSMessageRedactionTests {
    private var standIns = WireStandIns()

    private func redacted(_ bytes: [UInt8]) -> [UInt8] {
        var draft = PacketDraft([0xFF] + bytes)
        var redaction = DNSMessageRedaction(1..<1 + bytes.count)
        redaction.redact(&draft, &standIns)
        return Array(draft.output.dropFirst())
    }

    private static func name(_ text: String) throws -> DNSName { try #require(DNSName(presentation: text)) }

    @Test func namesAddressesAndTextsAreReplacedInPlace() throws {
        let (instance, host) = (try Self.name("Zoe’s._chat._tcp.local."), try Self.name("zoes-mac.local."))
        let message = DNSMessage(answers: [
            ResourceRecord(name: try Self.name("_chat._tcp.local."), type: .ptr, ttl: 4500, data: .pointer(instance)),
            ResourceRecord(
                name: instance, type: .srv, ttl: 120, data: .service(ServiceLocation(port: 7000, target: host))),
            ResourceRecord(
                name: host, type: .a, ttl: 120, data: .address(try #require(IPAddress("192.168.178.20")))),
        ])
        let bytes = try message.bytes()
        let result = redacted(bytes)
        #expect(result.count == bytes.count)
        let read = DNSMessage.parsePrefix(result.span).message
        #expect(read.answers.map(\.ttl) == message.answers.map(\.ttl))
        #expect(read.answers[0].name.description == "_chat._tcp.local.")
        #expect(read.answers[1].name.description == "i111111._chat._tcp.local.")
        #expect(read.answers[0].data == .pointer(read.answers[1].name))
        #expect(read.answers[2].name.description == "i1111111.local.")
        let text = String(decoding: result, as: UTF8.self)
        #expect(!text.contains("Zoe") && !text.contains("zoes"))
        #expect(!result.contains(subsequence: [192, 168, 178, 20]))
    }

    @Test func hostilePointersEnd() {
        // A name that points at itself, and one that points into the header.
        let header: [UInt8] = [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]
        let result = redacted(header + [0xC0, 12, 0, 1, 0, 1] + [0xC0, 0, 0, 1, 0, 1])
        #expect(result.count == 24)
    }

    @Test func whatIsNotUnderstoodIsZeros() {
        // A record of type 65280 with four bytes of data, and bytes after the message.
        let header: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0]
        let record: [UInt8] = [0, 0xFF, 0, 0, 1, 0, 0, 0, 9, 0, 4]
        let result = redacted(header + record + Array("Zoe!".utf8) + Array("more".utf8))
        #expect(result == header + record + [UInt8](repeating: 0, count: 8))
    }
}

extension [UInt8] {
    fileprivate func contains(subsequence: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: subsequence) }
    }
}
