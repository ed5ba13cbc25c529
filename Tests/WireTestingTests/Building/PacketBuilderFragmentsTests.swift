import PacketDissection
import Testing
import WireCoding
import WireSimulation

@Suite struct PacketBuilderFragmentsTests {
    private let payload = (0..<3000).map { UInt8(truncatingIfNeeded: $0) }

    private func dissect(_ packet: PacketBuilder) throws -> (packet: DissectedPacket, content: [UInt8]) {
        let bytes = try packet.bytes
        let dissected = PacketDissector.dissect(bytes.span, linkType: packet.linkType, originalLength: bytes.count)
        let start = Int(dissected.fragment.start)
        return (dissected, Array(bytes[start..<start + Int(dissected.fragment.length)]))
    }

    @Test func piecesOfBothFamiliesMakeTheDatagram() throws {
        let frame = PacketBuilder.ethernet(from: LinkAddress.zero, to: LinkAddress.zero).vlan(5)
        let option = IPv6Option(type: IPv6Option.padN, data: [0, 0, 0, 0])
        for (packet, headers) in [
            (frame.ipv4(from: "10.0.0.1", to: "10.0.0.2", options: [1, 1, 1, 1]), 18 + 24),
            (frame.ipv6(from: "fe80::1", to: "fe80::2"), 18 + 40),
            (
                frame.ipv6(from: "fe80::1", to: "fe80::2").hopByHopOptions([option]).destinationOptions([option]),
                18 + 48
            ),
        ] {
            let whole = packet.udp(from: 7, to: 8).payload(payload)
            let fragments = try whole.fragments(ofAtMost: 576, identification: 77)
            #expect(fragments.count == 6)
            var datagram: [UInt8] = []
            for (index, fragment) in fragments.enumerated() {
                let (piece, content) = try dissect(fragment)
                #expect(piece.isFragment && piece.fragment.identification == 77 && piece.virtualLAN == 5)
                #expect(Int(piece.fragment.offset) == datagram.count)
                #expect(piece.fragment.moreFragments == (index < 5))
                #expect(try fragment.bytes.count - 18 <= 576)
                datagram += content
            }
            #expect(try datagram == Array(whole.bytes.dropFirst(headers)))
            let first = try dissect(fragments[0]).packet
            let joined = PacketDissector.dissect(reassembled: datagram.span, length: datagram.count, first: first)
            #expect(joined.sourcePort == 7 && joined.payloadLength == 3000 && joined.stop == nil)
        }
    }

    @Test func whatFitsStaysWhole() throws {
        let packet = PacketBuilder().ipv6(from: "::1", to: "::2").udp(from: 1, to: 2).payload([UInt8](payload[..<100]))
        #expect(try packet.fragments(ofAtMost: 148).map { try $0.bytes } == [packet.bytes])
        #expect(try packet.fragments(ofAtMost: 147).count == 2)
        #expect(
            try PacketBuilder.ethernet(from: LinkAddress.zero, to: LinkAddress.zero).fragments(ofAtMost: 1).count == 1)
    }

    @Test func fragmentsOfAFragmentGoOnAtItsOffset() throws {
        let whole = PacketBuilder().ipv4(from: "10.0.0.1", to: "10.0.0.2", identification: 3).udp(from: 1, to: 2)
            .payload(payload)
        let pieces = try whole.fragments(ofAtMost: 1500).flatMap { try $0.fragments(ofAtMost: 576) }
        var end = 0
        for (index, piece) in pieces.enumerated() {
            let (fragment, content) = try dissect(piece)
            #expect(Int(fragment.fragment.offset) == end && fragment.fragment.identification == 3)
            #expect(fragment.fragment.moreFragments == (index < pieces.count - 1))
            end += content.count
        }
        #expect(end == 3008)
    }

    @Test func whatCannotBeCutIsAnError() {
        let packet = PacketBuilder().ipv4(from: "10.0.0.1", to: "10.0.0.2")
        #expect(throws: WireError(.tooLong(length: 28, maximum: 27), field: "IP fragment", offset: 0)) {
            try packet.udp(from: 1, to: 2).payload(payload).fragments(ofAtMost: 27)
        }
        #expect(throws: WireError(.tooLong(length: 65_536, maximum: 65_535), field: "IP datagram", offset: 0)) {
            try packet.payload([UInt8](repeating: 0, count: 65_536)).fragments(ofAtMost: 1500)
        }
    }

    @Test func overlappingPiecesAreMadeByHand() throws {
        let pieces = [0, 1].map { offset in
            PacketBuilder().ipv4(
                from: "10.0.0.1", to: "10.0.0.2", payloadProtocol: .udp, identification: 9,
                flags: offset == 0 ? .moreFragments : [], fragmentOffset: UInt16(offset)
            ).payload([UInt8](repeating: 0, count: 16))
        }
        let fragments = try pieces.map { try dissect($0).packet.fragment }
        #expect(fragments.map(\.offset) == [0, 8] && fragments.map(\.length) == [16, 16])
    }
}
