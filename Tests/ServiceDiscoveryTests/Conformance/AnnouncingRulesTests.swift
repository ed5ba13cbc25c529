import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct AnnouncingRulesTests {
    /// A host that multicasts its record every 40 s.
    ///
    /// - Parameter asker: Which host asks for it each time; nil for none.
    private func link(askedBy asker: UInt8?) throws -> LinkScript {
        var link = LinkScript()
        link.pass(at: 0)
        try Printer.join(&link, at: 1)
        for count in 0..<8 {
            let time = 20 + 40 * Double(count)
            if let asker { try link.send(asker, at: time, .question("Desk._ipp._tcp.local", .srv)) }
            try link.send(1, at: time + 0.01, .answer(Printer.service))
        }
        return link
    }

    @Test func periodicAnnouncementsAreAFault() throws {
        #expect(try link(askedBy: nil).finding("6762-8.3-no-periodic", of: 1).verdict == .broken)
    }

    @Test(arguments: [UInt8(1), 2]) func answersAreNotAnnouncements(asker: UInt8) throws {
        #expect(try link(askedBy: asker).finding("6762-8.3-no-periodic", of: 1).verdict == .kept)
    }
}
