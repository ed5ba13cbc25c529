import PacketCapture
import PacketDissection
import Testing

@testable import TraceAnalysis
import TraceModel

@Suite struct CaptureCounterTests {
    /// Counts one packet a second with these properties.
    private func counter(_ packets: [(stop: DissectionStop?, protocols: ProtocolSet, cut: Int)]) -> CaptureCounter {
        var counter = CaptureCounter()
        for (index, entry) in packets.enumerated() {
            var packet = DissectedPacket()
            packet.stop = entry.stop
            packet.protocols = entry.protocols
            counter.count(
                PacketRecord(
                    frame: index + 1, time: Int64(index) * 1_000_000_000, interface: 0, originalLength: 100,
                    capturedLength: 100 - entry.cut),
                linkType: .ieee80211Radiotap, packet: &packet)
        }
        return counter
    }

    private func counter(stops: [DissectionStop]) -> CaptureCounter { counter(stops.map { ($0, [], 0) }) }

    @Test func bytesTimesAndPacketsThatAreCut() {
        let counter = counter([(nil, .ethernet, 0), (nil, .ethernet, 40), (nil, .ethernet, 1)])
        #expect(counter.packets == 3 && counter.capturedBytes == 259 && counter.originalBytes == 300)
        #expect(counter.firstTime == 0 && counter.lastTime == 2_000_000_000)
        #expect(counter.truncatedPackets == 2)
        #expect(counter.firstTruncated == PacketMoment(frame: 2, time: 1_000_000_000))
    }

    @Test func protocolsAreCountedOneByOneFromTheLinkLayerUp() {
        let tcp: ProtocolSet = [.ethernet, .ipv4, .tcp]
        let counter = counter([tcp, [.ethernet, .ipv4, .udp], tcp, [.ethernet, .arp]].map { (nil, $0, 0) })
        #expect(counter.protocols.entries.map(\.name) == ["ethernet", "arp", "ipv4", "tcp", "udp"])
        #expect(counter.protocols["ethernet"] == 4 && counter.protocols["ipv4"] == 3 && counter.protocols["tcp"] == 2)
    }

    @Test func bytesCountInEachLayer() {
        let tcp: ProtocolSet = [.ethernet, .ipv4, .tcp]
        let packets = [tcp, [.ethernet, .arp], tcp].map { (stop: DissectionStop?.none, protocols: $0, cut: 0) }
        var sum = counter(packets)
        sum.add(counter(packets))
        #expect(
            sum.protocolBytes.entries.map { "\($0.name) \($0.count)" } == [
                "ethernet 600", "arp 200", "ipv4 400", "tcp 400",
            ])
    }

    @Test func whatWasNotUnderstoodIsCountedByNameTheMostFrequentFirst() {
        let counter = counter(stops: [
            .unknownIPProtocol(89), .unknownEtherType(0x88CC), .unknownEtherType(0x88CC), .unknownLinkType,
        ])
        #expect(counter.undecodedPackets == 4)
        #expect(
            counter.undecoded.entries.map { "\($0.name) \($0.count)" } == [
                "LLDP 2", "OSPF 1", "link type IEEE802_11_RADIOTAP 1",
            ])
    }

    @Test func numbersOfOneNameAreCountedTogetherAllLLCFrames() {
        let lengths = (1...200).map { DissectionStop.unknownEtherType($0) }
        let counter = counter(stops: lengths + [.unknownEtherType(0x88CC), .unknownEtherType(0x88CC)])
        #expect(counter.undecoded.entries.map { "\($0.name) \($0.count)" } == ["802.2 LLC 200", "LLDP 2"])
    }

    @Test func addressFamiliesOfLoopbackHeadersAreNotEtherTypes() {
        let counter = counter(stops: [.unknownAddressFamily(7), .unknownAddressFamily(7), .unknownEtherType(7)])
        #expect(counter.undecoded.entries.map { "\($0.name) \($0.count)" } == ["address family 7 2", "802.2 LLC 1"])
        let families = UInt32(CaptureCounter.maximumFamilies)
        let many = self.counter(stops: (0..<families + 300).map { .unknownAddressFamily($0) })
        #expect(many.undecoded["other address families"] == 300)
        #expect(many.undecoded.entries.reduce(0) { $0 + $1.count } == Int(families) + 300)
    }

    @Test func protocolsAboveLinkLayersHaveNamesOfTheirOwnAndAreNotEndless() {
        let counter = counter(stops: [
            .unknownLinkProtocol(LinkProtocol(.llc, 0x42)), .unknownLinkProtocol(LinkProtocol(.llc, 0x42)),
            .unknownLinkProtocol(LinkProtocol(.snap, 0x2000, organization: 0x00000C)),
            .unknownLinkProtocol(LinkProtocol(.ppp, 0xC021)),
            .unknownLinkProtocol(LinkProtocol(.snap, 7, organization: 0x123456)),
        ])
        #expect(counter.undecodedPackets == 5)
        #expect(
            counter.undecoded.entries.map { "\($0.name) \($0.count)" } == [
                "STP 2", "CDP 1", "LCP 1", "SNAP 123456/0007 1",
            ])
        let limit = CaptureCounter.maximumLinkProtocols
        let many = self.counter(
            stops: (0..<limit + 40).map { .unknownLinkProtocol(LinkProtocol(.ppp, UInt16($0))) })
        #expect(many.undecoded["other link layer protocols"] == 40)
        #expect(many.undecoded.entries.reduce(0) { $0 + $1.count } == limit + 40)
    }

    @Test func whatIsProtectedOrDamagedIsNamedButItsHeadersWereDecoded() {
        let counter = counter(stops: [
            .protected(.ieee80211Data), .protected(.ieee80211Data), .badFrameCheckSequence, .ieee80211Fragment,
            .protected(.macsec),
        ])
        #expect(counter.undecodedPackets == 0 && counter.malformedPackets == 0)
        #expect(counter.undecoded["802.11 protected data"] == 2)
        #expect(counter.undecoded["802.11 frames with a wrong check sequence"] == 1)
        #expect(counter.undecoded["802.11 fragments"] == 1)
        #expect(counter.undecoded["MACsec protected data"] == 1)
    }

    @Test func whatSeveralCountedOfOneCaptureIsReportedInSum() {
        let stops: [DissectionStop] = [
            .unknownLinkType, .unknownEtherType(0x88CC), .unknownAddressFamily(7),
            .unknownLinkProtocol(LinkProtocol(.llc, 0x42)), .unknownIPProtocol(89), .protected(.macsec),
            .badFrameCheckSequence, .ieee80211Fragment,
        ]
        let one = counter(stops: stops)
        var sum = CaptureCounter()
        for _ in 1...2 { sum.add(one) }
        #expect(one.undecoded.entries.count == stops.count)
        for entry in one.undecoded.entries { #expect(sum.undecoded[entry.name] == 2 * entry.count, "\(entry.name)") }
        let limit = CaptureCounter.maximumLinkProtocols
        sum.add(counter(stops: (0..<limit + 40).map { .unknownLinkProtocol(LinkProtocol(.ppp, UInt16($0))) }))
        #expect(sum.undecoded["other link layer protocols"] == 40)
    }

    @Test func namesBeyondTheLimitAreCountedAsOthers() {
        let names = CaptureCounter.maximumNames
        let counter = counter(stops: (0..<names + 10).map { .unknownEtherType(0xA000 + UInt16($0)) })
        #expect(counter.undecoded.entries.count == names + 1)
        #expect(counter.undecoded["others"] == 10)
    }
}
