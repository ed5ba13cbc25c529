import PacketCapture
import PacketDissection
import Testing
import WireCoding

@Suite struct UDPFrameTests {
    private static let own = LinkAddress(rawValue: 0x0200_0000_0001)

    @Test(
        arguments: [
            ("224.0.0.251", 0x0100_5E00_00FB), ("ff02::fb", 0x3333_0000_00FB),
            ("239.255.255.250", 0x0100_5E7F_FFFA),
        ] as [(String, UInt64)]) func groupsHaveLinkAddresses(group: String, link: UInt64) throws
    {
        let group = try #require(IPAddress(group))
        #expect(LinkAddress(multicastGroup: group) == LinkAddress(rawValue: link))
    }

    @Test(arguments: ["10.0.0.1", "fe80::1", "255.255.255.255"]) func othersHaveNone(address: String) throws {
        #expect(LinkAddress(multicastGroup: try #require(IPAddress(address))) == nil)
    }

    @Test(arguments: [("10.0.0.1", "10.0.0.2"), ("fe80::1", "fe80::2")], [0, 1, 1400])
    func headersFitWhatTheyCarry(addresses: (String, String), length: Int) throws {
        let source = try #require(IPAddress(addresses.0))
        let destination = try #require(IPAddress(addresses.1))
        let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let bytes = try UDPFrame(
            from: Self.own, to: LinkAddress(rawValue: 2), source: source, destination: destination, sourcePort: 40_000,
            destinationPort: 5353, hopLimit: 255
        ).serialized(payload: payload)
        var packet = DissectedPacket()
        PacketDissector.dissect(bytes.span, linkType: .ethernet, originalLength: bytes.count, into: &packet)
        #expect(packet.transport == .udp && packet.source == source && packet.destination == destination)
        #expect(packet.sourcePort == 40_000 && packet.destinationPort == 5353 && packet.hopLimit == 255)
        #expect(packet.linkSource == Self.own && packet.payloadLength == length)
        #expect(Array(bytes.suffix(length)) == payload)
        // Over pseudo header and datagram, a right checksum comes to zero.
        let datagram = Array(bytes[packet.transportOffset...])
        var sum = InternetChecksum(
            pseudoHeaderFrom: source, to: destination, protocol: .udp, length: datagram.count)
        sum.add(datagram.span)
        #expect(sum.value == 0)
    }

    @Test func tooMuchIsAnError() {
        let frame = UDPFrame(
            from: Self.own, to: Self.own, source: IPAddress(ipv4: 1), destination: IPAddress(ipv4: 2), sourcePort: 1,
            destinationPort: 2)
        let maximum = UDPFrame.maximumPayload(isIPv6: false)
        #expect(throws: Never.self) { try frame.serialized(payload: [UInt8](repeating: 0, count: maximum)) }
        #expect(throws: WireError.self) { try frame.serialized(payload: [UInt8](repeating: 0, count: maximum + 1)) }
    }

    @Test func addressesAreOfOneFamily() throws {
        let frame = UDPFrame(
            from: Self.own, to: Self.own, source: IPAddress(ipv4: 1), destination: try #require(IPAddress("ff02::fb")),
            sourcePort: 1, destinationPort: 2)
        #expect(throws: WireError.self) { try frame.serialized(payload: []) }
    }
}
