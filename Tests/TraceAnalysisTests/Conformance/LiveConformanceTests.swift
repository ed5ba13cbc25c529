import DNSWire
import Foundation
import PacketCapture
import ServiceDiscovery
import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import WireCoding

@Suite struct LiveConformanceTests {
    /// Whoever hears packets one by one comes to the card of the whole file.
    @Test func theCardIsThatOfTheFile() async throws {
        let path = Fixture.url("bonjour/avahi-basic-lifecycle.pcapng").path
        let whole = try await TraceAnalyzer(workers: 1).conformance(of: CaptureFile.open(path: path))
        let expected = try #require(whole.hosts.first { $0.hostname != nil })
        let name = try #require(expected.hostname.flatMap { ConformanceTester.TargetName($0) })
        let identity = ConformanceTester.Identity(
            linkAddress: nil, address: IPAddress(ipv4: 0x0A00_0063), legacyPort: 40_000)
        var live = LiveConformance()
        var tester = ConformanceTester(name, as: identity, scenarios: [], at: 0)
        var reader = try CaptureFile.open(path: path).makeReader()
        while let packet = try reader.next() {
            for heard in live.add(packet, bytes: reader.bytes, linkType: reader.linkType) {
                tester.receive(heard.message, of: heard.datagram)
                _ = tester.timer(at: heard.datagram.time)
            }
        }
        // The capture answers what the tester would have asked.
        #expect(tester.target?.host == name.name)
        let report = live.report(path: path, interface: "eth0", of: tester)
        #expect(report.hosts == [expected])
        let said = try #require(report.tester)
        #expect(said.interface == "eth0" && said.sentPackets > 0 && said.scenarios.isEmpty)
    }
}
