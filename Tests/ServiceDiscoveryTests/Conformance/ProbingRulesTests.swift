import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// How names are asked for, announced, defended and given up. Host 1 is judged.
@Suite struct ProbingRulesTests {
    @Test func soundPrinterBreaksNothing() throws {
        var link = LinkScript()
        link.pass(at: 0)
        try link.send(2, at: 0.5, .question("_ipp._tcp.local", .ptr))
        try Printer.join(&link, at: 3)
        link.pass(at: 60)
        #expect(try link.broken(by: 1) == [])
        for rule in [
            "6762-8.1-probe-first", "6762-8.1-three-probes", "6762-8.3-announcement-spacing", "6763-6-txt-present",
        ] {
            #expect(try link.finding(rule, of: 1).verdict == .kept, "\(rule)")
        }
    }

    @Test func whoAsksForATypeOfRecordDoesNotProbe() throws {
        var link = LinkScript()
        link.pass(at: 0)
        let frame = try link.send(1, at: 3, .probe(Printer.service, type: .srv))
        #expect(try link.finding("6762-8.1-probe-any", of: 1).frames == [frame])
    }

    @Test(arguments: [1, 2])
    func recordsAreAnnouncedTwice(times: Int) throws {
        var link = LinkScript()
        link.pass(at: 0)
        for (index, start) in [3.0, 13].enumerated() {
            let service = ResourceRecord.service("Desk \(index)._ipp._tcp.local", on: "printer.local")
            for probe in 0..<3 { try link.send(1, at: start + 0.25 * Double(probe), .probe(service)) }
            for time in 0..<times { try link.send(1, at: start + 0.75 + 1.05 * Double(time), .answer(service)) }
        }
        try link.send(1, at: 40, .answer(Printer.address))
        #expect(try link.finding("6762-8.3-two-announcements", of: 1).verdict == (times == 1 ? .broken : .kept))
    }

    /// One message that one family lacks may have been lost; two families are two faults.
    @Test(arguments: [false, true])
    func oneFamilyAloneIsNotAccused(repeatsOverIPv4: Bool) throws {
        var link = LinkScript()
        link.pass(at: 0)
        for probe in 0..<3 { try link.send(1, at: 3 + 0.25 * Double(probe), Printer.probe) }
        for (time, message) in [(3.75, Printer.announcement), (40, DNSMessage.answer(Printer.address))] {
            try link.send(1, at: time, message)
            try link.send(1, at: time + 0.001, message) { $0.to = LinkScript.group6 }
        }
        if repeatsOverIPv4 { try link.send(1, at: 4.8, Printer.announcement) }
        let verdict = try link.finding("6762-8.3-two-announcements", of: 1).verdict
        #expect(verdict == (repeatsOverIPv4 ? .kept : .broken))
    }

    @Test(arguments: [8, 12])
    func recordsDoNotChangeAllTheTime(changes: Int) throws {
        var link = LinkScript()
        for change in 0...changes {
            try link.send(1, at: 4 * Double(change), .answer(.text("Desk._ipp._tcp.local", [1, UInt8(change)])))
        }
        #expect(try link.finding("6762-8.4-update-rate", of: 1).verdict == (changes > 10 ? .broken : .kept))
    }

    /// Host 2 wants the name that host 1 has; host 1 hears it, as an answer to its question shows.
    @Test(arguments: [false, true])
    func namesAreDefended(defends: Bool) throws {
        var link = LinkScript()
        link.pass(at: 0)
        try Printer.join(&link, at: 2)
        try link.send(2, at: 10, .question("printer.local", .a))
        try link.send(1, at: 10.002, .answer(Printer.address))
        let rival = ResourceRecord.address("printer.local", "10.0.0.2")
        for probe in 0..<3 {
            try link.send(2, at: 20 + 0.25 * Double(probe), .probe(rival))
            if defends, probe == 0 { try link.send(1, at: 20.002, .answer(Printer.address)) }
        }
        if !defends { try link.send(2, at: 20.75, .answer(rival)) }
        try link.send(1, at: 30, .answer(Printer.address))
        #expect(try link.finding("6762-8.1-defend", of: 1).verdict == (defends ? .kept : .broken))
    }

    /// Where nothing shows that the host hears the other, it is not accused.
    @Test func whoIsNotKnownToHearIsNotAccused() throws {
        var link = LinkScript()
        link.pass(at: 0)
        try Printer.join(&link, at: 2)
        let rival = ResourceRecord.address("printer.local", "10.0.0.2")
        for probe in 0..<3 { try link.send(2, at: 20 + 0.25 * Double(probe), .probe(rival)) }
        try link.send(2, at: 20.75, .answer(rival))
        try link.send(1, at: 30, .answer(Printer.address))
        #expect(try link.finding("6762-8.1-defend", of: 1).verdict == .noOccasion)
    }

    /// Equal devices have equal TXT records: the SRV record says which is which.
    @Test func equalAttributesHideNoConflict() throws {
        var link = LinkScript()
        link.pass(at: 0)
        let rival = ResourceRecord.service("Desk._ipp._tcp.local", port: 1, on: "rival.local")
        for probe in 0..<3 { try link.send(1, at: 5 + 0.25 * Double(probe), Printer.probe) }
        let refusal = try link.send(2, at: 5.6, .answer(rival, Printer.text)) { $0.to = LinkScript.address(1) }
        let announcement = try link.send(1, at: 5.75, Printer.announcement)
        #expect(try link.finding("6762-8.1-defer", of: 1).frames == [refusal, announcement])
    }

    /// A change is announced from the beginning (RFC 6762 §8.4).
    @Test func newDataBeginAnnouncementsAnew() throws {
        var link = LinkScript()
        link.pass(at: 0)
        try Printer.join(&link, at: 2)
        try link.send(1, at: 5.9, Printer.announcement)
        let text = ResourceRecord.text("Desk._ipp._tcp.local", [3, 0x61, 0x3D, 0x32])
        for time in [12.0, 13] { try link.send(1, at: time, .answer(Printer.service, text, Printer.pointer)) }
        link.pass(at: 60)
        #expect(try link.finding("6762-8.3-announcement-spacing", of: 1).verdict == .kept)
    }

    /// Its own question need not be answered by itself.
    @Test func ownQuestionsShowNothing() throws {
        var link = LinkScript()
        link.pass(at: 0)
        try link.send(1, at: 2, .question("_ipp._tcp.local", .ptr))
        try link.send(1, at: 5, Printer.announcement)
        #expect(try link.finding("6762-8.1-probe-first", of: 1).verdict == .noOccasion)
    }

    @Test(arguments: [false, true])
    func knownAnswersAreListed(lists: Bool) throws {
        var link = LinkScript()
        link.pass(at: 0)
        try Printer.join(&link, as: 2, at: 2)
        try link.send(1, at: 10, .question("_ipp._tcp.local", .ptr))
        try link.send(2, at: 10.06, .answer(Printer.pointer))
        for time in [13.0, 19] {
            try link.send(1, at: time, .question("_ipp._tcp.local", .ptr, known: lists ? [Printer.pointer] : []))
        }
        #expect(try link.finding("6762-7.1-known-answers", of: 1).verdict == (lists ? .kept : .broken))
    }

    /// From another port than 5353 nobody heeds a response, and so none is a reason to probe again.
    @Test(arguments: [(5353, .broken), (5354, .noOccasion)] as [(UInt16, ConformanceJudgement.Verdict)])
    func conflictsComeFromTheUsualPort(port: UInt16, verdict: ConformanceJudgement.Verdict) throws {
        var link = LinkScript()
        link.pass(at: 0)
        try Printer.join(&link, at: 2)
        for round in 0..<2 {
            let time = 10 + 10 * Double(round)
            // It hears host 2.
            try link.send(2, at: time, .question("printer.local", .a))
            try link.send(1, at: time + 0.01, .answer(Printer.address))
            try link.send(2, at: time + 2, .answer(.address("printer.local", "10.0.0.9"))) { $0.sourcePort = port }
            try link.send(1, at: time + 6, .answer(Printer.address))
        }
        #expect(try link.finding("6762-9-conflict-reprobe", of: 1).verdict == verdict)
    }

    /// Who probes for one record again, and meanwhile announces another of the name, has not announced what it probes for.
    @Test(arguments: [false, true]) func otherRecordsOfTheNameMayBeAnnounced(announcesWhatItProbesFor: Bool) throws {
        var link = LinkScript()
        link.pass(at: 0)
        try Printer.join(&link, at: 2)
        for round in 0..<2 {
            let time = 20 + 20 * Double(round)
            try link.send(1, at: time, .probe(Printer.service))
            try link.send(1, at: time + 0.01, .answer(announcesWhatItProbesFor ? Printer.service : Printer.text))
        }
        let finding = try link.finding("6762-8.1-three-probes", of: 1)
        #expect(finding.verdict == (announcesWhatItProbesFor ? .broken : .kept), "\(finding.evidence)")
    }

    /// A responder may probe over each family by itself: each waits for its own last probe.
    @Test(arguments: [false, true]) func familiesWaitForThemselves(isSameFamily: Bool) throws {
        var link = LinkScript()
        link.pass(at: 0)
        for probe in 0..<3 { try link.send(1, at: 2 + 0.25 * Double(probe), .probe(Printer.address)) }
        try link.send(1, at: 2.74, .probe(Printer.address, unicast: false)) {
            if !isSameFamily { $0.to = LinkScript.group6 }
        }
        try link.send(1, at: 2.75, .answer(Printer.address))
        let finding = try link.finding("6762-8.1-wait-after-probe", of: 1)
        #expect(finding.verdict == (isSameFamily ? .broken : .kept))
    }
}
