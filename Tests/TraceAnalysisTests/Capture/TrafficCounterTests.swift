import Foundation
import PacketCapture
import PacketDissection
import TestSupport
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct TrafficCounterTests {
    private typealias Topmost = TrafficCounter.Topmost

    private struct Packet {
        let bytes: Int
        let time: Int64
        let topmost: Int
    }

    private func counter(_ packets: some Sequence<Packet>) -> TrafficCounter {
        var counter = TrafficCounter()
        for packet in packets { counter.count(bytes: packet.bytes, at: packet.time, as: packet.topmost) }
        return counter
    }

    private func expectSums(_ traffic: CaptureSummary.Traffic, bytes: Int, packets: Int) {
        #expect(traffic.bytes.reduce(0, +) == bytes && traffic.packets.reduce(0, +) == packets)
        #expect(traffic.protocols.reduce(0) { $0 + $1.bytes } == bytes)
        #expect(traffic.protocols.reduce(0) { $0 + $1.packets } == packets)
        for entry in traffic.protocols {
            #expect(entry.series.count == traffic.bytes.count && entry.series.reduce(0, +) == entry.bytes)
        }
        for bin in traffic.bytes.indices {
            #expect(traffic.protocols.reduce(0) { $0 + $1.series[bin] } == traffic.bytes[bin])
        }
        #expect(traffic.packets.count == traffic.bytes.count && traffic.bytes.count <= ThroughputSeries.maximumBins)
    }

    @Test func theTopmostLayerIsTheOneThatAPacketCountsUnder() {
        func name(_ protocols: ProtocolSet) -> String { Topmost.name(Topmost.of(protocols)) }
        #expect(name([.ethernet, .ipv4, .tcp]) == "tcp")
        #expect(name([.radiotap, .ieee80211, .awdl]) == "awdl")
        #expect(name([.ethernet, .ipv4, .gre, .tunnel]) == "gre")
        #expect(name([.ethernet, .arp]) == "arp" && name([]) == "others")
    }

    @Test func whatIsInATunnelCountsAndNotTheUDPBelowIt() {
        var packet = DissectedPacket()
        packet.protocols = [.ethernet, .ipv4, .udp, .vxlan, .tunnel, .icmp]
        #expect(Topmost.name(Topmost.of(&packet, namesContent: true)) == "icmp")
        packet.protocols = [.ethernet, .ipv4, .udp, .vxlan, .tunnel, .tcp]
        packet.transport = .tcp
        #expect(Topmost.name(Topmost.of(&packet, namesContent: true)) == "tcp")
    }

    @Test func binsBeginAtMultiplesOfTheirWidth() throws {
        let start: Int64 = 1_700_000_000_004_000_000
        let counter = counter([
            Packet(bytes: 100, time: start, topmost: Topmost.of(.tcp)),
            Packet(bytes: 50, time: start + 6_000_000, topmost: Topmost.multicastDNS),
            Packet(bytes: 7, time: start - 5_000_000, topmost: Topmost.of(.arp)),
        ])
        let traffic = try #require(counter.summary(since: start))
        #expect(traffic.binWidth == 0.01 && traffic.start == -0.014)
        #expect(traffic.bytes == [7, 100, 50] && traffic.packets == [1, 1, 1])
        #expect(traffic.protocols.map(\.protocol) == ["tcp", "mdns", "arp"])
        #expect(traffic.protocols[1].series == [0, 0, 50])
    }

    @Test(arguments: 0..<20)
    func theSameComesOfItHoweverThePacketsAreShared(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let spread = generator.pick([5_000_000, 2_000_000_000, 90_000_000_000_000] as [Int64])
        let start = generator.pick([-3_000_000_000, 0, 1_762_419_600_000_000_000] as [Int64])
        let packets = (0..<400).map { _ in
            Packet(
                bytes: generator.number(in: 0...1500),
                time: start + Int64(generator.number(in: 0...Int(spread))),
                topmost: generator.pick([Topmost.of(.tcp), Topmost.of(.udp), Topmost.multicastDNS, Topmost.none]))
        }
        let whole = try #require(counter(packets).summary(since: start))
        expectSums(whole, bytes: packets.reduce(0) { $0 + $1.bytes }, packets: packets.count)
        for workers in [2, 4] {
            var parts = [[Packet]](repeating: [], count: workers)
            for packet in packets { parts[generator.number(in: 0...workers - 1)].append(packet) }
            var sum = counter(parts[0])
            for part in parts.dropFirst() { sum.add(counter(part)) }
            #expect(sum.summary(since: start) == whole)
        }
    }

    @Test func clocksThatLieChangeTheWidthAndNothingElse() throws {
        let ends = [CaptureSummary.bounded(.min), 0, CaptureSummary.bounded(.max)]
        let counter = counter(ends.map { Packet(bytes: 10, time: $0, topmost: Topmost.of(.udp)) })
        for origin in ends { expectSums(try #require(counter.summary(since: origin)), bytes: 30, packets: 3) }
        // Also where nobody bounded them.
        let wild = self.counter([.min, .max].map { Packet(bytes: 1, time: $0, topmost: Topmost.of(.udp)) })
        #expect(wild.summary(since: 0)?.bytes.reduce(0, +) == 2)
    }

    @Test func packetsOfNoBytesAreCountedAllTheSame() throws {
        let packets = [Packet(bytes: 0, time: 5, topmost: Topmost.none), Packet(bytes: 60, time: 9, topmost: 1)]
        let traffic = try #require(counter(packets).summary(since: 5))
        expectSums(traffic, bytes: 60, packets: 2)
        let alone = try #require(counter(packets.prefix(1)).summary(since: 5))
        expectSums(alone, bytes: 0, packets: 1)
    }

    @Test func protocolsBeyondTheLimitAreOthers() throws {
        let counter = counter(
            (0..<40).map { Packet(bytes: 1000 - $0, time: Int64($0) * 1_000_000_000, topmost: $0) }
                + [Packet(bytes: 5000, time: 0, topmost: Topmost.none)])
        let traffic = try #require(counter.summary(since: 0))
        #expect(traffic.protocols.count == CaptureSummary.Traffic.maximumProtocols)
        #expect(traffic.protocols.first?.protocol == "pktap" && traffic.protocols.last?.protocol == "others")
        expectSums(traffic, bytes: 5000 + (0..<40).reduce(0) { $0 + 1000 - $1 }, packets: 41)
    }

    @Test func aPacketCanTurnOutToBeAnother() throws {
        var counter = counter((0..<9).map { Packet(bytes: 60, time: $0 * 10_000_000, topmost: Topmost.of(.tcp)) })
        counter.recount(bytes: 60, at: 30_000_000, from: Topmost.of(.tcp), as: Topmost.mesh)
        let traffic = try #require(counter.summary(since: 0))
        expectSums(traffic, bytes: 540, packets: 9)
        #expect(traffic.protocols.map(\.packets) == [8, 1] && traffic.protocols[1].series[3] == 60)
    }

    @Test(arguments: ["mesh2-basic.alice.pcap", "wireless/owl-mixed-sequences.pcap", "pigeon-relay.server.pcap"])
    func theTrafficOfACaptureDoesNotDependOnTheWorkers(fixture: String) async throws {
        let path = Fixture.url(fixture).path
        let capture = try await TraceAnalyzer().analyze(CaptureFile.open(path: path)).capture
        let traffic = try #require(capture.traffic)
        expectSums(traffic, bytes: capture.originalBytes, packets: capture.packets)
        #expect(traffic.start <= 0 && traffic.start > -traffic.binWidth)
        for workers in [2, 4] {
            let other = try await TraceAnalyzer(workers: workers).analyze(CaptureFile.open(path: path)).capture
            #expect(other.traffic == traffic && other.protocolBytes == capture.protocolBytes)
        }
    }

    @Test func meshMessagesAndMulticastDNSAreNamedUnlessHeadersAloneAreRead() async throws {
        let path = Fixture.url("mesh2-basic.alice.pcap").path
        let capture = try await TraceAnalyzer().analyze(CaptureFile.open(path: path)).capture
        let packets = Dictionary(
            (capture.traffic?.protocols ?? []).map { ($0.protocol, $0.packets) },
            uniquingKeysWith: { first, _ in first })
        #expect(packets["mesh"] == capture.protocols["mesh"] && packets["mdns"] == capture.protocols["mdns"])
        #expect(capture.protocolBytes["mesh"] > 0 && capture.protocolBytes["mesh"] < capture.protocolBytes["tcp"])
        let headers = try await TraceAnalyzer(depth: .flows).analyze(CaptureFile.open(path: path)).capture
        let names = (headers.traffic?.protocols ?? []).map(\.protocol)
        #expect(names.contains("tcp") && !names.contains("mesh") && !names.contains("mdns"))
        #expect(headers.traffic?.bytes == capture.traffic?.bytes)
    }

    @Test func withoutPacketsThereIsNoTraffic() async throws {
        let report = try await TraceAnalyzer().analyze(CaptureFile.open(bytes: SyntheticCapture().bytes))
        #expect(report.capture.traffic == nil && report.capture.packets == 0)
    }
}
