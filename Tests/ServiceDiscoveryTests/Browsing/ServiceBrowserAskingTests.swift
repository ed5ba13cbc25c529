import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct ServiceBrowserAskingTests {
    private static let list = "_ipp._tcp.local"

    @Test func intervalsDoubleUpToAnHour() throws {
        var host = try DrivenBrowser()
        host.advance(to: ms(20_000_000))
        let times = host.times(Self.list, .ptr)
        #expect(times.prefix(6) == [20, 1020, 3020, 7020, 15_020, 31_020])
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(gaps.suffix(5) == [2_048_000, 3_600_000, 3_600_000, 3_600_000, 3_600_000])
    }

    @Test func firstQuestionAsksForUnicast() throws {
        var host = try DrivenBrowser()
        host.advance(to: ms(5000))
        #expect(host.sendings.map { $0.message.questions[0].wantsUnicastResponse } == [true, false, false])
    }

    @Test func noQuestionAsksForUnicastWhereThePortIsShared() throws {
        var host = try DrivenBrowser(sharesPort: true)
        host.advance(to: ms(5000))
        #expect(host.sendings.map { $0.message.questions[0].wantsUnicastResponse } == [false, false, false])
    }

    @Test func knownAnswersAreListedForHalfOfTheirTimeToLive() throws {
        var host = try DrivenBrowser.resolved()
        host.advance(to: ms(2300_000))
        let questions = host.sendings.filter { $0.message.questions.contains { $0.type == .ptr } }
        // At 1.02 s; the record was heard at 0.1 s.
        #expect(questions[0].message.answers == [Printer.pointer.living(4499)])
        #expect(questions.last?.time == ms(2_047_020))
        #expect(questions.last?.message.answers == [Printer.pointer.living(2453)])
        host.advance(to: ms(4_100_000))
        #expect(host.sendings.last { $0.message.questions.contains { $0.type == .ptr } }?.message.answers == [])
    }

    @Test func longListsOfKnownAnswersAreSplit() throws {
        var host = try DrivenBrowser()
        for number in 0..<100 { host.receive(.printer("Printer number \(number)")) }
        host.advance(to: ms(900))
        host.forget()
        host.advance(to: ms(1100))
        let messages = host.sendings.map(\.message)
        #expect(messages.count > 1)
        #expect(messages.map { $0.questions.count } == [1] + [Int](repeating: 0, count: messages.count - 1))
        #expect(messages.map(\.flags.isTruncated) == [Bool](repeating: true, count: messages.count - 1) + [false])
        #expect(messages.reduce(0) { $0 + $1.answers.count } == 100)
        #expect(try messages.allSatisfy { try $0.bytes().count <= DNSMessage.multicastPayloadSize })
    }

    @Test func questionOfAnotherHostStandsForOurs() throws {
        var host = try DrivenBrowser()
        // In the second half of the interval from 3.02 to 7.02 s.
        host.receive(.question(Self.list, .ptr), at: ms(5100), from: DrivenBrowser.asker)
        host.advance(to: ms(20_000))
        #expect(host.times(Self.list, .ptr) == [20, 1020, 3020, 15_020])
    }

    @Test func questionThatDoesNotStandForOurs() throws {
        for (time, query) in [
            // Too early, for unicast answers, with an answer that is not known here, and cut.
            (ms(4900), DNSMessage.question(Self.list, .ptr)), (ms(5100), .question(Self.list, .ptr, unicast: true)),
            (ms(5100), .question(Self.list, .ptr, known: [Printer.pointer])),
            (
                ms(5100),
                DNSMessage(
                    flags: DNSFlags(rawValue: 0x0200), questions: [Question(name: .of(Self.list), type: .ptr)])
            ),
        ] {
            var host = try DrivenBrowser()
            host.receive(query, at: time, from: DrivenBrowser.asker)
            host.advance(to: ms(8000))
            #expect(host.times(Self.list, .ptr) == [20, 1020, 3020, 7020])
        }
    }

    @Test func ownQuestionsThatComeBackAreKnown() throws {
        var host = try DrivenBrowser()
        for time in stride(from: Int64(0), through: 8000, by: 10) {
            let count = host.sendings.count
            host.advance(to: ms(time))
            for sending in host.sendings.dropFirst(count) { host.receive(sending.message, at: ms(time + 5)) }
        }
        #expect(host.times(Self.list, .ptr) == [20, 1020, 3020, 7020])
    }

    @Test func missingRecordsAreAskedFor() throws {
        var host = try DrivenBrowser()
        host.receive(.answer(Printer.pointer), at: ms(100))
        host.advance(to: ms(130))
        #expect(host.times("Desk._ipp._tcp.local", .srv) == [120])
        #expect(host.times("Desk._ipp._tcp.local", .txt) == [120])
        // All in one message.
        #expect(host.sendings.last?.message.questions.count == 2)
        host.receive(.answer(Printer.service), at: ms(200))
        host.advance(to: ms(900))
        #expect(host.times("printer.local", .a) == [220])
        #expect(host.times("printer.local", .aaaa) == [220])
        host.receive(.answer(Printer.address), at: ms(900))
        host.advance(to: ms(4000))
        #expect(host.times("printer.local", .a) == [220])
        #expect(host.times("printer.local", .aaaa) == [220])
        #expect(host.times("Desk._ipp._tcp.local", .srv) == [120])
        #expect(host.times("Desk._ipp._tcp.local", .txt) == [120, 1120, 3120])
    }

    /// Records of 120 s that were heard at 0.1 s.
    @Test func recordsAreAskedForAgainBeforeTheyExpire() throws {
        var host = try DrivenBrowser.resolved()
        host.advance(to: ms(119_000))
        #expect(host.times("Desk._ipp._tcp.local", .srv) == [96_100, 102_100, 108_100, 114_100])
        #expect(host.times("printer.local", .a) == [96_100, 102_100, 108_100, 114_100])
        #expect(
            host.sendings.allSatisfy { !$0.message.questions.contains { $0.wantsUnicastResponse && $0.type == .a } })
        #expect(host.times("Desk._ipp._tcp.local", .txt) == [])
        host.receive(.answer(Printer.service, Printer.address), at: ms(119_500))
        host.forget()
        host.advance(to: ms(216_000))
        #expect(host.times("Desk._ipp._tcp.local", .srv) == [215_500])
        #expect(host.events == [])
    }

    @Test func recordsThatExpiredAreAskedForAnew() throws {
        var host = try DrivenBrowser.resolved()
        host.advance(to: ms(124_000))
        #expect(host.times("Desk._ipp._tcp.local", .srv).suffix(3) == [120_120, 121_120, 123_120])
        // Host and port are gone, and with them the addresses.
        #expect(host.events == ["120100 Desk 10"])
        #expect(host.browser.services.first?.isResolved == false)
    }

    @Test func subtypesAndTypesAreAskedForOnEveryInterface() throws {
        var host = try DrivenBrowser(interfaces: [1, 2])
        try host.browse("_ipp._tcp", subtype: "_color")
        host.advance(to: ms(500))
        #expect(host.times(Self.list, .ptr) == [20, 20])
        #expect(host.times("_color._sub._ipp._tcp.local", .ptr) == [20, 20])
        host.forget()
        try host.stop()
        host.advance(to: ms(2000))
        #expect(host.times(Self.list, .ptr) == [])
        #expect(host.times("_color._sub._ipp._tcp.local", .ptr) == [1020, 1020])
    }
}
