import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

@Suite struct QueryingRulesTests {
    /// A host that asks for a record of 120 s so often, and has its answer each time.
    private func link(askingEvery interval: Double) throws -> LinkScript {
        var link = LinkScript()
        link.pass(at: 0)
        try Printer.join(&link, at: 1)
        for count in 0..<10 {
            let time = 10 + interval * Double(count)
            try link.send(2, at: time, .question("Desk._ipp._tcp.local", .srv))
            try link.send(1, at: time + 0.01, .answer(Printer.service, additionals: [Printer.address]))
        }
        return link
    }

    @Test func questionsThatDoNotSlowDownAreAFault() throws {
        #expect(try link(askingEvery: 30).broken(by: 2) == ["6762-5.2-doubling"])
    }

    @Test func refreshOfARecordIsNoSeries() throws {
        #expect(try link(askingEvery: 97).broken(by: 2) == [])
        let finding = try link(askingEvery: 97).finding("6762-5.2-doubling", of: 2)
        #expect(finding.verdict == .noOccasion)
    }
}
