import PacketCapture
import PacketDissection
import Testing
import WireCoding

@Suite struct ChecksumVerifierTests {
    private func checksums(
        _ bytes: [UInt8], _ linkType: LinkType = .ethernet, originalLength: Int? = nil
    ) -> PacketChecksums {
        ChecksumVerifier.checksums(
            of: dissect(bytes, linkType, originalLength: originalLength), bytes: bytes.span)
    }

    @Test func packetsOffTheWireAreRight() {
        #expect(checksums(Packets.nullUDP, .null).transport == .valid)
        #expect(checksums(Packets.nullUDP, .null).ipv4Header == .valid)
        #expect(checksums(ControlMessageTests.portUnreachable).transport == .valid)
        #expect(checksums(ControlMessageTests.neighborAdvertisement).transport == .valid)
        #expect(checksums(ControlMessageTests.neighborAdvertisement).ipv4Header == .absent)
        #expect(checksums(Packets.hopByHop).transport == .valid)
        #expect(checksums(Packets.twoTags).transport == .valid)
    }

    @Test func aSumOfThePseudoHeaderAloneIsTheSendersBeforeItsCard() {
        // Captured on the sending host.
        #expect(checksums(Packets.ethernetIPv4SYN).ipv4Header == .valid)
        #expect(checksums(Packets.sllIPv4SYN, .linuxSLL).transport == .offloaded)
        #expect(checksums(Packets.sll2IPv6, .linuxSLL2).transport == .offloaded)
    }

    @Test func oneWrongBitIsFound() {
        for index in [50, 56, 66] {
            var bytes = Packets.twoTags
            bytes[min(index, bytes.count - 1)] ^= 4
            #expect(checksums(bytes).transport == .invalid)
        }
        var bytes = Packets.twoTags
        bytes[30] ^= 1
        #expect(checksums(bytes).ipv4Header == .invalid)
    }

    @Test func whatIsNotThereIsNotJudged() {
        var datagram = Packets.nullUDP
        (datagram[30], datagram[31]) = (0, 0)
        #expect(checksums(datagram, .null).transport == .absent)
        #expect(checksums(Packets.arpRequest) == PacketChecksums())
        #expect(checksums(Packets.ipv6LastFragment).transport == .unverifiable)
        #expect(checksums(Packets.ipv6FirstFragment).transport == .unverifiable)
        let cut = Array(Packets.twoTags.dropLast(1))
        #expect(checksums(cut, originalLength: Packets.twoTags.count).transport != .valid)
    }

    @Test func inATunnelTheInnerPacketsAreVerified() {
        let inner = Array(Packets.twoTags[22...])
        let outer = Packets.bytes("4500003c000000004004 0000 c0000201 c0000202") + inner
        #expect(checksums(outer, .raw) == PacketChecksums(ipv4Header: .valid, transport: .valid))
    }
}

extension PacketChecksums {
    init(ipv4Header: ChecksumState, transport: ChecksumState) {
        self.init()
        self.ipv4Header = ipv4Header
        self.transport = transport
    }
}
