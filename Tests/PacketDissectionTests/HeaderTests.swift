import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct HeaderTests {
    @Test func headersOfRealPacketsAreWrittenBackByteForByte() throws {
        let bytes = Packets.ethernetIPv4SYN
        var reader = ByteReader(bytes.span)
        var writer = ByteWriter()
        try EthernetHeader(parsing: &reader).serialize(into: &writer)
        try IPv4Header(parsing: &reader).serialize(into: &writer)
        let tcp = try TCPHeader(parsing: &reader)
        tcp.serialize(into: &writer)
        let left = reader.remaining
        #expect(left == 0)
        #expect(writer.bytes == bytes)
        #expect(
            tcp.options == [
                .maximumSegmentSize(1460), .sackPermitted, .timestamps(value: 0x47E6_C7DF, echo: 0), .noOperation,
                .windowScale(10),
            ])
    }

    @Test func theHopByHopHeaderAndARPComeBack() throws {
        let bytes = Packets.hopByHop
        var reader = ByteReader(bytes.span)
        try reader.skip(14, "Ethernet header")
        let ip = try IPv6Header(parsing: &reader)
        let header = try IPv6ExtensionHeader(parsing: &reader, kind: ip.nextHeader)
        #expect(header.nextHeader == .icmpv6)
        #expect(header.body == .options([5, 2, 0, 0, 1, 0]))
        let packet = try ARPPacket(Packets.arpRequest)
        #expect(packet.operation == .request)
        #expect(IPAddress(bytes: packet.targetAddress)?.description == "10.77.1.11")
        var writer = ByteWriter()
        packet.serialize(into: &writer)
        #expect(writer.bytes == Array(Packets.arpRequest[14...]))
    }

    @Test func checksumsOfACapturedSegmentAreRight() throws {
        // An acknowledgment that the receiver captured, so that its checksums had been filled in.
        let ip = Packets.bytes("46c00028000040000102f8a00a4d010ce000001694040000")
        #expect(InternetChecksum.of(ip.span) == 0)
        let udp = Packets.bytes("d84921a4001817ae424a4e42020100000000000000000000")
        let source = IPAddress(ipv4: 0xAC10_0175)
        let destination = IPAddress(ipv4: 0xAC10_01FF)
        var sum = InternetChecksum(pseudoHeaderFrom: source, to: destination, protocol: .udp, length: udp.count)
        sum.add(udp.span)
        #expect(sum.value == 0)
        var writer = ByteWriter()
        UDPHeader(sourcePort: 0xD849, destinationPort: 0x21A4)
            .serialize(into: &writer, payload: Array(udp[8...]), from: source, to: destination)
        #expect(writer.bytes == udp)
    }

    @Test func theExampleOfRFC1071() {
        let bytes: [UInt8] = [0x00, 0x01, 0xF2, 0x03, 0xF4, 0xF5, 0xF6, 0xF7]
        #expect(InternetChecksum.of(bytes.span) == ~0xDDF2)
        var pieces = InternetChecksum()
        pieces.add(bytes.span.extracting(0..<3))
        pieces.add(bytes.span.extracting(3..<8))
        #expect(pieces.value == ~0xDDF2)
    }

    @Test func aWrongChecksumIsKeptWhenAskedFor() throws {
        var header = IPv4Header(
            source: IPAddress(ipv4: 1), destination: IPAddress(ipv4: 2), payloadProtocol: .udp, totalLength: 20)
        header.checksum = 0xBEEF
        var writer = ByteWriter()
        header.serialize(into: &writer, checksum: .verbatim)
        #expect(writer.bytes.span.bigEndianUInt16(at: 10) == 0xBEEF)
    }

    @Test(arguments: [
        ("0203000000", 1), ("0801", 1), ("080a0000", 0), ("0502", 9), ("0400", 1), ("05040000", 1),
    ])
    func optionLengthsThatLie(hex: String, offset: Int) {
        let bytes = Packets.bytes(hex)
        var reader = ByteReader(bytes.span)
        do throws(WireError) {
            let option = try TCPOption(parsing: &reader)
            #expect(option == .sack([]), "only an empty SACK is allowed here")
        } catch {
            #expect(error.offset == offset)
        }
    }

    @Test func aHeaderThatIsTooShortOrContradictsItselfThrowsWithItsOffset() {
        var bytes = Array(Packets.ethernetIPv4SYN[14...])
        for count in 0..<20 {
            #expect(
                ipv4Error(Array(bytes[..<count]))
                    == WireError(.truncated(needed: 20, available: count), field: "IPv4 header", offset: 0))
        }
        bytes[0] = 0x44
        #expect(ipv4Error(bytes) == WireError(.invalidValue(16), field: "IPv4 header length", offset: 0))
        bytes[0] = 0x45
        bytes[3] = 19
        #expect(ipv4Error(bytes) == WireError(.invalidValue(19), field: "IPv4 total length", offset: 2))
        bytes[0] = 0x65
        #expect(ipv4Error(bytes) == WireError(.invalidValue(6), field: "IPv4 version", offset: 0))
    }

    @Test func optionsThatAreNotAMultipleOfFourGainAnEndOfList() throws {
        let header = TCPHeader(
            sourcePort: 1, destinationPort: 2, sequenceNumber: 3, flags: .syn, options: [.windowScale(7)])
        var writer = ByteWriter()
        header.serialize(into: &writer)
        let bytes = writer.bytes
        var reader = ByteReader(bytes.span)
        let read = try TCPHeader(parsing: &reader)
        #expect(read.options == [.windowScale(7), .endOfOptions(padding: [])])
    }

    private func ipv4Error(_ bytes: [UInt8]) -> WireError? {
        var reader = ByteReader(bytes.span)
        do throws(WireError) {
            _ = try IPv4Header(parsing: &reader)
            return nil
        } catch {
            return error
        }
    }

    @Test func whatIsWrittenIsReadBack() throws {
        var random = SeededGenerator(seed: 0x4EAD)
        for _ in 0..<500 {
            let ethernet = EthernetHeader(
                destination: LinkAddress(rawValue: random.next()), source: LinkAddress(rawValue: random.next()),
                etherType: EtherType(rawValue: UInt16(truncatingIfNeeded: random.next())))
            let tag = VLANTag.with {
                $0.priority = UInt8(random.number(in: 0...7))
                $0.isDropEligible = random.chance(1, in: 2)
                $0.identifier = UInt16(random.number(in: 0...4095))
                $0.etherType = .ipv6
            }
            let sll = LinuxCookedHeader.with {
                ($0.packetType, $0.addressType) = (.outgoing, 1)
                $0.addressLength = UInt16(random.number(in: 0...65535))
                $0.addressField = random.next()
            }
            let sll2 = LinuxCookedHeader2.with {
                ($0.reserved, $0.addressType, $0.addressLength) = (3, 772, 6)
                $0.interfaceIndex = UInt32(truncatingIfNeeded: random.next())
                $0.addressField = random.next()
            }
            let loop = LoopbackHeader(
                family: UInt32(random.number(in: 1...65535)), isLittleEndian: random.chance(1, in: 2))
            let ipv6 = IPv6Header(
                source: IPAddress(ipv6High: random.next(), low: random.next()),
                destination: IPAddress(ipv6High: random.next(), low: 1), nextHeader: .routing,
                payloadLength: UInt16(random.number(in: 0...65535)), hopLimit: 3,
                trafficClass: UInt8(random.number(in: 0...255)), flowLabel: UInt32(random.number(in: 0...0xF_FFFF)))
            let routing = IPv6ExtensionHeader(
                kind: .routing, nextHeader: .fragment,
                body: .routing(type: 4, segmentsLeft: 1, data: random.bytes(4 + 8 * random.number(in: 0...9))))
            let fragment = IPv6ExtensionHeader(
                kind: .fragment, nextHeader: .authentication,
                body: .fragment(
                    .init(
                        fragmentOffset: UInt16(random.number(in: 0...8191)), moreFragments: random.chance(1, in: 2),
                        identification: UInt32(truncatingIfNeeded: random.next()), reserved: 7, reservedBits: 2)))
            let authentication = IPv6ExtensionHeader(
                kind: .authentication, nextHeader: .tcp, body: .opaque(random.bytes(10 + 4 * random.number(in: 0...5))))
            let ipv4 = IPv4Header(
                source: IPAddress(ipv4: UInt32(truncatingIfNeeded: random.next())), destination: IPAddress(ipv4: 9),
                payloadProtocol: .tcp, totalLength: UInt16(random.number(in: 60...65535)), identification: 77,
                flags: .moreFragments, fragmentOffset: UInt16(random.number(in: 0...8191)), timeToLive: 1, dscp: 46,
                ecn: 3, checksum: 0x1234, options: random.bytes(4 * random.number(in: 0...10)))
            let tcp = TCPHeader(
                sourcePort: 1, destinationPort: 2, sequenceNumber: UInt32(truncatingIfNeeded: random.next()),
                acknowledgmentNumber: 5, flags: [.ack, .cwr], window: 9, checksum: 8, urgentPointer: 7,
                reservedBits: UInt8(random.number(in: 0...15)),
                options: [
                    .sack([.init(left: 1, right: UInt32(truncatingIfNeeded: random.next()))]),
                    .unknown(kind: 254, data: random.bytes(3)), .noOperation, .endOfOptions(padding: random.bytes(7)),
                ])
            let udp = UDPHeader(sourcePort: 5353, destinationPort: 1, length: 3, checksum: 4)
            let icmp = ICMPHeader(type: 8, code: 1, checksum: 3)
            var writer = ByteWriter()
            ethernet.serialize(into: &writer)
            tag.serialize(into: &writer)
            sll.serialize(into: &writer)
            sll2.serialize(into: &writer)
            loop.serialize(into: &writer)
            ipv6.serialize(into: &writer)
            routing.serialize(into: &writer)
            fragment.serialize(into: &writer)
            authentication.serialize(into: &writer)
            ipv4.serialize(into: &writer, checksum: .verbatim)
            tcp.serialize(into: &writer)
            udp.serialize(into: &writer)
            icmp.serialize(into: &writer)
            let bytes = writer.bytes
            var reader = ByteReader(bytes.span)
            let readEthernet = try EthernetHeader(parsing: &reader)
            #expect(readEthernet == ethernet)
            let readTag = try VLANTag(parsing: &reader)
            #expect(readTag == tag)
            let readSll = try LinuxCookedHeader(parsing: &reader)
            #expect(readSll == sll)
            let readSll2 = try LinuxCookedHeader2(parsing: &reader)
            #expect(readSll2 == sll2)
            let readLoop = try LoopbackHeader(parsing: &reader)
            #expect(readLoop == loop)
            let readIpv6 = try IPv6Header(parsing: &reader)
            #expect(readIpv6 == ipv6)
            let readRouting = try IPv6ExtensionHeader(parsing: &reader, kind: .routing)
            #expect(readRouting == routing)
            let readFragment = try IPv6ExtensionHeader(parsing: &reader, kind: .fragment)
            #expect(readFragment == fragment)
            let readAuthentication = try IPv6ExtensionHeader(parsing: &reader, kind: .authentication)
            #expect(readAuthentication == authentication)
            let readIpv4 = try IPv4Header(parsing: &reader)
            #expect(readIpv4 == ipv4)
            let readTcp = try TCPHeader(parsing: &reader)
            #expect(readTcp == tcp)
            let readUdp = try UDPHeader(parsing: &reader)
            #expect(readUdp == udp)
            let readIcmp = try ICMPHeader(parsing: &reader)
            #expect(readIcmp == icmp)
            let left = reader.remaining
            #expect(left == 0)
        }
    }
}

extension ARPPacket {
    /// The ARP packet of an Ethernet frame.
    init(_ frame: [UInt8]) throws(WireError) {
        var reader = ByteReader(frame.span)
        try reader.skip(14, "Ethernet header")
        try self.init(parsing: &reader)
    }
}
