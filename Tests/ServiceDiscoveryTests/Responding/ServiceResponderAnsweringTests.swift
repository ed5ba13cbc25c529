import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct ServiceResponderAnsweringTests {
    private static let pointer = ResourceRecord.pointer("_ipp._tcp.local", to: "Desk._ipp._tcp.local")
    private static let service = ResourceRecord.service("Desk._ipp._tcp.local", port: 631, on: "kitchen.local")
    private static let text = ResourceRecord.text("Desk._ipp._tcp.local", [3, 0x61, 0x3D, 0x31])
    private static let address = ResourceRecord.address("kitchen.local", "10.0.0.1")
    private static let list = ResourceRecord.pointer("_services._dns-sd._udp.local", to: "_ipp._tcp.local")

    private func settled() throws -> DrivenResponder {
        var host = try DrivenResponder.settled().0
        host.advance(to: ms(20_000))
        return host
    }

    // MARK: - Times

    @Test func uniqueRecordsAreAnsweredAtOnce() throws {
        var host = try settled()
        host.receive(.question("Desk._ipp._tcp.local", .srv))
        #expect(host.times(.answer) == [20_000])
        let answer = try #require(host.sendings.first).message
        #expect(answer.destination == .multicast)
        #expect(answer.message.answers == [Self.service])
        #expect(answer.message.additionals.first == Self.address)
    }

    @Test func sharedRecordsAreAnsweredAfter20To120Milliseconds() throws {
        var host = try settled()
        host.receive(.question("_ipp._tcp.local", .ptr))
        host.advance(to: ms(21_000))
        #expect(host.times(.answer) == [20_020])
        var delays: Set<Int64> = []
        for seed in UInt64(0)..<200 {
            var other = try settled()
            other.generator.random = SplitMix64(seed: seed)
            other.receive(.question("_ipp._tcp.local", .ptr))
            other.advance(to: ms(21_000))
            delays.formUnion(other.times(.answer).map { $0 - 20_000 })
        }
        #expect(delays.allSatisfy { 20...120 ~= $0 })
        #expect(delays.contains { $0 < 25 } && delays.contains { $0 > 115 })
    }

    @Test func severalQuestionsAreDelayedUnlessAllAreForThisHostAlone() throws {
        var host = try settled()
        var query = DNSMessage.question("Desk._ipp._tcp.local", .srv)
        query.questions.append(Question(name: .of("other.local"), type: .a))
        host.receive(query)
        host.advance(to: ms(21_000))
        #expect(host.times(.answer) == [20_020])
        host.forget()
        var both = DNSMessage.question("Desk._ipp._tcp.local", .srv)
        both.questions.append(Question(name: .of("kitchen.local"), type: .a))
        host.receive(both, at: ms(30_000))
        #expect(host.times(.answer) == [30_000])
        #expect(host.sendings[0].message.message.answers == [Self.service, Self.address])
    }

    @Test func recordIsNotMulticastTwiceWithinASecond() throws {
        var host = try settled()
        host.receive(.question("Desk._ipp._tcp.local", .srv))
        host.receive(.question("Desk._ipp._tcp.local", .srv), at: ms(20_400))
        host.receive(.question("Desk._ipp._tcp.local", .srv), at: ms(20_700), from: IPAddress(ipv4: 0x0A00_0008))
        host.advance(to: ms(25_000))
        // Both of the later questions have their answer as soon as it may be given again.
        #expect(host.times(.answer) == [20_000, 21_000])
    }

    @Test func answersToSeveralQueriesGoIntoOneMessage() throws {
        var host = try settled()
        host.receive(.question("_ipp._tcp.local", .ptr))
        host.receive(.question("_services._dns-sd._udp.local", .ptr), at: ms(20_000))
        host.advance(to: ms(21_000))
        #expect(host.times(.answer) == [20_020])
        #expect(host.sendings[0].message.message.answers == [Self.pointer, Self.list])
    }

    // MARK: - What is in them

    @Test func pointerBringsWhatIsAskedForNext() throws {
        var host = try settled()
        host.receive(.question("_ipp._tcp.local", .ptr))
        host.advance(to: ms(21_000))
        let message = try #require(host.sendings.first).message.message
        #expect(message.answers == [Self.pointer])
        #expect(message.additionals.prefix(3) == [Self.service, Self.text, Self.address])
        #expect(message.additionals.dropFirst(3).allSatisfy { $0.type == .nsec })
    }

    @Test func typesAndSubtypesAreListed() throws {
        var (host, _) = try DrivenResponder.settled(.desk(subtypes: ["_color"]))
        host.receive(.question("_services._dns-sd._udp.local", .ptr), at: ms(20_000))
        host.receive(.question("_color._sub._ipp._tcp.local", .ptr), at: ms(21_000))
        host.advance(to: ms(22_000))
        #expect(
            host.sendings.map { $0.message.message.answers } == [
                [Self.list], [.pointer("_color._sub._ipp._tcp.local", to: "Desk._ipp._tcp.local")],
            ])
    }

    @Test func questionForAMissingTypeIsDenied() throws {
        var host = try settled()
        host.receive(.question("kitchen.local", .aaaa))
        #expect(host.times(.answer) == [20_000])
        #expect(host.sendings[0].message.message.answers == [.denial("kitchen.local", of: [.a])])
        host.forget()
        host.receive(.question("Desk._ipp._tcp.local", .a), at: ms(22_000))
        let denial = try #require(host.sendings.first?.message.message.answers.first)
        guard case .nextSecure(let next) = denial.data else {
            Issue.record("not NSEC")
            return
        }
        #expect(next.types.types == [.txt, .srv])
        host.receive(.question("other.local", .a), at: ms(23_000))
        #expect(host.sendings.count == 1)
    }

    @Test func questionForAnyTypeBringsAll() throws {
        var host = try settled()
        host.receive(.question("Desk._ipp._tcp.local", .any))
        #expect(host.sendings[0].message.message.answers == [Self.service, Self.text])
    }

    @Test func classOtherThanInternetIsNotAnswered() throws {
        var host = try settled()
        var query = DNSMessage.question("kitchen.local", .a)
        query.questions[0].recordClass = RecordClass(rawValue: 3)
        host.receive(query)
        host.advance(to: ms(21_000))
        #expect(host.sendings.isEmpty)
    }

    // MARK: - Suppression

    @Test func knownAnswersAreLeftOut() throws {
        var host = try settled()
        host.receive(.question("_ipp._tcp.local", .ptr, known: [Self.pointer.living(2250)]))
        host.advance(to: ms(21_000))
        #expect(host.sendings.isEmpty)
        host.receive(.question("_ipp._tcp.local", .ptr, known: [Self.pointer.living(2249)]))
        host.advance(to: ms(22_000))
        #expect(host.times(.answer) == [21_020])
    }

    @Test func moreKnownAnswersAreWaitedFor() throws {
        var host = try settled()
        var query = DNSMessage.question("_ipp._tcp.local", .ptr)
        query.flags.isTruncated = true
        host.receive(query)
        host.advance(to: ms(21_500))
        #expect(host.times(.answer) == [20_400])
        host.forget()
        host.receive(query, at: ms(30_000))
        host.receive(DNSMessage(answers: [Self.pointer.living(4000)]), at: ms(30_100))
        host.advance(to: ms(31_500))
        #expect(host.sendings.isEmpty)
        // Those of another host are not waited for, and a further message puts the answer off.
        host.receive(query, at: ms(40_000))
        host.receive(
            DNSMessage(answers: [Self.pointer.living(4000)]), at: ms(40_100), from: IPAddress(ipv4: 0x0A00_0008))
        var more = DNSMessage(answers: [.pointer("_ipp._tcp.local", to: "Hall._ipp._tcp.local")])
        more.flags.isTruncated = true
        host.receive(more, at: ms(40_200))
        host.advance(to: ms(42_000))
        #expect(host.times(.answer) == [40_600])
    }

    @Test func answerOfAnotherHostIsNotRepeated() throws {
        var host = try settled()
        host.receive(.question("_services._dns-sd._udp.local", .ptr))
        host.receive(.answer(Self.list), at: ms(20_010))
        host.advance(to: ms(21_000))
        #expect(host.sendings.isEmpty)
        host.receive(.question("_services._dns-sd._udp.local", .ptr))
        host.receive(.answer(Self.list.living(4499)), at: ms(21_010))
        host.advance(to: ms(22_000))
        #expect(host.times(.answer) == [21_020])
    }

    // MARK: - Unicast

    @Test func unicastIsAnsweredSoWhereAQuarterOfTheTimeToLiveHasNotPassed() throws {
        var host = try settled()
        // The SRV record was announced at 2.5 s, for 120 s.
        host.receive(.question("Desk._ipp._tcp.local", .srv, unicast: true), at: ms(32_500))
        host.receive(.question("Desk._ipp._tcp.local", .srv, unicast: true), at: ms(32_501))
        #expect(host.times(.answer) == [32_500, 32_501])
        #expect(
            host.sendings.map(\.message.destination) == [
                .unicast(DrivenResponder.asker, port: 5353), .multicast,
            ])
    }

    @Test func queryToThisHostAloneIsAnsweredByUnicast() throws {
        var host = try settled()
        host.receive(.question("Desk._ipp._tcp.local", .srv), by: .unicast)
        #expect(host.sendings.map(\.message.destination) == [.unicast(DrivenResponder.asker, port: 5353)])
    }

    @Test func legacyQuerierGetsWhatItUnderstands() throws {
        var host = try settled()
        var query = DNSMessage.question("_ipp._tcp.local", .ptr)
        query.identifier = 4711
        host.receive(query, port: 40_000)
        let sending = try #require(host.sendings.first)
        let answer = sending.message
        #expect(sending.time == ms(20_000))
        #expect(answer.destination == .unicast(DrivenResponder.asker, port: 40_000))
        #expect(answer.compression == .unicast)
        #expect(answer.message.identifier == 4711)
        #expect(answer.message.questions == query.questions)
        let records = answer.message.answers + answer.message.additionals
        #expect(records.map(\.type) == [.ptr, .srv, .txt, .a])
        #expect(records.allSatisfy { $0.ttl == 10 && !$0.cacheFlush })
        host.receive(.question("other.local", .a), port: 40_000)
        #expect(host.sendings.count == 1)
    }

    @Test func messagesWithOtherCodesAreIgnored() throws {
        var host = try settled()
        var query = DNSMessage.question("kitchen.local", .a)
        query.flags.responseCode = .serverFailure
        host.receive(query)
        query.flags = .query
        query.flags.opcode = DNSOpcode(rawValue: 4)
        host.receive(query)
        // A response from another port is no conflict.
        host.receive(.answer(.address("kitchen.local", "10.0.0.7")), port: 40_000)
        // Nor is anything on an interface that was not joined.
        host.receive(.question("kitchen.local", .a), on: 7)
        host.advance(to: ms(25_000))
        #expect(host.sendings.isEmpty)
    }

    // MARK: - Limits

    @Test func answerThatIsPutOffIsKeptOnceHoweverOftenItIsAskedFor() throws {
        var host = try settled()
        for _ in 0..<2000 { host.receive(.question("Desk._ipp._tcp.local", .srv)) }
        host.advance(to: ms(25_000))
        #expect(host.times(.answer) == [20_000])
        for count in 0..<2000 {
            host.receive(.question("Desk._ipp._tcp.local", .srv), at: ms(30_000 + Int64(count) / 100))
        }
        host.advance(to: ms(40_000))
        #expect(host.times(.answer) == [20_000, 30_000, 31_000])
        var query = DNSMessage.question("_ipp._tcp.local", .ptr)
        query.questions = [Question](repeating: query.questions[0], count: 5000)
        host.receive(query)
        host.advance(to: ms(41_000))
        #expect(host.sendings.last?.message.message.answers == [Self.pointer])
    }

    @Test func responsesThatWaitHaveALimit() throws {
        var host = try settled()
        var query = DNSMessage.question("_ipp._tcp.local", .ptr)
        query.flags.isTruncated = true
        for number in 0..<UInt32(ServiceResponder.maximumPendingResponses + 10) {
            host.receive(query, from: IPAddress(ipv4: 0x0A01_0000 + number))
        }
        query = .question("_ipp._tcp.local", .ptr, unicast: true)
        host.receive(query)
        host.advance(to: ms(25_000))
        // There was no room for the unicast answer; all others are one.
        #expect(host.times(.answer) == [20_400])
    }
}
