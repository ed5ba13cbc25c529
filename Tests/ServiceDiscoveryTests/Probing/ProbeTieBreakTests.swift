import DNSWire
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct ProbeTieBreakTests {
    private let name = DNSName(presentation: "MyPrinter._ipp._tcp.local")!

    private func address(_ text: String, cacheFlush: Bool = false, ttl: UInt32 = 120) -> ResourceRecord {
        let address = IPAddress(text)!
        return ResourceRecord(
            name: name, type: address.isIPv6 ? .aaaa : .a, cacheFlush: cacheFlush, ttl: ttl, data: .address(address))
    }

    private func service(_ port: UInt16, priority: UInt16 = 0, target: String = "host.local") -> ResourceRecord {
        let location = ServiceLocation(priority: priority, port: port, target: DNSName(presentation: target)!)
        return ResourceRecord(name: name, type: .srv, ttl: 120, data: .service(location))
    }

    private func text(_ bytes: [UInt8]) -> ResourceRecord {
        ResourceRecord(name: name, type: .txt, ttl: 4500, data: .text(bytes))
    }

    private func winner(
        _ first: [ResourceRecord], _ second: [ResourceRecord], for name: DNSName? = nil
    ) -> ProbeTieBreak.Winner {
        ProbeTieBreak.decide(first, second, for: name).winner
    }

    /// RFC 6762 §8.2 has this example.
    @Test func laterAddressWins() {
        let first = [address("169.254.99.200")]
        let second = [address("169.254.200.50")]
        #expect(winner(first, second) == .second)
        #expect(winner(second, first) == .first)
        let decision = ProbeTieBreak.decide(first, second)
        #expect(decision.ground == .data(byte: 2))
        #expect(decision.description == "A 169.254.200.50 beats 169.254.99.200")
    }

    @Test func bytesAreUnsigned() {
        #expect(winner([address("10.0.0.127")], [address("10.0.0.128")]) == .second)
    }

    @Test func classIsComparedBeforeTypeAndTypeBeforeData() {
        var chaos = address("1.1.1.1")
        chaos.rawClass = RecordClass.chaos.rawValue
        let byClass = ProbeTieBreak.decide([chaos], [service(9)])
        #expect(byClass.winner == .first)
        #expect(byClass.ground == .recordClass)
        #expect(byClass.description == "class CH beats IN")
        let byType = ProbeTieBreak.decide([address("255.255.255.255")], [text([0])])
        #expect(byType.winner == .second)
        #expect(byType.ground == .type)
        #expect(byType.description == "type TXT beats A")
    }

    @Test func topBitOfTheClassAndLifetimeDoNotCount() {
        let plain = [address("10.0.0.1")]
        #expect(winner([address("10.0.0.1", cacheFlush: true, ttl: 4500)], plain) == .tie)
        #expect(winner([address("10.0.0.1", cacheFlush: true)], [address("10.0.0.2")]) == .second)
    }

    @Test func setsAreSortedBeforeTheyAreCompared() {
        // SRV (33) sorts behind TXT (16): the texts are compared first, whatever comes first in the messages.
        let first = [service(7002), text([1, 0x61])]
        let second = [text([1, 0x62]), service(7001)]
        let decision = ProbeTieBreak.decide(first, second)
        #expect(decision.winner == .second)
        #expect(decision.ground == .data(byte: 1))
        #expect(decision.second?.type == .txt)
        #expect(decision.description == "TXT data is greater at byte 1")
    }

    @Test func firstToRunOutOfRecordsLoses() {
        let decision = ProbeTieBreak.decide([text([0])], [service(80), text([0])])
        #expect(decision.winner == .second)
        #expect(decision.ground == .moreRecords)
        #expect(decision.first == nil)
        #expect(decision.second?.type == .srv)
        #expect(decision.description == "a further SRV record beats having no more")
        #expect(winner([], [text([0])]) == .second)
    }

    @Test func firstToRunOutOfDataLoses() {
        let decision = ProbeTieBreak.decide([text([1, 0x61])], [text([1, 0x61, 0])])
        #expect(decision.winner == .second)
        #expect(decision.ground == .data(byte: 2))
        #expect(decision.description == "TXT data of 3 bytes beats its first 2")
    }

    @Test func identicalSetsTie() {
        let records = [service(80), text([0])]
        #expect(winner(records, records.reversed()) == .tie)
        #expect(winner([], []) == .tie)
        #expect(ProbeTieBreak.decide(records, records).description == "both probes have the same records")
    }

    @Test func letterCaseOfNamesInDataCounts() {
        // The raw bytes decide (RFC 6762 §8.2), though both targets are the same name.
        let decision = ProbeTieBreak.decide([service(80, target: "HOST.local")], [service(80, target: "host.local")])
        #expect(decision.winner == .second)
        #expect(decision.ground == .data(byte: 7))
    }

    @Test func fieldsOfServiceLocationsAreNamed() {
        func phrase(_ first: ResourceRecord, _ second: ResourceRecord) -> String {
            ProbeTieBreak.decide([first], [second]).description
        }
        #expect(phrase(service(1, priority: 2), service(2, priority: 1)) == "SRV priority 2 beats 1")
        #expect(phrase(service(0x1B5A), service(0x1B59)) == "SRV port 7002 beats 7001")
        let hostile = phrase(service(1, target: "a.local"), service(1, target: "b\\027.local"))
        #expect(hostile == "SRV target b\\027.local. beats a.local.")
    }

    @Test func recordsOfOtherNamesDoNotCount() {
        var other = address("255.0.0.1")
        other.name = DNSName(presentation: "other.local")!
        #expect(winner([other, service(1)], [service(2)], for: name) == .second)
        var spelling = service(3)
        spelling.name = DNSName(presentation: "MYPRINTER._IPP._tcp.local")!
        #expect(winner([spelling], [service(2)], for: name) == .first)
    }

    /// Two mDNSResponders ask for "Relay" within 21 ms: port 7002 keeps the name, as their later messages show.
    @Test func portDecidesBetweenTwoRealProbes() throws {
        let name = DNSName(presentation: "Relay._relay._udp.local")!
        func authorities(_ host: String, port: String, last: String) throws -> [ResourceRecord] {
            let bytes = try #require(
                Hex.decode(
                    """
                    0000 0000 0002 0000 0003 0001 0552656c6179 065f72656c6179 045f756470 056c6f63616c 00 00ff 8001
                    05 \(host) c01e 00ff 8001
                    c00c 0021 0001 00001194 0008 0000 0000 \(port) c029
                    c029 0001 0001 00001194 0004 0a4d00 \(last)
                    c029 001c 0001 00001194 0010 fe80000000000000004d44fffe4e5301
                    00 0029 05a0 00001194 000c 0004 0008 0000024d444e5301
                    """))
            var reader = ByteReader(bytes.span)
            return try DNSMessage(parsing: &reader).authorities
        }
        let first = try authorities("53696d2d41", port: "1b59", last: "0b")
        let second = try authorities("53696d2d42", port: "1b5a", last: "0c")
        let decision = ProbeTieBreak.decide(first, second, for: name)
        #expect(decision.winner == .second)
        #expect(decision.ground == .data(byte: 5))
        #expect(decision.description == "SRV port 7002 beats 7001")
    }

    /// Both hosts must come to the same answer, and three hosts must not win in a circle.
    @Test(arguments: 1...200) func orderIsTotal(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func records() -> [ResourceRecord] {
            (0..<generator.number(in: 0...3)).map { _ in
                generator.chance(1, in: 2)
                    ? text(generator.bytes(generator.number(in: 0...2)).map { $0 & 1 })
                    : address(generator.chance(1, in: 2) ? "10.0.0.1" : "10.0.0.200")
            }
        }
        let (a, b, c) = (records(), records(), records())
        let opposite: [ProbeTieBreak.Winner: ProbeTieBreak.Winner] = [.first: .second, .second: .first, .tie: .tie]
        #expect(winner(a, b) == opposite[winner(b, a)])
        if winner(a, b) == .first && winner(b, c) == .first {
            #expect(winner(a, c) == .first)
        }
        #expect(winner(a, a.shuffled(using: &generator)) == .tie)
    }
}
