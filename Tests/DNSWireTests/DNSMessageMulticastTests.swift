import DNSWire
import Testing
import WireCoding

@Suite struct DNSMessageMulticastTests {
    private func name(_ text: String) throws -> DNSName { try #require(DNSName(presentation: text)) }

    private func size(_ message: DNSMessage) throws -> Int {
        var writer = ByteWriter()
        try message.serialize(into: &writer)
        return writer.count
    }

    /// A PTR record as a querier knows it, 12 bytes and its label in a compressed list.
    private func known(_ index: Int) throws -> ResourceRecord {
        ResourceRecord(
            name: try name("_http._tcp.local."), type: .ptr, cacheFlush: true, ttl: 4000,
            data: .pointer(try name("Printer number \(1000 + index)._http._tcp.local.")))
    }

    @Test func aQueryIsOneMessageWhereItFits() throws {
        let question = Question(name: try name("_http._tcp.local."), type: .ptr, wantsUnicastResponse: true)
        let messages = try DNSMessage.multicastQuery([question], knownAnswers: [known(0)])
        #expect(messages.count == 1)
        #expect(messages[0].identifier == 0 && messages[0].flags == .query)
        #expect(messages[0].questions == [question])
        #expect(messages[0].answers.map(\.cacheFlush) == [false])
    }

    @Test(arguments: [200, 512, 1440])
    func knownAnswersGoOnInFurtherMessages(maximumSize: Int) throws {
        let questions = [
            Question(name: try name("_http._tcp.local."), type: .ptr),
            Question(name: try name("_ipp._tcp.local."), type: .ptr),
        ]
        let known = try (0..<120).map(known)
        let messages = try DNSMessage.multicastQuery(questions, knownAnswers: known, maximumSize: maximumSize)
        #expect(messages.count > 1)
        #expect(messages[0].questions == questions)
        #expect(messages.dropFirst().allSatisfy { $0.questions.isEmpty })
        #expect(messages.dropLast().allSatisfy { $0.flags.isTruncated && !$0.flags.isResponse })
        #expect(messages.last?.flags == .query)
        #expect(messages.flatMap(\.answers) == known.map { $0.with(cacheFlush: false) })
        for message in messages { #expect(try size(message) <= maximumSize) }
        // No message has room for the first record of the next one.
        for (message, next) in zip(messages, messages.dropFirst()) {
            var fuller = message
            fuller.answers.append(next.answers[0])
            #expect(try size(fuller) > maximumSize)
        }
    }

    @Test func aRecordThatFitsNowhereHasAMessageOfItsOwn() throws {
        let question = Question(name: try name("_http._tcp.local."), type: .ptr)
        let large = ResourceRecord(
            name: try name("a.local."), type: .txt, ttl: 9, data: .text([UInt8](repeating: 0, count: 900)))
        let messages = try DNSMessage.multicastQuery(
            [question], knownAnswers: [known(0), large, known(1)], maximumSize: 500)
        #expect(messages.map(\.answers.count) == [1, 1, 1])
        #expect(messages[1].answers == [large])
        // Even before the first record that fits, the questions go alone.
        let first = try DNSMessage.multicastQuery([question], knownAnswers: [large], maximumSize: 500)
        #expect(first.map(\.questions.count) == [1, 0])
        #expect(first.map(\.answers.count) == [0, 1])
        #expect(first.map(\.flags.isTruncated) == [true, false])
    }

    @Test func aProbeAsksOnceForEachName() {
        let bytes = CapturedMessages.appleProbe
        var captured = DNSMessage.parsePrefix(bytes.span).message
        let probe = captured.authorities
        let built = DNSMessage.probe(for: probe.map { $0.with(cacheFlush: true) })
        #expect(built.questions.map(\.type) == [.any, .any])
        #expect(built.questions.allSatisfy { $0.wantsUnicastResponse && $0.recordClass == .internet })
        #expect(built.questions[0].name == probe[0].name && built.questions[1].name == probe[1].name)
        #expect(built.authorities == probe)
        #expect(!DNSMessage.probe(for: probe, wantsUnicastResponse: false).questions[0].wantsUnicastResponse)
        // What a real responder sends, but for its owner option.
        captured.additionals = []
        #expect(built == captured)
    }

    @Test func announcementsFlushWhatIsUnique() throws {
        let shared = try known(1)
        let unique = ResourceRecord(name: try name("a.local."), type: .a, ttl: 120, data: .address(IPAddress(ipv4: 1)))
        let messages = try DNSMessage.announcement(unique: [unique], shared: [shared])
        #expect(messages.count == 1)
        #expect(messages[0].flags == .multicastResponse && messages[0].questions.isEmpty)
        #expect(messages[0].answers.map(\.cacheFlush) == [false, true])
    }

    @Test func answersThatDoNotFitGoOnWithoutTheTruncationBit() throws {
        let answers = try (0..<100).map(known)
        let messages = try DNSMessage.multicastResponse(answers: answers, maximumSize: 512)
        #expect(messages.flatMap(\.answers) == answers)
        #expect(messages.count > 1 && messages.allSatisfy { $0.flags == .multicastResponse })
    }

    @Test func additionalRecordsFillTheRoomThatIsLeft() throws {
        let answer = try known(0)
        let small = ResourceRecord(name: try name("a.local."), type: .a, ttl: 120, data: .address(IPAddress(ipv4: 1)))
        let large = ResourceRecord(
            name: try name("a.local."), type: .txt, ttl: 9, data: .text([UInt8](repeating: 0, count: 900)))
        let messages = try DNSMessage.multicastResponse(
            answers: [answer], additionals: [answer, large, small, small], maximumSize: 500)
        #expect(messages.map(\.answers) == [[answer]])
        #expect(messages[0].additionals == [small])
    }

    @Test func goodbyesEndTheRecords() throws {
        let records = [try known(0), try known(1).with(cacheFlush: false)]
        let messages = try DNSMessage.goodbye(records)
        #expect(messages[0].answers.map(\.ttl) == [0, 0])
        #expect(messages[0].answers.map(\.cacheFlush) == [true, false])
        #expect(messages[0].answers.map(\.data) == records.map(\.data))
    }

    @Test func legacyQueriersGetWhatUnicastDNSKnows() throws {
        let query = DNSMessage(
            identifier: 0x1234, flags: DNSFlags(rawValue: 0x0100),
            questions: [Question(name: try name("_http._tcp.local."), type: .ptr)])
        let extensionRecord = ResourceRecord(udpPayloadSize: 1232, version: 1)
        let response = DNSMessage.legacyResponse(
            to: query, answers: [try known(0), try known(1).with(ttl: 3)], additionals: [extensionRecord])
        #expect(response.identifier == 0x1234 && response.questions == query.questions)
        #expect(response.flags == .multicastResponse)
        #expect(response.answers.map(\.ttl) == [10, 3])
        #expect(response.answers.allSatisfy { !$0.cacheFlush })
        #expect(response.additionals == [extensionRecord])
    }

    @Test func dataThatFitsNoRecordIsRefused() throws {
        let record = ResourceRecord(
            name: .root, type: .txt, ttl: 0, data: .text([UInt8](repeating: 0, count: 65_536)))
        let error = WireError(.tooLong(length: 65_536, maximum: 65_535), field: "RDATA", offset: 0)
        #expect(throws: error) { try DNSMessage.multicastResponse(answers: [record]) }
        #expect(throws: error) { try DNSMessage.multicastQuery([], knownAnswers: [record]) }
        #expect(try DNSMessage.multicastResponse(answers: [], additionals: [record])[0].additionals.isEmpty)
    }
}
