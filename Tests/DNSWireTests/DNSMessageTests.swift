import DNSWire
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct DNSMessageTests {
    private func parse(_ bytes: [UInt8]) throws(WireError) -> DNSMessage {
        var reader = ByteReader(bytes.span)
        let message = try DNSMessage(parsing: &reader)
        try reader.expectEnd("DNS message")
        return message
    }

    @Test func readsAnAppleAnnouncement() throws {
        let message = try parse(CapturedMessages.appleAnnouncement)
        #expect(message.identifier == 0)
        #expect(message.flags == .multicastResponse)
        #expect(message.questions.isEmpty && message.authorities.isEmpty)

        let instance = try #require(DNSName(presentation: "Reception Web._http._tcp.local."))
        let host = try #require(DNSName(presentation: "Reception-Mac.local."))
        #expect(message.answers.map(\.type) == [.ptr, .ptr, .txt, .ptr, .ptr, .srv, .a, .aaaa])
        #expect(message.answers.map(\.cacheFlush) == [true, true, true, false, false, true, true, true])
        #expect(message.answers.allSatisfy { $0.recordClass == .internet && $0.ttl == 4500 })
        #expect(message.answers[0].name.presentation == "11.0.77.10.in-addr.arpa.")
        #expect(
            message.answers[1].name.presentation
                == "1.0.3.5.E.4.E.F.F.F.4.4.D.4.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.E.F.ip6.arpa.")
        #expect(message.answers[1].data == .pointer(host))
        #expect(message.answers[2].name == instance)
        #expect(message.answers[2].data == .text(Array("\u{10}path=/index.html\u{18}deviceName=Reception Mac".utf8)))
        #expect(message.answers[3].name.presentation == "_services._dns-sd._udp.local.")
        #expect(message.answers[4].data == .pointer(instance))
        #expect(message.answers[5].data == .service(ServiceLocation(port: 8080, target: host)))
        #expect(message.answers[6].data == .address(IPAddress(ipv4: 0x0A4D_000B)))
        #expect(
            message.answers[7].data
                == .address(IPAddress(ipv6High: 0xFE80_0000_0000_0000, low: 0x004D_44FF_FE4E_5301)))
    }

    @Test func readsNextSecureAndOwnerOfAnAppleAnnouncement() throws {
        let additionals = try parse(CapturedMessages.appleAnnouncement).additionals
        let types = additionals.map { record -> [RecordType] in
            guard case .nextSecure(let next) = record.data, next.nextDomainName == record.name else { return [] }
            return next.types.types
        }
        #expect(types == [[.ptr], [.ptr], [.txt, .srv], [.a, .aaaa], []])

        let opt = try #require(additionals.last)
        #expect(opt.name.isRoot)
        #expect(opt.udpPayloadSize == 1440)
        #expect(opt.ttl == 4500)
        guard case .options(let options) = opt.data else {
            Issue.record("\(opt.data) should be options")
            return
        }
        #expect(options.count == 1)
        #expect(options.first?.owner?.primaryAddress == LinkAddress(rawValue: 0x024D_444E_5301))
    }

    @Test func readsProbes() throws {
        let apple = try parse(CapturedMessages.appleProbe)
        #expect(!apple.flags.isResponse)
        #expect(apple.questions.map(\.type) == [.any, .any])
        #expect(apple.questions.allSatisfy { $0.wantsUnicastResponse && $0.recordClass == .internet })
        #expect(apple.questions[1].name.presentation == "Reception-Mac.local.")
        #expect(apple.authorities.map(\.type) == [.srv, .a, .aaaa])
        #expect(apple.authorities.allSatisfy { !$0.cacheFlush })

        let zeroconf = try parse(CapturedMessages.zeroconfProbe)
        #expect(zeroconf.flags.isAuthoritative && !zeroconf.flags.isResponse)
        let split = try DNSName(labels: ["v1", "2 node", "_odd", "_tcp", "local"].map { Array($0.utf8) })
        #expect(zeroconf.authorities.map(\.data) == [.pointer(split)])
        #expect(zeroconf.questions == [Question(name: split.droppingFirst(2), type: .ptr, wantsUnicastResponse: true)])
    }

    @Test(arguments: CapturedMessages.all)
    func writesRealMessagesAsCompactly(bytes: [UInt8]) throws {
        let message = try parse(bytes)
        var writer = ByteWriter()
        try message.serialize(into: &writer)
        #expect(try parse(writer.bytes) == message)
        #expect(writer.count <= bytes.count)
    }

    @Test func writesAProbeLikeTheResponder() throws {
        var writer = ByteWriter()
        try parse(CapturedMessages.appleProbe).serialize(into: &writer)
        #expect(writer.bytes == CapturedMessages.appleProbe)
    }

    @Test func messagesReadBack() throws {
        let messages = Generator<DNSMessage>.oneOf([.plausible, .extreme])
        for message in messages.values(seed: 6762, count: 200) {
            for scope in [NameCompression.Scope.none, .unicast, .multicast] {
                var writer = ByteWriter()
                // A message need not be the first thing in its buffer.
                writer.writeBytes([0xAA, 0xBB])
                try message.serialize(into: &writer, compression: scope)
                var reader = ByteReader(writer.bytes.span)
                try reader.skip(2, "test")
                let copy = try DNSMessage(parsing: &reader)
                #expect(reader.remaining == 0)
                #expect(copy == message)
                #expect(copy.answers.map(\.name.wireForm) == message.answers.map(\.name.wireForm))
            }
        }
    }

    @Test func compressionScopesDifferInServiceTargets() throws {
        let message = try parse(CapturedMessages.appleProbe)
        let sizes = try [NameCompression.Scope.multicast, .unicast, .none].map { scope in
            var writer = ByteWriter()
            try message.serialize(into: &writer, compression: scope)
            return writer.count
        }
        // The SRV target takes 21 bytes instead of 2; then each of the other names its full length.
        #expect(sizes == [155, 174, 247])
    }

    @Test func oneBadRecordLosesNoOther() throws {
        // A PTR whose data ends within a label stands between two addresses.
        let bytes = try #require(
            Hex.decode(
                """
                0000 8400 0000 0003 0000 0000
                0161 00 0001 0001 00000078 0004 0a4d000b
                c00c 000c 0001 00000078 0003 056162
                c00c 0001 0001 00000078 0004 0a4d000c
                """))
        let message = try parse(bytes)
        #expect(message.answers.count == 3)
        #expect(message.answers[2].data == .address(IPAddress(ipv4: 0x0A4D_000C)))
        let error = WireError(
            .truncated(needed: 6, available: 3), field: "DNS label", offset: 41, limit: "RDLENGTH")
        #expect(message.answers[1].data == .malformed([5, 0x61, 0x62], error))
        #expect(message.answers[1].data.fault == error)
        #expect(DNSMessage.parsePrefix(bytes.span).error == nil)
    }

    @Test func keepsARecordWhosePointerAReflectorCopiedBlindly() throws {
        let message = try parse(CapturedMessages.avahiReflection)
        let error = WireError(
            .badReference(target: 142), field: "DNS name pointer", offset: 68, limit: "RDLENGTH")
        #expect(message.answers.map(\.type) == [.txt, .nsec, .srv])
        #expect(message.answers[1].data == .malformed([0xC0, 0x8E, 0, 5, 0, 0, 0x80, 0, 0x40], error))
        #expect(message.answers[1].data.fault == error)
        let host = try #require(DNSName(presentation: "Far-A.local."))
        #expect(message.answers[2].data == .service(ServiceLocation(port: 7001, target: host)))
    }

    @Test(arguments: CapturedMessages.all)
    func everyTruncationKeepsWhatCameBefore(bytes: [UInt8]) throws {
        let whole = try parse(bytes)
        var previous = 0
        for length in 0..<bytes.count {
            let cut = Array(bytes[..<length])
            let (message, error) = DNSMessage.parsePrefix(cut.span)
            let fault = try #require(error)
            #expect(fault.offset <= length)
            #expect(throws: fault) { try parse(cut) }
            let sections = [
                (message.answers, whole.answers), (message.authorities, whole.authorities),
                (message.additionals, whole.additionals),
            ]
            for (section, wholeSection) in sections { #expect(section == Array(wholeSection.prefix(section.count))) }
            #expect(message.questions == Array(whole.questions.prefix(message.questions.count)))
            let count = message.questions.count + sections.reduce(0) { $0 + $1.0.count }
            #expect(count >= previous)
            previous = count
        }
        let all = whole.questions.count + whole.answers.count + whole.authorities.count + whole.additionals.count
        #expect(previous == all - 1)
    }

    @Test func saysWhereTheStructureIsBroken() {
        let header: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0]
        let (empty, missing) = DNSMessage.parsePrefix(header.span, baseOffset: 42)
        #expect(empty.flags == .multicastResponse)
        #expect(empty.answers.isEmpty)
        #expect(missing == WireError(.truncated(needed: 1, available: 0), field: "DNS label length", offset: 54))

        let short = DNSMessage.parsePrefix(Array(header[..<11]).span).error
        #expect(short == WireError(.truncated(needed: 12, available: 11), field: "DNS header", offset: 0))

        let (whole, trailing) = DNSMessage.parsePrefix((CapturedMessages.appleProbe + [0]).span)
        #expect(whole.authorities.count == 3)
        #expect(trailing?.kind == .trailingBytes(count: 1))
        #expect(trailing?.offset == CapturedMessages.appleProbe.count)
    }

    @Test func offsetsCountFromTheOutermostInput() {
        // Two bytes before a message whose only question is cut after its type.
        let bytes: [UInt8] = [0, 0] + [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] + [0, 0, 12]
        let error = WireError(
            .truncated(needed: 2, available: 0), field: "QCLASS", offset: 117, limit: "UDP length")
        #expect(throws: error) {
            var reader = ByteReader(bytes.span, baseOffset: 100, limit: "UDP length")
            try reader.skip(2, "test")
            _ = try DNSMessage(parsing: &reader)
        }
    }

    @Test func damagedMessagesNeverStopTheReader() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<3000 {
            var bytes = random.pick(CapturedMessages.all)
            for _ in 0..<random.number(in: 1...6) {
                bytes[random.number(in: 0...bytes.count - 1)] = UInt8(truncatingIfNeeded: random.next())
            }
            let (message, error) = DNSMessage.parsePrefix(bytes.span)
            #expect((error?.offset ?? 0) <= bytes.count)
            var writer = ByteWriter()
            try message.serialize(into: &writer, compression: .none)
            for name in (message.answers + message.authorities).map(\.name) {
                #expect(DNSName(presentation: name.presentation) == name)
            }
        }
    }

    @Test func randomBytesNeverStopTheReader() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<3000 {
            // Small numbers of records, so that more than the header is looked at.
            var bytes: [UInt8] = [0, 0, 0x84, 0]
            for _ in 0..<4 { bytes += [0, UInt8(random.number(in: 0...3))] }
            let mask: UInt8 = random.pick([0xFF, 0x0F])
            bytes += random.bytes(random.number(in: 0...200)).map { $0 & mask }
            let (message, error) = DNSMessage.parsePrefix(bytes.span)
            #expect((error?.offset ?? 0) <= bytes.count)
            var writer = ByteWriter()
            try message.serialize(into: &writer)
            #expect(
                DNSMessage.parsePrefix(writer.bytes.span).message.answers.map(\.name) == message.answers.map(\.name))
        }
    }

    @Test func refusesToWriteWhatDoesNotFit() throws {
        let long = ResourceRecord(
            name: .root, type: .txt, ttl: 0, data: .text([UInt8](repeating: 0, count: 65_536)))
        var writer = ByteWriter()
        writer.writeUInt8(1)
        #expect(throws: WireError(.tooLong(length: 65_536, maximum: 65_535), field: "RDATA", offset: 1)) {
            try DNSMessage(answers: [long]).serialize(into: &writer)
        }
        let questions = [Question](repeating: Question(name: .root, type: .any), count: 65_536)
        #expect(throws: WireError.self) { try DNSMessage(questions: questions).serialize(into: &writer) }
        #expect(writer.count == 1)
    }
}
