import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// Copies, twins, relays, and signs of missing packets.
@Suite struct ConformanceLogTests {
    private let message = DNSMessage.answer(Printer.address)

    private func occasions(_ link: LinkScript, of host: UInt8 = 1) throws -> Int {
        try link.finding("6762-18.4-response-aa", of: host).occasions
    }

    @Test func whatAnAccessPointRepeatsCountsOnce() throws {
        var link = LinkScript()
        try link.send(1, at: 1, message) { $0.identification = 5 }
        try link.send(1, at: 1.03, message) { $0.identification = 6 }
        try link.send(1, at: 1.9, message) { $0.identification = 5 }
        #expect(try occasions(link) == 1)
        try link.send(1, at: 2.95, message) { $0.identification = 5 }
        #expect(try occasions(link) == 2)
    }

    @Test func sameMessageToBothGroupsIsOne() throws {
        var link = LinkScript()
        let first = try link.send(1, at: 1, message) { $0.hopLimit = 64 }
        let second = try link.send(1, at: 1.001, message) { ($0.to, $0.hopLimit) = (LinkScript.group6, 64) }
        let finding = try link.finding("6762-11-hop-limit", of: 1)
        #expect(finding.broken == 1 && finding.frames == [first, second])
        try link.send(1, at: 1.1, message) { $0.to = LinkScript.group6 }
        #expect(try occasions(link) == 2)
    }

    @Test func whoRepeatsOthersIsNotJudged() throws {
        var link = LinkScript()
        for time in [1.0, 5] {
            var answer = DNSMessage.answer(Printer.address)
            answer.identifier = 9
            try link.send(1, at: time, answer)
            try link.send(2, at: time + 0.1, answer)
        }
        let cards = ConformanceJudgement(link.log).hosts
        #expect(cards.map(\.isRelay) == [false, true])
        #expect(cards[1].findings.allSatisfy { $0.verdict == .cannotSee && $0.frames.isEmpty })
        #expect(try link.broken(by: 1) == ["6762-18.1-response-id"])
    }

    /// Host 1 counts its packets; the fifth step leaves two numbers out.
    @Test(arguments: [1, 3])
    func gapInIdentificationsIsASign(step: UInt16) throws {
        var link = LinkScript()
        var log = link.log
        for index in 0..<10 {
            log.note(
                identification: UInt16(index) + (index >= 5 ? step - 1 : 0), linkSource: LinkAddress(rawValue: 1),
                source: LinkScript.address(1), time: Int64(index) * 1_000_000_000)
        }
        try link.send(1, at: 1, message)
        let datagram = ObservedDatagram(
            frame: 1, time: 0, linkSource: LinkAddress(rawValue: 1), source: LinkScript.address(1),
            destination: LinkScript.group, sourcePort: 5353, destinationPort: 5353, identification: 1, hopLimit: 255,
            isFragmented: false, networkLength: 100)
        let bytes = try message.bytes()
        log.observe(bytes.span, of: datagram)
        #expect(ConformanceJudgement(log).isComplete == (step == 1))
    }

    @Test func everyRuleIsThereOnceWithItsWords() {
        let ids = ConformanceRule.all.map(\.id)
        #expect(ids.count == 102 && Set(ids).count == ids.count)
        for rule in ConformanceRule.all {
            #expect(rule.section.hasPrefix("RFC 676") && rule.title.hasSuffix(".") && !rule.occasion.isEmpty)
            #expect((rule.basis == .unseen) == rule.fault.isEmpty)
        }
    }

    @Test func severalJudgesSayTheSame() async throws {
        var link = LinkScript()
        for host in 1...7 {
            try link.send(
                UInt8(host), at: Double(host), .answer(.address("host-\(host).local", "10.0.0.\(host)")))
        }
        let alone = ConformanceJudgement(link.log)
        let together = await ConformanceJudgement(link.log, workers: 3)
        #expect(alone.hosts.map(\.label) == together.hosts.map(\.label))
        #expect(alone.hosts.map { $0.findings.map(\.evidence) } == together.hosts.map { $0.findings.map(\.evidence) })
    }
}
