import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// What is answered, and when. Host 1 is the printer, host 2 asks.
@Suite struct AnswerRulesTests {
    /// A printer that came to the link, and is asked from 10 s on.
    private func link() throws -> LinkScript {
        var link = LinkScript()
        link.pass(at: 0)
        try Printer.join(&link, at: 2)
        return link
    }

    private func verdict(_ rule: String, _ link: LinkScript) throws -> ConformanceJudgement.Verdict {
        try link.finding(rule, of: 1).verdict
    }

    @Test(arguments: [false, true])
    func missingTypesAreDenied(denies: Bool) throws {
        var link = try link()
        for round in 0..<2 {
            let time = 10 + 5 * Double(round)
            try link.send(2, at: time, .question("printer.local", .aaaa))
            if denies { try link.send(1, at: time + 0.01, .answer(.denial("printer.local", of: [.a]))) }
        }
        try link.send(1, at: 30, .answer(Printer.pointer))
        #expect(try verdict("6762-6.1-negative", link) == (denies ? .kept : .broken))
    }

    /// Who said goodbye to a name, or lost it, has nothing to deny.
    @Test(arguments: [false, true])
    func namesThatWereGivenUpAreNotDenied(toAnother: Bool) throws {
        var link = try link()
        if toAnother {
            try link.send(3, at: 8, .answer(.address("printer.local", "10.0.0.3")))
        } else {
            try link.send(1, at: 8, .answer(Printer.address.living(0), .denial("printer.local", of: [.a]).living(0)))
        }
        for time in [10.0, 15] { try link.send(2, at: time, .question("printer.local", .aaaa)) }
        try link.send(1, at: 30, .answer(Printer.pointer))
        #expect(try verdict("6762-6.1-negative", link) == .noOccasion)
    }

    /// The same record of another host is answer enough (RFC 6762 §7.4).
    @Test func whatAnotherAnsweredNeedNotBeSaid() throws {
        var link = try link()
        try link.send(3, at: 8, .answer(Printer.list))
        for time in [12.0, 17] {
            var query = DNSMessage.question("_ipp._tcp.local", .ptr)
            query.questions.append(Question(name: .of("_services._dns-sd._udp.local"), type: .ptr))
            try link.send(2, at: time, query)
            try link.send(3, at: time + 0.04, .answer(Printer.list))
            try link.send(1, at: time + 0.06, .answer(Printer.pointer))
        }
        #expect(try verdict("6762-6.3-every-question", link) == .noOccasion)
    }

    /// A single silence may be a lost packet.
    @Test func oneSilenceAccusesNobody() throws {
        var link = try link()
        try link.send(2, at: 10, .question("printer.local", .aaaa))
        try link.send(1, at: 30, .answer(Printer.pointer))
        #expect(try verdict("6762-6.1-negative", link) == .kept)
    }

    @Test func whereThePacketsAreMissingNobodyIsAccusedOfSilence() throws {
        var link = try link()
        for time in [10.0, 15] { try link.send(2, at: time, .question("printer.local", .aaaa)) }
        try link.send(1, at: 30, .answer(Printer.pointer))
        link.lose(3)
        let finding = try link.finding("6762-6.1-negative", of: 1)
        #expect(finding.verdict == .cannotSee && finding.broken == 0 && finding.frames.isEmpty)
        #expect(!ConformanceJudgement(link.log).isComplete)
    }

    @Test(arguments: [false, true])
    func everyQuestionIsAnswered(both: Bool) throws {
        var link = try link()
        for round in 0..<2 {
            let time = 10 + 5 * Double(round)
            var query = DNSMessage.question("printer.local", .a)
            query.questions.append(Question(name: .of("Desk._ipp._tcp.local"), type: .txt))
            try link.send(2, at: time, query)
            try link.send(1, at: time + 0.01, both ? .answer(Printer.address, Printer.text) : .answer(Printer.address))
        }
        #expect(try verdict("6762-6.3-every-question", link) == (both ? .kept : .broken))
    }

    @Test(arguments: [0.05, 0.001])
    func uniqueRecordsAreAnsweredAtOnce(delay: Double) throws {
        var link = try link()
        for round in 0..<5 {
            let time = 10 + 5 * Double(round)
            try link.send(2, at: time, .question("printer.local", .a))
            try link.send(1, at: time + delay, .answer(Printer.address))
        }
        #expect(try verdict("6762-6-unique-at-once", link) == (delay > 0.02 ? .broken : .kept))
    }

    @Test(arguments: [0.3, 1.1])
    func recordsAreNotRepeatedWithinASecond(gap: Double) throws {
        var link = try link()
        for round in 0..<2 {
            let time = 10 + 5 * Double(round)
            try link.send(1, at: time, .answer(Printer.address))
            try link.send(1, at: time + gap, .answer(Printer.address, Printer.service))
        }
        #expect(try verdict("6762-6-one-second", link) == (gap < 0.9 ? .broken : .kept))
    }

    /// A probe is answered sooner: a name must be defended (RFC 6762 §6).
    @Test func namesAreDefendedSooner() throws {
        var link = try link()
        for round in 0..<2 {
            let time = 10 + 5 * Double(round)
            try link.send(1, at: time, .answer(Printer.address))
            try link.send(2, at: time + 0.25, .probe(.address("printer.local", "10.0.0.2")))
            try link.send(1, at: time + 0.3, .answer(Printer.address))
        }
        #expect(try verdict("6762-6-one-second", link) == .kept)
    }

    @Test(arguments: [(0.07, ConformanceJudgement.Verdict.kept), (0.005, .broken), (0.8, .broken)])
    func sharedRecordsWait(delay: Double, verdict: ConformanceJudgement.Verdict) throws {
        var link = try link()
        for round in 0..<3 {
            let time = 10 + 5 * Double(round)
            try link.send(2, at: time, .question("_ipp._tcp.local", .ptr))
            try link.send(1, at: time + delay, .answer(Printer.pointer, additionals: [Printer.service]))
        }
        #expect(try self.verdict("6762-6-shared-delay", link) == verdict)
    }

    @Test(arguments: [false, true])
    func allTypesAreTold(tells: Bool) throws {
        var link = try link()
        for round in 0..<2 {
            let time = 10 + 5 * Double(round)
            try link.send(2, at: time, .question("_services._dns-sd._udp.local", .ptr))
            if tells { try link.send(1, at: time + 0.06, .answer(Printer.list)) }
        }
        try link.send(1, at: 30, .answer(Printer.pointer))
        #expect(try verdict("6763-9-enumeration", link) == (tells ? .kept : .broken))
    }

    /// Answers of which more than half of the TTL has passed do not count as known (RFC 6762 §7.1).
    @Test(arguments: [(UInt32(4000), true), (1000, false)])
    func knownAnswersCountWhileHalfOfThemIsLeft(left: UInt32, isKnown: Bool) throws {
        for answers in [false, true] {
            var link = try link()
            for round in 0..<2 {
                let time = 10 + 5 * Double(round)
                try link.send(2, at: time, .question("_ipp._tcp.local", .ptr, known: [Printer.pointer.living(left)]))
                if answers { try link.send(1, at: time + 0.06, .answer(Printer.pointer)) }
            }
            try link.send(1, at: 40, .answer(Printer.address))
            let suppressed = try verdict("6762-7.1-suppressed", link)
            #expect(suppressed == (isKnown ? answers ? .broken : .kept : .noOccasion))
            let below = try verdict("6762-7.1-answer-below-half", link)
            #expect(below == (isKnown ? .noOccasion : answers ? .kept : .broken))
        }
    }

    /// A goodbye that comes with the answer is none that could have gone with it.
    @Test(arguments: [(4500, .broken), (0, .kept)] as [(UInt32, ConformanceJudgement.Verdict)])
    func answersThatFitOneMessageComeInOne(ttl: UInt32, verdict: ConformanceJudgement.Verdict) throws {
        var link = try link()
        for round in 0..<2 {
            let time = 10 + 5 * Double(round)
            try link.send(
                2, at: time,
                DNSMessage(questions: [
                    Question(name: .of("_ipp._tcp.local"), type: .ptr), Question(name: .of("printer.local"), type: .a),
                ]))
            try link.send(1, at: time + 0.05, .answer(Printer.address))
            try link.send(1, at: time + 0.06, .answer(Printer.pointer.living(ttl)))
        }
        #expect(try self.verdict("6762-6.4-aggregation", link) == verdict)
    }

    @Test(arguments: [false, true])
    func bothFamiliesComeTogether(both: Bool) throws {
        var link = try link()
        let other = ResourceRecord.address("printer.local", "fe80::1")
        try link.send(1, at: 10, .answer(Printer.address, other))
        try link.send(1, at: 20, both ? .answer(Printer.address, other) : .answer(Printer.address))
        #expect(try verdict("6762-6.2-both-families", link) == (both ? .kept : .broken))
    }
}
