import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct TunnelTests {
    private static let inner4 = Array(Packets.ethernetIPv4SYN[14...])
    private static let inner6 = Array(Packets.ethernetIPv6SYN[14...])

    /// An IPv4 packet from 192.0.2.1 to 192.0.2.2.
    private static func ip(_ kind: IPProtocol, _ payload: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        IPv4Header(
            source: IPAddress(ipv4: 0xC000_0201), destination: IPAddress(ipv4: 0xC000_0202), payloadProtocol: kind,
            totalLength: UInt16(20 + payload.count)
        ).serialize(into: &writer)
        return writer.bytes + payload
    }

    private static func udp(_ port: UInt16, _ payload: [UInt8], from source: UInt16 = 40000) -> [UInt8] {
        var writer = ByteWriter()
        UDPHeader(sourcePort: source, destinationPort: port, length: UInt16(8 + payload.count))
            .serialize(into: &writer)
        return ip(.udp, writer.bytes + payload)
    }

    private static func udp(_ port: UInt16, _ hex: String, _ inner: [UInt8], from source: UInt16 = 40000) -> [UInt8] {
        udp(port, Packets.bytes(hex) + inner, from: source)
    }

    private static let gtpLength = String(60 + 8, radix: 16)

    static let tunnels: [(packet: [UInt8], layers: [String])] = [
        (ip(.ipv4, inner4), ["ipv4"]), (ip(.ipv6, inner6), ["ipv6"]),
        (ip(.gre, Packets.bytes("0000 0800") + inner4), ["gre", "ipv4"]),
        (ip(.gre, Packets.bytes("b000 86dd 12340000 00000007 00000001") + inner6), ["gre", "ipv6"]),
        (ip(.gre, Packets.bytes("0000 6558") + Packets.ethernetIPv4SYN), ["gre", "ethernet", "ipv4"]),
        (ip(.gre, Packets.bytes("3081 880b 003e0001 00000001 00000002 0021") + inner4), ["gre", "ppp", "ipv4"]),
        (
            ip(.gre, Packets.bytes("1000 88be 00000001 1000000a 00000000") + Packets.ethernetIPv4SYN),
            ["gre", "erspan", "ethernet", "ipv4"]
        ),
        (ip(.gre, Packets.bytes("0000 88be") + Packets.ethernetIPv4SYN), ["gre", "ethernet", "ipv4"]),
        (
            ip(
                .gre,
                Packets.bytes("1000 22eb 00000001 2000000a 00000000 00000001 0000000000000000")
                    + Packets.ethernetIPv4SYN), ["gre", "erspan", "ethernet", "ipv4"]
        ),
        (udp(4789, "08000000 00007b00", Packets.ethernetIPv4SYN), ["udp", "vxlan", "ethernet", "ipv4"]),
        (udp(4790, "0c000001 00007b00", inner4), ["udp", "vxlan", "ipv4"]),
        (udp(4790, "0c000004 00007b00 0fc20102 00000100", inner6), ["udp", "vxlan", "nsh", "ipv6"]),
        (udp(6081, "01006558 00007b00 00000000", Packets.ethernetIPv6SYN), ["udp", "geneve", "ethernet", "ipv6"]),
        (udp(3544, "", inner6), ["udp", "teredo", "ipv6"]),
        (
            udp(40000, "0001 01 02 aa bbcc 0102030405060708 00 0000 1234 3ffffdfe", inner6, from: 3544),
            ["udp", "teredo", "ipv6"]
        ),
        (udp(2152, "34ff 00" + gtpLength + "00000001 0000 00 85 01000000", inner4), ["udp", "gtp", "ipv4"]),
        (udp(2152, "30ff 003c 00000001", inner4), ["udp", "gtp", "ipv4"]),
        (udp(4754, "2000 0800 00000007", inner4), ["udp", "gre", "ipv4"]),
    ]

    @Test func theSessionInsideIsWhatThePacketDescribes() {
        for (bytes, names) in Self.tunnels {
            let packet = dissect(bytes, .raw)
            #expect(packet.stop == nil)
            #expect(packet.protocols.contains([.tunnel, .tcp]), "\(names)")
            #expect(packet.transport == .tcp)
            #expect(packet.tcp.flags == .syn)
            #expect([9000, 9700].contains(packet.destinationPort), "\(names) \(packet.destinationPort)")
            #expect(packet.source.isIPv6 == (names.last == "ipv6"))
            let frame = FrameLayers.layers(of: bytes.span, linkType: .raw, originalLength: bytes.count)
            #expect(frame.layers.map(\.name) == ["ipv4"] + names + ["tcp"])
            #expect(frame.fault == nil)
            #expect(frame.transport?.destinationPort == packet.destinationPort)
        }
    }

    @Test func linkAddressesAreTheInnerFramesOrNone() {
        #expect(dissect(Self.tunnels[9].packet, .raw).linkSource?.description == "02:5a:10:01:1e:01")
        let ethernet = Packets.bytes("020000000001 020000000002 0800")
        #expect(dissect(ethernet + Self.tunnels[0].packet).linkSource == nil)
    }

    @Test func whatIsInsideWithoutASessionLeavesTheOuterPacket() {
        var ping = Self.inner4
        ping[9] = 1
        let gre = dissect(Self.ip(.gre, Packets.bytes("0000 0800") + ping), .raw)
        #expect(gre.protocols == [.ipv4, .gre])
        #expect(gre.destination.description == "192.0.2.2")
        #expect(gre.ipProtocol == 47)
        let vxlan = dissect(Self.udp(4789, "08000000 00007b00", Packets.arpRequest), .raw)
        #expect(vxlan.protocols == [.ipv4, .udp, .vxlan])
        #expect(vxlan.destinationPort == 4789)
        #expect(vxlan.stop == nil)
        #expect(dissect(Self.ip(.gre, Packets.bytes("0000 2000 01")), .raw).stop == .unknownEtherType(0x2000))
    }

    @Test func otherTrafficOnATunnelsPortStaysUDP() {
        for port in [2152, 3544, 4754, 4789, 4790, 6081, 8472] as [UInt16] {
            let packet = dissect(Self.udp(port, "ffffffff ffffffff", Packets.ethernetIPv4SYN), .raw)
            #expect(packet.protocols == [.ipv4, .udp])
            #expect(packet.destinationPort == port)
            #expect(packet.stop == nil)
        }
    }

    /// A packet in so many tunnels, of four kinds in turn.
    private static func nested(_ count: Int) -> (packet: [UInt8], layers: [String]) {
        var (packet, layers) = (inner4, [String]())
        for number in 0..<count {
            switch number % 4 {
            case 0: (packet, layers) = (ip(.gre, Packets.bytes("0000 0800") + packet), ["gre", "ipv4"] + layers)
            case 1: (packet, layers) = (ip(.ipv4, packet), ["ipv4"] + layers)
            case 2:
                packet = ip(.gre, Packets.bytes("3001 880b 00000001 00000001 0021") + packet)
                layers = ["gre", "ppp", "ipv4"] + layers
            default:
                let ethernet = Packets.bytes("020000000001 020000000002 0800")
                packet = udp(4789, Packets.bytes("08000000 00007b00") + ethernet + packet)
                layers = ["udp", "vxlan", "ethernet", "ipv4"] + layers
            }
        }
        return (packet, ["ipv4"] + layers + ["tcp"])
    }

    @Test(arguments: 1...PacketDissector.maximumTunnels)
    func tunnelsInTunnelsAreEntered(count: Int) {
        let (bytes, layers) = Self.nested(count)
        let packet = dissect(bytes, .raw)
        #expect(packet.stop == nil && Int(packet.tunnelDepth) == count)
        #expect(packet.transport == .tcp && packet.destinationPort == 9000)
        #expect(packet.protocols.contains([.tunnel, .gre, .tcp]))
        let frame = FrameLayers.layers(of: bytes.span, linkType: .raw, originalLength: bytes.count)
        #expect(frame.layers.map(\.name) == layers && frame.fault == nil)
    }

    @Test func whatIsInOneTunnelMoreIsNotLookedInto() {
        let packets = (0...PacketDissector.maximumTunnels).reduce(Self.inner4) { inner, _ in
            Self.ip(.gre, Packets.bytes("0000 0800") + inner)
        }
        let packet = dissect(packets, .raw)
        #expect(packet.stop == .tunnelsTooDeep)
        #expect(packet.transport == .none && packet.source.description == "192.0.2.1")
        // The ninth is carried by UDP, whose datagram is a conversation all the same.
        let vxlan = Packets.bytes("08000000 00007b00 020000000001 020000000002 0800")
        let datagrams = (0...PacketDissector.maximumTunnels).reduce(Self.inner4) { inner, _ in
            Self.udp(4789, vxlan + inner)
        }
        let datagram = dissect(datagrams, .raw)
        #expect(datagram.stop == .tunnelsTooDeep && Int(datagram.tunnelDepth) == PacketDissector.maximumTunnels)
        #expect(datagram.transport == .udp && datagram.destinationPort == 4789)
        var endless = Self.inner4
        for _ in 0..<3000 { endless = Packets.bytes("4504ffff00000000 4004 0000 c0000201 c0000202") + endless }
        #expect(dissect(endless, .raw).stop == .tunnelsTooDeep)
    }

    @Test func headersThatComeOnceInAPacketMayComeInEach() {
        // 802.2 with SNAP, then GRE, then an Ethernet frame with 802.2 and SNAP again.
        let snap = Packets.bytes("aaaa03 000000 0800")
        func framed(_ packet: [UInt8]) -> [UInt8] {
            let length = UInt16(snap.count + packet.count)
            let header = Packets.bytes("020000000001 020000000002") + [UInt8(length >> 8), UInt8(length & 0xFF)]
            return header + snap + packet
        }
        let bytes = framed(Self.ip(.gre, Packets.bytes("0000 6558") + framed(Self.inner4)))
        #expect(dissect(bytes).destinationPort == 9000)
    }

    @Test func fragmentsInATunnelAreThoseOfTheInnerPacket() {
        var later = Self.inner4
        later[7] = 5
        let packet = dissect(Self.ip(.gre, Packets.bytes("0000 0800") + later), .raw)
        #expect(packet.isLaterFragment && packet.fragment.offset == 40 && packet.transport == .none)
        #expect(packet.source == dissect(Self.inner4, .raw).source)
    }

    @Test func everyTruncationStaysWithinItsBytes() {
        for (bytes, _) in Self.tunnels {
            for count in 0..<bytes.count {
                let cut = Array(bytes[..<count])
                let packet = dissect(cut, .raw, originalLength: bytes.count)
                if case .malformed(let fault) = packet.stop { Issue.record("\(count): \(fault)") }
                #expect(packet.payloadOffset + packet.capturedPayloadLength <= count)
                let frame = FrameLayers.layers(of: cut.span, linkType: .raw, originalLength: bytes.count)
                #expect(frame.fault == nil)
            }
        }
    }

    @Test func damageNeverLeavesTheBytes() {
        var random = SeededGenerator(seed: 0x7A1)
        for _ in 0..<6000 {
            var bytes = random.pick(Self.tunnels).packet
            for _ in 0..<random.number(in: 1...3) {
                bytes[random.number(in: 0...bytes.count - 1)] = random.bytes(1)[0]
            }
            bytes.removeLast(random.number(in: 0...60))
            let packet = dissect(bytes, .raw)
            #expect(packet.payloadOffset + packet.capturedPayloadLength <= bytes.count)
            _ = FrameLayers.layers(of: bytes.span, linkType: .raw, originalLength: bytes.count)
            _ = ChecksumVerifier.checksums(of: packet, bytes: bytes.span)
            _ = TCPOptions(packet, bytes: bytes.span)
            _ = PacketDissector.quoted(in: packet, bytes: bytes.span)
            _ = PacketDissector.bindings(in: packet, bytes: bytes.span)
        }
    }

    @Test func aJumboPayloadOptionBoundsThePacket() {
        // 70000 bytes: the option, then UDP with a length of 0 (RFC 2675 §4).
        var bytes = Array(Self.inner6[..<40])
        (bytes[4], bytes[5], bytes[6]) = (0, 0, 0)
        bytes += Packets.bytes("1100 c204 00011170") + Packets.bytes("9c40 9c41 0000 1234") + [1, 2, 3]
        let packet = dissect(bytes, .raw, originalLength: 80_000)
        #expect(packet.transport == .udp)
        #expect(packet.payloadLength == 70_000 - 16)
        bytes[45] = 0
        guard case .malformed(let fault) = dissect(bytes, .raw, originalLength: 80_000).stop else {
            Issue.record("not malformed")
            return
        }
        #expect(fault.error == WireError(.invalidValue(0x1170), field: "jumbo payload length", offset: 44))
    }
}
