import PacketCapture
import PacketDissection
import Testing
import WireCoding

@Suite struct ControlMessageTests {
    /// "Port unreachable" for an mDNS answer to a legacy query, as a Linux host sent it.
    static let portUnreachable = Packets.bytes(
        """
        024d444e5301024d444e530308004 5c000c571a100004001f3250a4d000d0a4d000b
        0303125500000000 450000a9d3234000ff11936e0a4d000b0a4d000d 14e9db1b0095d5a8
        d36e8400000100010000000405 5f646f6f72045f746370056c6f63616c00000c0001c00c000c00010000000a000906446f6f722041
        c00cc02e00210001 0000000a000e000000000001 0541736b2d41c017c02e001000010000000a0004036b3d61
        c04900010001 0000000a00040a4d000bc049001c00010000000a0010fe80000000000000004d44fffe4e5301
        """)
    static let neighborAdvertisement = Packets.bytes(
        "024d444e5303024d444e530486dd6000000000203afffe80000000000000004d44fffe4e5304fe80000000000000004d44fffe4e53038800bca360000000fe80000000000000004d44fffe4e53040201024d444e5304"
    )

    private func message(_ type: UInt8, _ code: UInt8, quoting packet: [UInt8], isIPv6: Bool = false) -> [UInt8] {
        var writer = ByteWriter()
        let length = UInt16(8 + packet.count)
        if isIPv6 {
            IPv6Header(
                source: IPAddress(ipv6High: 0xFE80 << 48, low: 9),
                destination: IPAddress(ipv6High: 0xFE80 << 48, low: 1),
                nextHeader: .icmpv6, payloadLength: length, hopLimit: 64
            ).serialize(into: &writer)
        } else {
            IPv4Header(
                source: IPAddress(ipv4: 9), destination: IPAddress(ipv4: 1), payloadProtocol: .icmp,
                totalLength: 20 + length
            ).serialize(into: &writer)
        }
        ICMPMessage(header: ICMPHeader(type: type, code: code), parameter: 1280, body: packet)
            .serialize(into: &writer)
        return writer.bytes
    }

    @Test func anErrorNamesTheConversationThatItIsAbout() throws {
        let packet = dissect(Self.portUnreachable)
        let quoted = try #require(quotation(Self.portUnreachable, packet))
        #expect(quoted.name == "port unreachable")
        #expect(quoted.source.description == "10.77.0.11")
        #expect(quoted.destination.description == "10.77.0.13")
        #expect(quoted.ipProtocol == .udp)
        #expect(quoted.sourcePort == 5353 && quoted.destinationPort == 56091)
        #expect(quoted.sequenceNumber == nil)
        let layer = FrameLayers.layers(
            of: Self.portUnreachable.span, linkType: .ethernet, originalLength: Self.portUnreachable.count
        ).layers[2]
        #expect(layer["name"] == .text("port unreachable"))
        #expect(layer.name == "icmp")
    }

    private func claims(_ bytes: [UInt8]) -> (sender: LinkAddressBinding?, target: LinkAddressBinding?) {
        PacketDissector.bindings(in: dissect(bytes), bytes: bytes.span)
    }

    private func quotation(_ bytes: [UInt8], _ packet: DissectedPacket) -> QuotedPacket? {
        PacketDissector.quoted(in: packet, bytes: bytes.span)
    }

    @Test func eightBytesOfTCPAreEnough() throws {
        let segment = Array(Packets.ethernetIPv4SYN[14..<42])
        let bytes = message(3, 4, quoting: segment)
        let quoted = try #require(quotation(bytes, dissect(bytes, .raw)))
        #expect(quoted.name == "fragmentation needed")
        #expect(quoted.parameter == 1280)
        #expect(quoted.destinationPort == 9000)
        #expect(quoted.sequenceNumber == 0x380D_DE19)
        for count in 0..<segment.count {
            let cut = message(11, 0, quoting: Array(segment[..<count]))
            let quoted = quotation(cut, dissect(cut, .raw))
            #expect((quoted == nil) == (count < 20))
            #expect((quoted?.sourcePort == nil) == (count < 24))
        }
    }

    @Test func tooBigWithAnExtensionHeaderInTheQuotation() throws {
        var segment = Array(Packets.ethernetIPv6SYN[14..<54])
        segment[6] = 60
        segment += [6, 0, 1, 4, 0, 0, 0, 0] + Packets.ethernetIPv6SYN[54..<62]
        let bytes = message(2, 0, quoting: segment, isIPv6: true)
        let quoted = try #require(quotation(bytes, dissect(bytes, .raw)))
        #expect(quoted.name == "packet too big")
        #expect(quoted.ipProtocol == .tcp)
        #expect(quoted.sourcePort == 52850)
        #expect(quoted.sequenceNumber == 0x5F38_653B)
    }

    @Test func echoesAndLaterFragmentsQuoteNoPorts() {
        let echo = message(8, 0, quoting: Array(Packets.ethernetIPv4SYN[14...]))
        #expect(quotation(echo, dissect(echo, .raw)) == nil)
        var later = Array(Packets.ethernetIPv4SYN[14...])
        later[7] = 9
        let bytes = message(11, 1, quoting: later)
        #expect(quotation(bytes, dissect(bytes, .raw))?.sourcePort == nil)
        #expect(quotation(bytes, dissect(bytes, .raw))?.name == "reassembly time exceeded")
    }

    @Test func aNeighborAdvertisementBindsItsTarget() throws {
        let bytes = Self.neighborAdvertisement
        let packet = dissect(bytes)
        let bindings = claims(bytes)
        let target = try #require(bindings.target)
        #expect(target.linkAddress == packet.linkSource)
        #expect(target.address == packet.source)
        let layer = FrameLayers.layers(of: bytes.span, linkType: .ethernet, originalLength: bytes.count).layers[2]
        #expect(layer["name"] == .text("neighbor advertisement"))
        #expect(layer["targetAddress"] == .text(packet.source.description))
        var routed = bytes
        routed[21] = 254
        #expect(claims(routed).target == nil)
    }

    @Test func arpBindsTheSenderAndInRepliesTheTarget() {
        let request = claims(Packets.arpRequest)
        #expect(request.sender?.address.description == "10.77.1.12")
        #expect(request.sender?.linkAddress.description == "02:5a:10:01:65:02")
        #expect(request.target == nil)
        var reply = Packets.arpRequest
        reply[21] = 2
        for index in 32..<38 { reply[index] = 2 }
        let bindings = claims(reply)
        #expect(bindings.target?.address.description == "10.77.1.11")
        #expect(bindings.target?.linkAddress.description == "02:02:02:02:02:02")
        // A probe asks before the address is the sender's.
        var probe = Packets.arpRequest
        for index in 28..<32 { probe[index] = 0 }
        #expect(claims(probe).sender == nil)
    }

    @Test func anOptionWithoutLengthEndsNeighborDiscoveryThere() {
        var bytes = Self.neighborAdvertisement
        bytes[bytes.count - 7] = 0
        #expect(claims(bytes).target == nil)
        let frame = FrameLayers.layers(of: bytes.span, linkType: .ethernet, originalLength: bytes.count)
        #expect(frame.fault?.layer == "icmpv6")
        #expect(frame.fault?.offset == bytes.count - 8)
    }
}
