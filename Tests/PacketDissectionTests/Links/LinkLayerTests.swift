import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting

/// Every way by which a frame leads to the same SYN.
@Suite struct LinkLayerTests {
    private static let ip = Array(Packets.ethernetIPv4SYN[14...])
    private static let addresses = "025a10016502 025a10011e01"
    private static let length = "003c"

    /// Header in hexadecimal digits, link type, the layers above IP, and how many bytes come behind the SYN.
    static let ways: [(header: String, linkType: LinkType, layers: [String], trailer: Int)] = [
        (addresses + "0044 aaaa03 000000 0800", .ethernet, ["ethernet", "llc"], 0),
        (addresses + "8100 0005 0044 aaaa03 0000f8 0800", .ethernet, ["ethernet", "vlan", "llc"], 6),
        (addresses + "8847 00010040 00020140", .ethernet, ["ethernet", "mpls", "mpls"], 0),
        (addresses + "8864 11000007003e 0021", .ethernet, ["ethernet", "pppoe", "ppp"], 4),
        (addresses + "8864 11000007003d 21", .ethernet, ["ethernet", "pppoe", "ppp"], 4),
        (addresses + "88e5 200000000001 025a10011e010001 0800", .ethernet, ["ethernet", "macsec"], 16),
        (addresses + "88e5 003e00000001 0800", .ethernet, ["ethernet", "macsec"], 16),
        (addresses + "894f 0fc20101 00000100", .ethernet, ["ethernet", "nsh"], 0),
        (
            addresses + "894f 0fc30103 00000100 0a0b0c0d" + addresses + "0800", .ethernet,
            ["ethernet", "nsh", "ethernet"], 0
        ),
        (addresses + "88e7 00000064" + addresses + "0800", .ethernet, ["ethernet", "pbb", "ethernet"], 0),
        ("ff03 0021", .ppp, ["ppp"], 0), ("21", .ppp, ["ppp"], 0),
        ("ff03 0281 00020140", .pppHDLC, ["ppp", "mpls"], 0),
        ("0f000800", .pppHDLC, ["chdlc"], 0), ("8f000800", .cHDLC, ["chdlc"], 0),
        ("11000007003e 0021", .pppEther, ["pppoe", "ppp"], 0),
        ("00 ff03 0021", .pppWithDirection, ["pppDirection", "ppp"], 0),
        ("01 21", .pppWithDirection, ["pppDirection", "ppp"], 0),
        ("184103cc", .frameRelay, ["framerelay"], 0),
        ("18410300 80 000000 0800", .frameRelay, ["framerelay", "llc"], 0),
        ("18410800", .frameRelay, ["framerelay"], 0), ("1840000103cc", .frameRelay, ["framerelay"], 0),
        ("50" + addresses + "aaaa03 000000 0800", .fddi, ["fddi", "llc"], 0),
        (
            "1040 025a10016502 825a10011e01 0670 0011 0021 aaaa03 000000 0800", LinkType(rawValue: 6),
            ["tokenring", "llc"], 0
        ),
        (String(repeating: "00", count: 16), .slip, ["slip"], 0),
        ("3d020000 656d3000000000000000000000000000" + String(repeating: "00", count: 44), .pflog, ["pflog"], 0),
        ("0200 0005 0800 0100 08000300 05000a00 41 000000 4000 0900", .nflog, ["nflog"], 0),
        ("0200 0005 0008 0001 08000300 0040 0009", .nflog, ["nflog"], 0),
        ("0000 0304 0006 025a10011e01 0000 0004 aaaa03 000000 0800", .linuxSLL, ["sll", "llc"], 0),
        (pktap(type: 1) + addresses + "0800", .pktap, ["pktap", "ethernet"], 0),
        (pktap(type: 12), LinkType(rawValue: 149), ["pktap"], 0),
        ("00000800 01000000" + addresses + "0800", .ppi, ["ppi", "ethernet"], 0),
    ]

    /// A header of Apple's packet tap: en0, outgoing, process 501 "curl" for process 77 "nsurlsessiond".
    static func pktap(type: UInt8) -> String {
        let header = PKTAPHeader.with {
            ($0.dataLinkType, $0.flags, $0.interfaceField) = (UInt32(type), 2, Array("en0".utf8))
            ($0.processID, $0.processField) = (501, Array("curl".utf8))
            ($0.effectiveProcessID, $0.effectiveProcessField) = (77, Array("nsurlsessiond".utf8))
        }
        var writer = ByteWriter()
        header.serialize(into: &writer)
        return Hex.encode(writer.bytes)
    }

    static func frame(_ way: (header: String, linkType: LinkType, layers: [String], trailer: Int)) -> [UInt8] {
        Packets.bytes(way.header) + ip + [UInt8](repeating: 0xEE, count: way.trailer)
    }

    @Test func everyWayLeadsToTheSameSegment() {
        for way in Self.ways {
            let bytes = Self.frame(way)
            let packet = dissect(bytes, way.linkType)
            #expect(packet.stop == nil, "\(way.header)")
            #expect(packet.destinationPort == 9000, "\(way.header)")
            #expect(packet.source.description == "10.77.1.11")
            #expect(packet.payloadLength == 0)
            let offset = bytes.count - way.trailer - Self.ip.count
            #expect(packet.networkOffset == offset && packet.transportOffset == offset + 20)
            let frame = FrameLayers.layers(of: bytes.span, linkType: way.linkType, originalLength: bytes.count)
            #expect(frame.layers.map(\.name) == way.layers + ["ipv4", "tcp"])
            #expect(frame.fault == nil, "\(way.header)")
            for name in way.layers where name != "sll" && name != "pppDirection" {
                #expect(packet.protocols.names.contains(name), "\(way.header)")
            }
        }
    }

    @Test func everyTruncationIsACutInPacketAndLayers() {
        for way in Self.ways {
            let bytes = Self.frame(way)
            for count in 0..<bytes.count - way.trailer {
                let cut = Array(bytes[..<count])
                let packet = dissect(cut, way.linkType, originalLength: bytes.count)
                if case .malformed(let fault) = packet.stop { Issue.record("\(way.header) \(count): \(fault)") }
                let frame = FrameLayers.layers(of: cut.span, linkType: way.linkType, originalLength: bytes.count)
                #expect(frame.fault == nil, "\(way.header) \(count)")
                for layer in frame.layers { #expect(layer.offset + layer.length <= count) }
            }
        }
    }

    @Test func damageNeverLeavesTheBytesAndTheLayersAgree() {
        var random = SeededGenerator(seed: 0x11A4)
        for _ in 0..<6000 {
            let way = random.pick(Self.ways)
            var bytes = Self.frame(way)
            for _ in 0..<random.number(in: 1...3) {
                bytes[random.number(in: 0...min(bytes.count - 1, 140))] = random.bytes(1)[0]
            }
            bytes.removeLast(random.number(in: 0...30))
            let packet = dissect(bytes, way.linkType)
            #expect(packet.payloadOffset + packet.capturedPayloadLength <= bytes.count)
            let frame = FrameLayers.layers(of: bytes.span, linkType: way.linkType, originalLength: bytes.count)
            let transport = frame.layers.last { $0.name == "tcp" || $0.name == "udp" }
            #expect((transport != nil) == (packet.transport != .none), "\(way.header) \(Hex.encode(bytes))")
            #expect(transport?["destinationPort"].map { $0 == .integer(Int64(packet.destinationPort)) } ?? true)
        }
    }

    @Test func whatIsNotUnderstoodIsNamedByItsOwnRegistry() {
        #expect(
            dissect(Packets.bytes(Self.addresses + "0026 424203 0000")).stop
                == .unknownLinkProtocol(LinkProtocol(.llc, 0x42)))
        #expect(
            dissect(Packets.bytes(Self.addresses + "0010 aaaa03 00000c 2000 0102")).stop
                == .unknownLinkProtocol(LinkProtocol(.snap, 0x2000, organization: 0x00000C)))
        #expect(dissect(Packets.bytes("ff03 c021 01"), .ppp).stop == .unknownLinkProtocol(LinkProtocol(.ppp, 0xC021)))
        #expect(
            dissect(Packets.bytes(Self.addresses + "8847 00010140 0000")).stop
                == .unknownLinkProtocol(LinkProtocol(.mpls, 0)))
        #expect(dissect(Packets.bytes(Self.addresses + "8863 110900000000")).protocols == [.ethernet, .pppoe])
        #expect(
            dissect(Packets.bytes(Self.addresses + "88e5 2c00 00000001 025a10011e010001 ffff")).stop
                == .protected(.macsec))
    }

    @Test func aHeaderWithinItsOwnKindIsNotEnteredAgain() {
        var pktap = Packets.bytes(Self.pktap(type: 149))
        pktap += pktap
        guard case .malformed(let fault) = dissect(pktap, .pktap).stop else {
            Issue.record("not malformed")
            return
        }
        #expect(fault.field == .pktapLinkType && fault.offset == 8)
        let nested = Packets.bytes("0200000000000000 00000000" + "894f 0fc20104 00000100" + "0fc20101 00000100")
        #expect(dissect(nested).stop == .unknownLinkProtocol(LinkProtocol(.networkService, 4)))
        let tags = Array(repeating: Packets.bytes("88e5 000000000001"), count: 9).joined()
        #expect(dissect(Packets.bytes(Self.addresses) + tags).stop == .unknownEtherType(0x88E5))
        let labels = Packets.bytes(Self.addresses + "8847") + Array(repeating: [0, 1, 0, 64], count: 17).joined()
        guard case .malformed(let labelFault) = dissect(labels).stop else {
            Issue.record("not malformed")
            return
        }
        #expect(labelFault.error == WireError(.tooLong(length: 17, maximum: 16), field: "MPLS labels", offset: 78))
    }

    @Test func interfaceAndProcessOfAPacketTap() throws {
        let bytes = Packets.bytes(Self.pktap(type: 12)) + Self.ip
        #expect(dissect(bytes, .pktap).protocols.contains(.pktap))
        var input = ByteReader(bytes.span)
        let header = try PKTAPHeader(parsing: &input)
        #expect(header.interfaceName == "en0")
        #expect(header.direction == .outgoing)
        #expect(header.processID == 501 && header.processName == "curl")
        #expect(header.effectiveProcessName == "nsurlsessiond")
        let layer = FrameLayers.layers(of: bytes.span, linkType: .pktap, originalLength: bytes.count).layers[0]
        #expect(layer["direction"] == .text("out"))
        #expect(layer["processID"] == .integer(501))
    }
}
