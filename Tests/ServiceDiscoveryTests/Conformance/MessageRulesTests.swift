import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// Each message is judged by itself: a sound one keeps the rule, and the same with one change breaks it.
@Suite struct MessageRulesTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let rule: String
        let message: DNSMessage
        let change: @Sendable (inout DNSMessage, inout LinkScript.Envelope) -> Void

        init(
            _ rule: String, _ message: DNSMessage,
            _ change: @escaping @Sendable (inout DNSMessage, inout LinkScript.Envelope) -> Void
        ) { (self.rule, self.message, self.change) = (rule, message, change) }

        var testDescription: String { rule }
    }

    private static let query = DNSMessage.question("_ipp._tcp.local", .ptr)
    private static let response = DNSMessage.answer(Printer.service, Printer.text)
    private static let legacy = DNSMessage(
        identifier: 7, flags: .multicastResponse, questions: [Question(name: .of("printer.local"), type: .a)],
        answers: [Printer.address.unflushed.living(10), Printer.service.unflushed.living(10)])

    static let cases: [Case] = [
        Case("6762-3-local-by-multicast", query) { ($1.to, $1.destinationPort) = (LinkScript.address(99), 53) },
        Case("6762-4-link-local-reverse", .question("1.2.254.169.in-addr.arpa", .ptr)) {
            ($1.to, $1.destinationPort) = (LinkScript.address(99), 53)
        },
        Case("6762-4-link-local-reverse", .question("1.0.a.e.f.ip6.arpa", .ptr)) {
            ($1.to, $1.destinationPort) = (LinkScript.address(99), 53)
        },
        Case("6762-18.1-query-id", query) { message, _ in message.identifier = 9 },
        Case("6762-18.1-response-id", response) { message, _ in message.identifier = 9 },
        Case("6762-18.3-opcode", response) { message, _ in message.flags.opcode = DNSOpcode(rawValue: 2) },
        Case("6762-18.4-query-aa", query) { message, _ in message.flags.isAuthoritative = true },
        Case("6762-18.4-response-aa", response) { message, _ in message.flags.isAuthoritative = false },
        Case("6762-18.5-response-tc", response) { message, _ in message.flags.isTruncated = true },
        Case("6762-18.6-rd", query) { message, _ in message.flags.isRecursionDesired = true },
        Case("6762-18.7-reserved-bits", response) { message, _ in message.flags.isAuthenticData = true },
        Case("6762-18.7-reserved-bits", response) { message, _ in message.flags.rawValue |= 0x40 },
        Case("6762-18.11-rcode", response) { message, _ in
            message.flags.responseCode = DNSResponseCode(rawValue: 3)
        },
        Case("6762-6-no-questions", response) { message, _ in message.questions = query.questions },
        Case("6762-6-source-port", response) { $1.sourcePort = 5354 },
        Case("6762-11-hop-limit", response) { $1.hopLimit = 64 },
        Case("6762-16-names", response) { message, _ in
            message.answers.append(.service("Cafe\u{301}._ipp._tcp.local", on: "printer.local"))
        },
        Case("6762-10.2-flush-on-unique", response) { message, _ in
            message.answers[1] = message.answers[1].unflushed
        },
        Case("6762-10.2-no-flush-on-shared", .answer(Printer.pointer)) { message, _ in
            message.answers[0].rawClass |= 0x8000
        },
        Case("6762-10.2-no-flush-in-known-answers", .question("_ipp._tcp.local", .ptr, known: [Printer.pointer])) {
            message, _ in message.answers[0].rawClass |= 0x8000
        },
        Case("6762-10-ttl-host", response) { message, _ in message.answers[0].ttl = 4500 },
        Case("6762-10-ttl-other", response) { message, _ in message.answers[1].ttl = 120 },
        Case("6762-6.1-nsec-form", .answer(.denial("printer.local", of: [.a]))) { message, _ in
            message.answers[0] = .denial("printer.local", of: [])
        },
        Case("6762-6.1-nsec-form", .answer(.denial("printer.local", of: [.a]))) { message, _ in
            message.answers[0] = .denial("printer.local", of: [.a, .nsec])
        },
        Case("6762-6.1-nsec-form", .answer(.denial("printer.local", of: [.a]))) { message, _ in
            message.answers[0] = .denial("printer.local", of: [.a, .caa])
        },
        Case("6762-6.1-nsec-truth", .answer(Printer.address, .denial("printer.local", of: [.a]))) { message, _ in
            message.answers[1] = .denial("printer.local", of: [.aaaa])
        },
        Case("6763-4.1.1-control-characters", response) { message, _ in
            message.answers.append(.service("De\\009sk._ipp._tcp.local", on: "printer.local"))
        },
        Case("6763-4.1.1-one-label", response) { message, _ in
            message.answers.append(.service("Desk.Two._ipp._tcp.local", on: "printer.local"))
        },
        Case("6763-7-service-name", response) { message, _ in
            message.answers.append(.service("Desk._ip--p._tcp.local", on: "printer.local"))
        },
        Case("6763-7-transport-label", .answer(Printer.pointer)) { message, _ in
            message.answers.append(.pointer("_ipp._sctp.local", to: "Desk._ipp._sctp.local"))
        },
        Case("6763-6.1-txt-not-empty", response) { message, _ in message.answers[1].data = .text([]) },
        Case("6763-6.2-txt-size", response) { message, _ in
            message.answers[1].data = .text((0..<6).flatMap { _ in [250] + [UInt8](repeating: 0x61, count: 250) })
        },
        Case("6763-6.4-key-present", response) { message, _ in
            message.answers[1].data = .text([2] + Array("=1".utf8))
        },
        Case("6763-6.4-key-printable", response) { message, _ in
            message.answers[1].data = .text([4] + Array("é=1".utf8))
        },
        Case("6763-6.4-key-once", response) { message, _ in
            message.answers[1].data = .text([3] + Array("a=1".utf8) + [3] + Array("A=2".utf8))
        },
        Case("6763-6.4-key-short", response) { message, _ in
            message.answers[1].data = .text([12] + Array("abcdefghij=1".utf8))
        },
    ]

    @Test(arguments: cases)
    func oneChangeBreaksTheRule(_ example: Case) throws {
        var link = LinkScript()
        try link.send(1, at: 1, example.message)
        #expect(try link.finding(example.rule, of: 1).verdict == .kept)
        var message = example.message
        var envelope = LinkScript.Envelope()
        example.change(&message, &envelope)
        let frame = try link.send(1, at: 20, message) { $0 = envelope }
        let finding = try link.finding(example.rule, of: 1)
        #expect(finding.verdict == .broken && finding.frames == [frame] && finding.broken == 1)
        #expect(finding.occasions >= 2 && finding.evidence.hasPrefix("1 of \(finding.occasions): "))
    }

    @Test func namesAreWrittenOnce() throws {
        var link = LinkScript()
        try link.send(1, at: 1, .answer(Printer.service, Printer.text))
        #expect(try link.finding("6762-18.14-compression", of: 1).verdict == .kept)
        let plain = try DNSMessage.answer(Printer.service, Printer.text).bytes(compression: .none)
        let frame = try link.send(1, at: 20, bytes: plain)
        #expect(try link.finding("6762-18.14-compression", of: 1).frames == [frame])
    }

    @Test func nineThousandBytesAreTheMost() throws {
        var link = LinkScript()
        let texts = (0..<8).map { ResourceRecord.text("Desk \($0)._ipp._tcp.local", Self.longText) }
        try link.send(1, at: 1, DNSMessage(flags: .multicastResponse, answers: Array(texts.prefix(6))))
        #expect(try link.finding("6762-17-message-size", of: 1).verdict == .kept)
        let frame = try link.send(1, at: 20, DNSMessage(flags: .multicastResponse, answers: texts))
        #expect(try link.finding("6762-17-message-size", of: 1).frames == [frame])
    }

    private static let longText = (0..<5).flatMap { _ in [250] + [UInt8](repeating: 0x61, count: 250) }

    @Test func fragmentsHaveOneRecord() throws {
        var link = LinkScript()
        try link.send(1, at: 1, .answer(.text("Desk._ipp._tcp.local", Self.longText))) { $0.isFragmented = true }
        #expect(try link.finding("6762-17-fragments-one-record", of: 1).verdict == .kept)
        let frame = try link.send(1, at: 20, Self.response) { $0.isFragmented = true }
        #expect(try link.finding("6762-17-fragments-one-record", of: 1).frames == [frame])
    }

    /// What a legacy querier gets: the identifier and the question again, short TTLs, no cache-flush bit, no pointer to a target.
    @Test func legacyQueriersGetWhatUnicastDNSWants() throws {
        func answers(_ change: (inout DNSMessage) -> Void) throws -> [String] {
            var link = LinkScript()
            var query = DNSMessage.question("printer.local", .a)
            query.identifier = 7
            try link.send(2, at: 1, query) { $0.sourcePort = 40_000 }
            var answer = Self.legacy
            change(&answer)
            try link.send(1, at: 1.01, bytes: answer.bytes(compression: .unicast)) {
                ($0.to, $0.destinationPort) = (LinkScript.address(2), 40_000)
            }
            return try link.broken(by: 1)
        }
        #expect(try answers { _ in } == [])
        #expect(try answers { $0.identifier = 8 } == ["6762-6.7-legacy-id"])
        #expect(try answers { $0.questions = [] } == ["6762-6.7-legacy-question"])
        #expect(try answers { $0.answers[0].ttl = 120 } == ["6762-6.7-legacy-ttl"])
        #expect(try answers { $0.answers[0].rawClass |= 0x8000 } == ["6762-10.2-no-flush-in-legacy"])
    }

    @Test func targetsForLegacyQueriersHaveNoPointer() throws {
        var link = LinkScript()
        try link.send(2, at: 1, .question("Desk._ipp._tcp.local", .srv)) { $0.sourcePort = 40_000 }
        let answer = DNSMessage(
            flags: .multicastResponse, questions: [Question(name: .of("Desk._ipp._tcp.local"), type: .srv)],
            answers: [Printer.service.unflushed.living(10)])
        let frame = try link.send(1, at: 1.01, answer) {
            ($0.to, $0.destinationPort) = (LinkScript.address(2), 40_000)
        }
        #expect(try link.finding("6762-18.14-legacy-srv", of: 1).frames == [frame])
    }

    @Test func answerFromAnotherPortIsSeenWhereSomebodyAsked() throws {
        var link = LinkScript()
        try link.send(2, at: 1, .question("printer.local", .a)) { $0.sourcePort = 40_000 }
        let frame = try link.send(1, at: 1.01, .answer(Printer.address.unflushed.living(10))) {
            ($0.to, $0.sourcePort, $0.destinationPort) = (LinkScript.address(2), 5354, 40_000)
        }
        #expect(try link.finding("6762-6-source-port", of: 1).frames == [frame])
    }
}
