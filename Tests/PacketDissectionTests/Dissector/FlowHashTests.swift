import PacketCapture
import PacketDissection
import Testing
import WireSimulation
import WireTesting

@Suite struct FlowHashTests {
    private func hash(_ bytes: [UInt8], _ linkType: LinkType = .ethernet) -> UInt16? {
        PacketDissector.flowHash(of: bytes.span, linkType: linkType)
    }

    private func dissect(_ bytes: [UInt8], _ linkType: LinkType = .ethernet) -> DissectedPacket {
        PacketDissector.dissect(bytes.span, linkType: linkType, originalLength: bytes.count)
    }

    @Test func isTheSameBeforeAndAfterDissection() {
        var hashed = 0
        for (bytes, linkType) in Packets.all {
            guard let hash = self.hash(bytes, linkType) else { continue }
            hashed += 1
            let packet = dissect(bytes, linkType)
            #expect(packet.transport != .none && packet.flowHash == hash)
        }
        #expect(hashed >= 2)
    }

    @Test func damagedPacketsWithAHashHaveNoOtherFlow() {
        var generator = SeededGenerator(seed: 0xF10)
        for _ in 0..<4000 {
            var (bytes, linkType) = generator.pick(Packets.all)
            for _ in 0..<3 { bytes[generator.number(in: 0...bytes.count - 1)] = generator.bytes(1)[0] }
            guard let hash = self.hash(bytes, linkType) else { continue }
            let packet = dissect(bytes, linkType)
            #expect(packet.transport == .none || packet.flowHash == hash && !packet.isFragment)
        }
    }

    @Test func bothDirectionsHaveOne() {
        var there = dissect(Packets.ethernetIPv6SYN)
        let hash = there.flowHash
        (there.source, there.destination) = (there.destination, there.source)
        (there.sourcePort, there.destinationPort) = (there.destinationPort, there.sourcePort)
        #expect(there.flowHash == hash)
    }

    @Test func neighboringFlowsSpread() {
        var slots: Set<UInt16> = []
        var packet = dissect(Packets.ethernetIPv4SYN)
        for port in 40000..<UInt16(41000) {
            packet.sourcePort = port
            slots.insert(packet.flowHash & 0xFFF)
        }
        // A thousand balls in 4,096 bins fill 887 of them on average.
        #expect(slots.count > 800)
    }

    @Test func whatNeedsACloserLookHasNone() {
        #expect(hash(Packets.twoTags, .ethernet) == nil)
        #expect(hash(Packets.ipv6FirstFragment, .ethernet) == nil)
        #expect(hash(Packets.ethernetIPv4SYN, .raw) == nil)
        #expect(hash(Array(Packets.ethernetIPv4SYN.prefix(37))) == nil)
    }
}
