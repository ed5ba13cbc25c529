import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// A tester whose target says what a test writes, message by message.
struct DrivenTester {
    static let desk = DNSName.of("Desk._ipp._tcp.local")

    private(set) var tester: ConformanceTester
    /// All that it sent.
    private(set) var sent: [ConformanceTester.Datagram] = []
    private(set) var now: Int64 = 0
    private var frame = 0
    private let isIPv6: Bool

    /// A tester that knows its target and begins with the first scenario.
    init(
        _ scenarios: ConformanceScenario..., target: String = "printer", isIPv6: Bool = false,
        records: [ResourceRecord] = [Printer.address, Printer.service, Printer.text, Printer.pointer, Printer.list]
    ) throws {
        self.isIPv6 = isIPv6
        let identity = ConformanceTester.Identity(
            linkAddress: LinkAddress(rawValue: 2),
            address: isIPv6 ? IPAddress(ipv6High: 0xFE80_0000_0000_0000, low: 2) : IPAddress(ipv4: 0x0A00_0002),
            legacyPort: 40_000)
        tester = ConformanceTester(
            try #require(ConformanceTester.TargetName(target)), as: identity, scenarios: scenarios, at: 0)
        go(to: 0)
        hear(DNSMessage(flags: .multicastResponse, answers: records))
        while tester.phase == .searching { go(to: tester.due) }
    }

    private mutating func go(to time: Int64) {
        now = max(now, time)
        sent += tester.timer(at: now)
    }

    mutating func pass(seconds: Double) {
        let end = now + Int64(seconds * 1e9)
        while !tester.isFinished, tester.due <= end { go(to: tester.due) }
        now = end
    }

    /// - Parameter host: 1 for the target.
    mutating func hear(_ message: DNSMessage, from host: UInt64 = 1, to destination: IPAddress? = nil) {
        frame += 1
        let group = isIPv6 ? LinkScript.group6 : LinkScript.group
        tester.receive(
            message,
            of: ObservedDatagram(
                frame: frame, time: now, linkSource: LinkAddress(rawValue: host == 1 ? 1 : host),
                source: isIPv6
                    ? IPAddress(ipv6High: 0xFE80_0000_0000_0000, low: host) : LinkScript.address(UInt8(host)),
                destination: destination ?? group, sourcePort: 5353, destinationPort: 5353, identification: nil,
                hopLimit: 255, isFragmented: false, networkLength: 100))
    }

    var outcomes: [ScenarioResult.Outcome] { tester.results.flatMap(\.outcomes) }
}
