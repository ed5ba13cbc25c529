import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct ServiceRegistrationTests {
    private func name(_ text: String) throws -> DNSName { try #require(DNSName(presentation: text)) }

    private func kitchen(subtypes: [String] = ["_printer"]) throws -> ServiceRegistration {
        try ServiceRegistration(
            name: try #require(ServiceInstanceName(name("Kitchen._http._tcp.local."))), subtypes: subtypes, port: 8080,
            host: name("Kitchen-iPad.local."),
            addresses: [try #require(IPAddress("10.77.0.11")), try #require(IPAddress("fe80::1"))],
            attributes: TXTRecord([TXTRecord.Entry(key: "path", value: "/")]))
    }

    private func lines(_ records: [ResourceRecord]) -> [String] {
        records.map {
            "\($0.name) \($0.ttl) \($0.cacheFlush ? "flush " : "")\($0.type) \($0.data.presentation)"
        }
    }

    @Test func announcesAllRecordsWithTheirTimes() throws {
        let messages = try kitchen().announcement()
        #expect(messages.count == 1)
        #expect(messages[0].flags == .multicastResponse)
        #expect(
            lines(messages[0].answers) == [
                "_services._dns-sd._udp.local. 4500 PTR _http._tcp.local.",
                "_http._tcp.local. 4500 PTR Kitchen._http._tcp.local.",
                "_printer._sub._http._tcp.local. 4500 PTR Kitchen._http._tcp.local.",
                "Kitchen._http._tcp.local. 120 flush SRV 0 0 8080 Kitchen-iPad.local.",
                "Kitchen._http._tcp.local. 4500 flush TXT \"path=/\"",
                "Kitchen-iPad.local. 120 flush A 10.77.0.11",
                "Kitchen-iPad.local. 120 flush AAAA fe80::1",
            ])
        #expect(
            lines(messages[0].additionals) == [
                "Kitchen._http._tcp.local. 4500 flush NSEC Kitchen._http._tcp.local. TXT SRV",
                "Kitchen-iPad.local. 120 flush NSEC Kitchen-iPad.local. A AAAA",
            ])
    }

    /// An announcement of mDNSResponder for `Reception Web._http._tcp.local.`, without its reverse address records.
    @Test func announcesWhatARealResponderAnnounces() throws {
        let bytes = try #require(
            Hex.decode(
                """
                0000 8400 0000 0006 0000 0000
                0d526563657074696f6e20576562 055f68747470 045f746370 056c6f63616c 00
                  0010 8001 00001194 002a 10706174683d2f696e6465782e68746d6c
                  186465766963654e616d653d526563657074696f6e204d6163
                095f7365727669636573 075f646e732d7364 045f756470 c025 000c 0001 00001194 0002 c01a
                c01a 000c 0001 00001194 0002 c00c
                c00c 0021 8001 00001194 0016 0000 0000 1f90 0d526563657074696f6e2d4d6163 c025
                c0a5 0001 8001 00001194 0004 0a4d000b
                c0a5 001c 8001 00001194 0010 fe80000000000000004d44fffe4e5301
                """))
        let captured = DNSMessage.parsePrefix(bytes.span)
        #expect(captured.error == nil)
        let service = try ServiceRegistration(
            name: try #require(ServiceInstanceName(name("Reception Web._http._tcp.local."))), port: 8080,
            host: name("Reception-Mac.local."),
            addresses: [try #require(IPAddress("10.77.0.11")), try #require(IPAddress("fe80::4d:44ff:fe4e:5301"))],
            attributes: TXTRecord([
                TXTRecord.Entry(key: "path", value: "/index.html"),
                TXTRecord.Entry(key: "deviceName", value: "Reception Mac"),
            ]), hostTimeToLive: 4500)
        #expect(try Set(service.announcement()[0].answers) == Set(captured.message.answers))
    }

    @Test func probesForItsUniqueNames() throws {
        let probe = try kitchen().probe()
        #expect(probe.questions.map(\.name.presentation) == ["Kitchen._http._tcp.local.", "Kitchen-iPad.local."])
        #expect(probe.questions.allSatisfy { $0.type == .any && $0.wantsUnicastResponse })
        #expect(probe.authorities.map(\.type) == [.srv, .txt, .a, .aaaa])
        #expect(try kitchen().probe(includesHost: false, wantsUnicastResponse: false).questions.count == 1)
    }

    @Test func saysGoodbyeToWhatIsItsOwn() throws {
        let goodbye = try kitchen().goodbye()[0]
        #expect(goodbye.answers.allSatisfy { $0.ttl == 0 })
        #expect(goodbye.answers.map(\.type) == [.ptr, .ptr, .srv, .txt])
        let last = try kitchen().goodbye(isLastOnHost: true, isLastOfType: true)[0]
        #expect(last.answers.map(\.type) == [.ptr, .ptr, .ptr, .srv, .txt, .a, .aaaa])
    }

    @Test func aBrowserGetsAllThatItNeedsToConnect() throws {
        let query = DNSMessage(questions: [Question(name: try name("_HTTP._tcp.local."), type: .ptr)])
        let response = try #require(try kitchen().response(to: query))
        #expect(response.count == 1 && response[0].identifier == 0 && response[0].questions.isEmpty)
        #expect(lines(response[0].answers) == ["_http._tcp.local. 4500 PTR Kitchen._http._tcp.local."])
        #expect(response[0].additionals.map(\.type) == [.srv, .txt, .a, .aaaa, .nsec, .nsec])
    }

    @Test(
        arguments: [
            ("_services._dns-sd._udp.local.", RecordType.ptr, ["PTR"], 0),
            ("_printer._sub._http._tcp.local.", .ptr, ["PTR"], 6),
            ("Kitchen._http._tcp.local.", .srv, ["SRV"], 4),
            ("kitchen._http._tcp.LOCAL.", .txt, ["TXT"], 1),
            ("Kitchen._http._tcp.local.", .any, ["SRV", "TXT"], 4),
            ("Kitchen-iPad.local.", .a, ["A"], 2),
            ("Kitchen-iPad.local.", .any, ["A", "AAAA"], 1),
            // A type that a unique name has not is denied, others' names are passed over.
            ("Kitchen._http._tcp.local.", .a, ["NSEC"], 0),
            ("Kitchen-iPad.local.", .hinfo, ["NSEC"], 0),
            ("_http._tcp.local.", .txt, [], 0),
            ("Cellar._http._tcp.local.", .srv, [], 0),
        ] as [(String, RecordType, [String], Int)])
    func answersWhatItHas(question: String, type: RecordType, answers: [String], additionals: Int) throws {
        let query = DNSMessage(questions: [Question(name: try name(question), type: type)])
        let response = try kitchen().response(to: query)
        #expect((response?[0].answers ?? []).map(\.type.description) == answers)
        #expect((response?[0].additionals ?? []).count == additionals)
        #expect((response == nil) == answers.isEmpty)
    }

    @Test(arguments: [(4500, false), (2250, false), (2249, true), (0, true)] as [(UInt32, Bool)])
    func keepsQuietAboutWhatIsKnown(timeToLive: UInt32, answers: Bool) throws {
        let service = try kitchen(subtypes: [])
        let known = service.sharedRecords[1].with(ttl: timeToLive)
        let query = DNSMessage(
            questions: [Question(name: service.typeName, type: .ptr)], answers: [known])
        #expect(try (service.response(to: query) != nil) == answers)
    }

    @Test func responsesAreNotAnswered() throws {
        let service = try kitchen()
        var message = DNSMessage(questions: [Question(name: service.typeName, type: .ptr)])
        message.flags.isResponse = true
        #expect(try service.response(to: message) == nil)
    }

    @Test func legacyQueriersGetShortTimes() throws {
        let query = DNSMessage(
            identifier: 77, questions: [Question(name: try name("Kitchen._http._tcp.local."), type: .srv)])
        let response = try #require(try kitchen().legacyResponse(to: query))
        #expect(response.identifier == 77 && response.questions == query.questions)
        #expect(lines(response.answers) == ["Kitchen._http._tcp.local. 10 SRV 0 0 8080 Kitchen-iPad.local."])
        #expect(response.additionals.map(\.type) == [.a, .aaaa])
        let none = DNSMessage(questions: [Question(name: try name("Kitchen._http._tcp.local."), type: .a)])
        #expect(try kitchen().legacyResponse(to: none) == nil)
    }

    @Test func largeServicesTakeSeveralMessages() throws {
        let messages = try kitchen(subtypes: (0..<60).map { "_subtype-number-\($0)" }).announcement(maximumSize: 500)
        #expect(messages.count > 2)
        #expect(messages.flatMap(\.answers).count == 66)
        for message in messages {
            var writer = ByteWriter()
            try message.serialize(into: &writer)
            #expect(writer.count <= 500)
        }
    }

    @Test(arguments: ["", String(repeating: "x", count: 64)])
    func subtypesAreLabels(subtype: String) {
        #expect(throws: WireError.self) { try kitchen(subtypes: [subtype]) }
    }
}
