import PacketCapture
import PacketDissection
import TestSupport
import Testing
import WireCoding
import WireSimulation

/// Packets of real captures, built again, and what a builder refuses.
@Suite struct PacketBuilderTests {
    private let alice = (link: "02:5a:10:01:65:02", address: "10.77.1.12")
    private let bruno = (link: "02:5a:10:01:1e:01", address: "10.77.1.11")

    @Test func aSYNWithItsOptions() throws {
        let packet = PacketBuilder.ethernet(from: bruno.link, to: alice.link)
            .ipv4(from: bruno.address, to: alice.address, identification: 0xDF29)
            .tcp(
                from: 60110, to: 9000, sequence: 0x380D_DE19, flags: .syn, window: 64240,
                options: [
                    .maximumSegmentSize(1460), .sackPermitted, .timestamps(value: 0x47E6_C7DF, echo: 0), .noOperation,
                    .windowScale(10),
                ])
        #expect(
            try packet.bytes
                == hex(
                    """
                    025a10016502025a10011e010800 4500003cdf294000400644e20a4d010b0a4d010c
                    eace2328380dde1900000000a002faf002780000 020405b40402080a47e6c7df000000000103030a
                    """))
    }

    @Test func tagsOfTwoProvidersAndPadding() throws {
        let packet = PacketBuilder.ethernet(from: "16:4b:df:50:b2:93", to: "ff:ff:ff:ff:ff:ff", minimumSize: 68)
            .vlan(10, priority: 7).vlan(20, priority: 5, isDropEligible: true)
            .ipv4(from: "192.168.1.100", to: "192.168.1.200", identification: 1, flags: [])
            .tcp(from: 12345, to: 80, sequence: 1000, flags: .syn, window: 8192)
        #expect(
            try packet.bytes
                == hex(
                    """
                    ffffffffffff164bdf50b2938100 e00a8100 b0140800 45000028000100004006f652c0a80164c0a801c8
                    30390050000003e80000000050022000d6f40000 000000000000
                    """))
    }

    @Test func aReportOfListenersAfterHopByHopOptions() throws {
        let group = IPAddress("ff02::16")!
        let packet = PacketBuilder.ethernet(from: bruno.link, to: LinkAddress(multicastGroup: group)!)
            .ipv6(from: "fe80::5a:10ff:fe01:1e01", to: group, hopLimit: 1)
            .hopByHopOptions([
                IPv6Option(type: IPv6Option.routerAlert, data: [0, 0]), IPv6Option(type: IPv6Option.padN),
            ])
            .icmpv6(type: 143, parameter: 1).payload(hex("04000000 ff0200000000000000000001ff011e01"))
        #expect(
            try packet.bytes
                == hex(
                    """
                    333300000016025a10011e0186dd 6000000000240001fe80000000000000005a10fffe011e01
                    ff020000000000000000000000000016 3a00050200000100 8f0025ab00000001
                    04000000ff0200000000000000000001ff011e01
                    """))
    }

    @Test func aReportOfGroupsWithRouterAlert() throws {
        let packet = PacketBuilder.ethernet(from: alice.link, to: "01:00:5e:00:00:16")
            .ipv4(
                from: alice.address, to: "224.0.0.22", timeToLive: 1, payloadProtocol: .igmp, dscp: 48,
                options: [0x94, 4, 0, 0]
            )
            .payload(hex("2200f9020000000104000000e00000fb"))
        #expect(
            try packet.bytes
                == hex(
                    """
                    01005e000016025a100165020800 46c00028000040000102f8a00a4d010ce0000016 94040000
                    2200f9020000000104000000e00000fb
                    """))
    }

    @Test func anEchoRequest() throws {
        let bytes = try PacketBuilder().ipv4(from: "10.0.0.1", to: "10.0.0.2")
            .icmp(type: 8, parameter: 0x0001_0002).payload([1, 2, 3]).bytes
        #expect(bytes[20...] == [8, 0, 0xF3, 0xFA, 0, 1, 0, 2, 1, 2, 3])
        #expect(PacketBuilder().ipv4(from: "10.0.0.1", to: "10.0.0.2").linkType == .raw)
    }

    @Test func ofLLCTheEthernetHeaderHasTheLength() throws {
        let frame = PacketBuilder.ethernet(from: alice.link, to: "01:80:c2:00:00:00")
        let tree = try frame.llc(destination: 0x42, source: 0x42).payload([0, 0, 0, 0]).bytes
        #expect(tree[12...] == [0, 7, 0x42, 0x42, 3, 0, 0, 0, 0])
        let snap = try frame.snap().ipv4(from: alice.address, to: bruno.address).bytes
        #expect(snap[12..<22] == [0, 28, 0xAA, 0xAA, 3, 0, 0, 0, 8, 0])
        #expect(throws: WireError(.tooLong(length: 1501, maximum: 1500), field: "IEEE 802.3 length", offset: 12)) {
            try frame.llc(destination: 1, source: 1).payload([UInt8](repeating: 0, count: 1498)).bytes
        }
    }

    @Test func onePacketIsCompletedInSeveralWays() throws {
        let start = PacketBuilder.between(SyntheticHost(number: 1), SyntheticHost(number: 2)).udp(from: 1, to: 2)
        #expect(try start.payload([1]).bytes.last == 1)
        #expect(try start.payload([1]).payload([2]).bytes.suffix(2) == [1, 2])
        #expect(try start.bytes.count == 42)
    }

    // MARK: - What does not fit

    private func expectError(
        _ kind: WireError.Kind, _ field: WireError.Field, at offset: Int, _ packet: PacketBuilder,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: WireError(kind, field: field, offset: offset), sourceLocation: sourceLocation) {
            try packet.bytes
        }
    }

    @Test func moreThanALengthFieldCanSayIsAnError() {
        let frame = PacketBuilder.ethernet(from: alice.link, to: bruno.link)
        let packet = frame.ipv4(from: alice.address, to: bruno.address)
        func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
        #expect(throws: Never.self) { try packet.udp(from: 1, to: 2).payload(zeros(65_507)).bytes }
        expectError(
            .tooLong(length: 65_536, maximum: 65_535), "IPv4 packet", at: 14,
            packet.udp(from: 1, to: 2).payload(zeros(65_508)))
        expectError(
            .tooLong(length: 65_536, maximum: 65_535), "UDP datagram", at: 34,
            packet.udp(from: 1, to: 2).payload(zeros(65_528)))
        expectError(
            .tooLong(length: 65_536, maximum: 65_535), "IPv6 payload", at: 14,
            frame.ipv6(from: "fe80::1", to: "fe80::2").payload(zeros(65_536)))
        // A declared length says what it says.
        #expect(throws: Never.self) {
            try frame.ipv6(from: "fe80::1", to: "fe80::2", declaredLength: 0).payload(zeros(70_000)).bytes
        }
    }

    @Test func aHeaderThatIsTooLongIsAnError() {
        let packet = PacketBuilder.ethernet(from: alice.link, to: bruno.link).vlan(1)
        expectError(
            .tooLong(length: 41, maximum: 40), "IPv4 options", at: 38,
            packet.ipv4(from: "10.0.0.1", to: "10.0.0.2", options: [UInt8](repeating: 1, count: 41)))
        let ip = packet.ipv4(from: "10.0.0.1", to: "10.0.0.2")
        let blocks = [TCPOption.SACKBlock](repeating: .init(left: 1, right: 2), count: 5)
        expectError(
            .tooLong(length: 42, maximum: 40), "TCP options", at: 58,
            ip.tcp(from: 1, to: 2, sequence: 0, flags: .ack, options: [.sack(blocks)]))
        let ip6 = packet.ipv6(from: "::1", to: "::2")
        let option = IPv6Option(type: 0x1E, data: [UInt8](repeating: 0, count: 256))
        expectError(.tooLong(length: 256, maximum: 255), "IPv6 option", at: 60, ip6.destinationOptions([option]))
        expectError(
            .tooLong(length: 2047, maximum: 2046), "IPv6 extension header", at: 60,
            ip6.extensionHeader(.mobility, .opaque([UInt8](repeating: 0, count: 2047))))
    }

    @Test func aNumberWithMoreBitsThanItsFieldIsAnError() {
        let frame = PacketBuilder.ethernet(from: alice.link, to: bruno.link)
        expectError(.invalidValue(4096), "VLAN identifier", at: 14, frame.vlan(4096))
        expectError(.invalidValue(8), "VLAN priority", at: 14, frame.vlan(1, priority: 8))
        expectError(.invalidValue(64), "IPv4 DSCP", at: 15, frame.ipv4(from: "1.1.1.1", to: "1.1.1.2", dscp: 64))
        expectError(.invalidValue(4), "IPv4 ECN", at: 15, frame.ipv4(from: "1.1.1.1", to: "1.1.1.2", ecn: 4))
        expectError(
            .invalidValue(8192), "IPv4 fragment offset", at: 20,
            frame.ipv4(from: "1.1.1.1", to: "1.1.1.2", fragmentOffset: 8192))
        for length in [-4, 3, 64] {
            expectError(
                .invalidValue(UInt64(truncatingIfNeeded: length)), "IPv4 header length", at: 14,
                frame.ipv4(from: "1.1.1.1", to: "1.1.1.2", declaredHeaderLength: length))
        }
        let ip6 = frame.ipv6(from: "::1", to: "::2")
        expectError(
            .invalidValue(0x10_0000), "IPv6 flow label", at: 15,
            frame.ipv6(from: "::1", to: "::2", flowLabel: 0x10_0000))
        expectError(
            .invalidValue(8192), "IPv6 fragment offset", at: 56,
            ip6.fragmentHeader(offset: 8192, moreFragments: false, identification: 1))
        expectError(
            .invalidValue(22), "TCP data offset", at: 66,
            ip6.tcp(from: 1, to: 2, sequence: 0, flags: .syn, declaredHeaderLength: 22))
        expectError(.invalidValue(0x100_0000), "SNAP organization", at: 17, frame.snap(organization: 0x100_0000))
    }

    @Test func aTextThatIsNotAnAddressOfTheFamilyIsAnError() {
        let frame = PacketBuilder.ethernet(from: alice.link, to: bruno.link)
        expectError(
            .truncated(needed: 6, available: 0), "Ethernet source", at: 6,
            PacketBuilder.ethernet(from: "printer", to: bruno.link))
        expectError(
            .truncated(needed: 4, available: 0), "IPv4 destination", at: 30,
            frame.ipv4(from: "10.0.0.1", to: "10.0.0.256").udp(from: 1, to: 2))
        expectError(.tooLong(length: 16, maximum: 4), "IPv4 source", at: 26, frame.ipv4(from: "::1", to: "10.0.0.2"))
        expectError(
            .truncated(needed: 16, available: 4), "IPv6 source", at: 22, frame.ipv6(from: "10.0.0.1", to: "::1"))
    }

    @Test func aChecksumWithoutAddressesIsAnError() throws {
        let frame = PacketBuilder.ethernet(from: alice.link, to: bruno.link)
        expectError(.truncated(needed: 20, available: 0), "IP header", at: 14, frame.udp(from: 1, to: 2))
        #expect(
            try frame.udp(from: 1, to: 2, checksum: .value(7)).bytes.dropFirst(12) == hex("88b5 0001000200080007")[...])
    }
}
