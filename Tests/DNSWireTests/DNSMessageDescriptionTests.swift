import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct DNSMessageDescriptionTests {
    @Test func aMessageIsOneLine() throws {
        #expect(
            try "\(DNSMessage(parsing: CapturedMessages.zeroconfProbe))" == """
                query, questions: [_odd._tcp.local. IN PTR QU], \
                authorities: [_odd._tcp.local. 4500 IN PTR v1.2 node._odd._tcp.local.]
                """)
        let apple = try DNSMessage(parsing: CapturedMessages.appleAnnouncement)
        #expect("\(apple.answers[6])" == "Reception-Mac.local. 4500 IN cache-flush A 10.77.0.11")
        #expect("\(apple.answers[5].data)" == "0 0 8080 Reception-Mac.local.")
        #expect("\(apple.additionals[4])" == ". OPT version 0, payload 1440 4:0000024d444e5301")
        #expect("\(apple)".hasPrefix("response, answers: [11.0.77.10.in-addr.arpa. 4500 IN cache-flush PTR "))
    }

    @Test func whatIsUnusualInTheHeaderIsTold() {
        var message = DNSMessage(identifier: 7, flags: DNSFlags(rawValue: 0x2A03))
        #expect("\(message)" == "query, identifier 7, UPDATE, NXDOMAIN, truncated")
        message = DNSMessage(additionals: [
            ResourceRecord(udpPayloadSize: 1232, extendedResponseCode: 1, acceptsSignatures: true)
        ])
        #expect("\(message)" == "query, BADVERS, additionals: [. OPT version 0, payload 1232 DO]")
    }

    /// Names and strings come from strangers.
    @Test func nothingInItSteersATerminal() throws {
        let label: [UInt8] = Array("a\u{1B}[2J\n\u{202E}b".utf8)
        let name = try DNSName(labels: [label])
        let records: [RecordData] = [.pointer(name), .text([UInt8(label.count)] + label), .raw(label)]
        let message = DNSMessage(
            questions: [Question(name: name, type: .ptr)],
            answers: records.map { ResourceRecord(name: name, type: .ptr, ttl: 1, data: $0) })
        let text = message.description
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E })
        #expect(text.contains(#"a\027[2J\010"#))
    }
}
