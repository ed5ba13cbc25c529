import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct PacketDissectorTests {
    @Test func aSYNOverEthernetAndIPv4() {
        let packet = dissect(Packets.ethernetIPv4SYN)
        #expect(packet.protocols.names == ["ethernet", "ipv4", "tcp"])
        #expect(packet.linkSource?.description == "02:5a:10:01:1e:01")
        #expect(packet.linkDestination?.description == "02:5a:10:01:65:02")
        #expect(packet.source.description == "10.77.1.11")
        #expect(packet.destination.description == "10.77.1.12")
        #expect(packet.sourcePort == 60110)
        #expect(packet.destinationPort == 9000)
        #expect(packet.tcp.flags == .syn)
        #expect(packet.tcp.sequenceNumber == 0x380D_DE19)
        #expect(packet.tcp.window == 64240)
        #expect(packet.tcp.timestamp == 0x47E6_C7DF)
        #expect(packet.tcp.timestampEcho == 0)
        #expect(packet.payloadOffset == 74)
        #expect(packet.payloadLength == 0)
        #expect(packet.stop == nil)
    }

    @Test func tagsArePassedAndEthernetPaddingIsNotPayload() {
        let packet = dissect(Packets.twoTags + [0, 0, 0, 0, 0, 0])
        #expect(packet.protocols == [.ethernet, .vlan, .ipv4, .tcp])
        #expect(packet.virtualLAN == 0x00A_014)
        #expect(packet.destinationPort == 80)
        #expect(packet.payloadLength == 0)
        #expect(packet.tcp.timestamp == nil)
    }

    @Test func cookedAndLoopbackHeaders() {
        let sll = dissect(Packets.sllIPv4SYN, .linuxSLL)
        #expect(sll.protocols == [.sll, .ipv4, .tcp])
        #expect(sll.linkSource == LinkAddress(rawValue: 0))
        let sll2 = dissect(Packets.sll2IPv6, .linuxSLL2)
        #expect(sll2.protocols == [.sll, .ipv6, .tcp])
        #expect(sll2.interfaceIndex == 1 && sll2.virtualLAN == 0)
        #expect(sll2.tcp.timestampEcho == 0xD18E_79E0)
        let null = dissect(Packets.nullUDP, .null)
        #expect(null.protocols == [.loopback, .ipv4, .udp])
        #expect(null.payloadLength == 16)
    }

    @Test(arguments: [10, 24, 28, 30] as [UInt8])
    func everySystemsAFINET6InEitherByteOrder(family: UInt8) {
        let ip = Packets.ethernetIPv6SYN[14...]
        #expect(dissect([family, 0, 0, 0] + ip, .null).transport == .tcp)
        #expect(dissect([0, 0, 0, family] + ip, .loop).transport == .tcp)
    }

    @Test func aSerialLinesHeaderWhereAFamilyShouldBe() {
        let packet = dissect([0x0F, 0, 8, 0] + Packets.ethernetIPv4SYN[14...], .null)
        #expect(packet.destinationPort == 9000)
        #expect(
            dissect([0x0F, 0, 8, 1] + Packets.ethernetIPv4SYN[14...], .null).stop == .unknownAddressFamily(0x0108_000F))
    }

    @Test func packetsWithoutTransport() {
        #expect(dissect(Packets.arpRequest).protocols == [.ethernet, .arp])
        #expect(dissect(Packets.igmp).protocols == [.ethernet, .ipv4, .igmp])
        let report = dissect(Packets.hopByHop)
        #expect(report.protocols == [.ethernet, .ipv6, .icmpv6])
        #expect(report.ipProtocol == 58)
        #expect(report.stop == nil)
    }

    @Test func onlyTheFirstFragmentHasATransportHeader() {
        let first = dissect(Packets.ipv6FirstFragment)
        #expect(first.isFragment && !first.isLaterFragment)
        #expect(first.sourcePort == 48858)
        #expect(first.payloadLength == 8)
        let last = dissect(Packets.ipv6LastFragment)
        #expect(last.isFragment && last.isLaterFragment)
        #expect(last.transport == .none)
        #expect(last.payloadOffset == 62)
        #expect(last.payloadLength == 8)
        #expect(last.protocols.contains(.fragment))
    }

    @Test func tcpAfterHopByHopOptionsAuthenticationAndAnAtomicFragment() {
        let whole = Array(Packets.ethernetIPv6SYN[14...])
        var bytes = Array(whole[..<40])
        (bytes[5], bytes[6]) = (40 + 8 + 16 + 8, 0)
        bytes += [51, 0, 1, 4, 0, 0, 0, 0]
        bytes += [44, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0xAA, 0xBB, 0xCC, 0xDD]
        bytes += [6, 0, 0, 0, 0, 0, 0, 9]
        bytes += whole[40...] + [0x55]
        let packet = dissect(bytes, .raw)
        #expect(packet.sourcePort == 52850)
        #expect(packet.ipProtocol == 6)
        #expect(!packet.isFragment)
        #expect(packet.payloadLength == 0)
        for count in 1..<112 {
            let cut = dissect(Array(bytes[..<count]), .raw, originalLength: bytes.count)
            guard case .cut = cut.stop else {
                Issue.record("\(count) bytes: \(String(describing: cut.stop))")
                continue
            }
        }
    }

    @Test func piecesOfAnIPv4Datagram() {
        var bytes = Packets.nullUDP
        bytes[10] = 0x20
        let first = dissect(bytes, .null)
        #expect(first.isFragment && !first.isLaterFragment)
        #expect(first.destinationPort == 8612)
        bytes[11] = 0xB9
        let later = dissect(bytes, .null)
        #expect(later.isLaterFragment)
        #expect(later.transport == .none)
        #expect(later.payloadLength == 24)
    }

    @Test func aTotalLengthOfZeroMeansAllOfThePacket() {
        var bytes = Packets.ethernetIPv4SYN + [1, 2, 3]
        (bytes[16], bytes[17]) = (0, 0)
        #expect(dissect(bytes).payloadLength == 3)
        #expect(dissect(bytes, originalLength: 70_000).payloadLength == 70_000 - 74)
    }

    @Test func lengthsThatPromiseTooMuchAreCutToThePacket() {
        var bytes = Packets.ethernetIPv4SYN + [1, 2, 3]
        (bytes[16], bytes[17]) = (0xFF, 0xFF)
        #expect(dissect(bytes).payloadLength == 3)
        var datagram = Packets.nullUDP
        datagram[28] = 0xFF
        #expect(dissect(datagram, .null).payloadLength == 16)
        (datagram[28], datagram[29]) = (0, 9)
        #expect(dissect(datagram, .null).payloadLength == 1)
    }

    @Test(arguments: [
        (14, 0x44, "IPv4 header length", 14), (14, 0x55, "IPv4 version", 14), (17, 19, "IPv4 total length", 16),
        (46, 0x40, "TCP data offset", 46),
    ])
    func aHeaderThatContradictsItselfStopsThere(at: Int, value: UInt8, field: String, offset: Int) {
        var bytes = Packets.ethernetIPv4SYN
        bytes[at] = value
        guard case .malformed(let fault) = dissect(bytes).stop else {
            Issue.record("not malformed")
            return
        }
        #expect(fault.field.name.description == field)
        #expect(fault.error.offset == offset)
        #expect(dissect(bytes).transport == .none)
    }

    @Test func aHeaderLengthBeyondTheTotalLengthIsMalformedAndNotCut() {
        var bytes = Packets.ethernetIPv4SYN
        bytes[17] = 39
        let stop = dissect(bytes).stop
        guard case .malformed = stop else {
            Issue.record("\(String(describing: stop))")
            return
        }
        let error = WireError(
            .truncated(needed: 20, available: 19), field: "TCP header", offset: 34, limit: "IPv4 total length")
        #expect(stop?.error == error)
    }

    @Test func malformedOptionsDoNotLoseTheHeader() {
        var bytes = Packets.ethernetIPv4SYN
        bytes[55] = 0
        let packet = dissect(bytes)
        #expect(packet.transport == .tcp)
        #expect(packet.stop == nil)
        #expect(packet.tcp.timestamp == nil)
    }

    @Test func optionsCutByTheSnapLengthLeaveTheHeader() {
        let packet = dissect(Array(Packets.ethernetIPv4SYN[..<60]), originalLength: 74)
        #expect(packet.transport == .tcp)
        #expect(packet.destinationPort == 9000)
        #expect(packet.payloadOffset == 60)
        let error = WireError(.truncated(needed: 40, available: 26), field: "TCP header", offset: 34)
        #expect(packet.stop?.error == error)
    }

    @Test(arguments: [LinkType.ethernet, .linuxSLL, .raw, .null, .ieee80211Radiotap])
    func aPacketOfNoBytesIsNothingAndNotMalformed(linkType: LinkType) {
        let packet = dissect([], linkType, originalLength: 0)
        if case .malformed(let fault) = packet.stop { Issue.record("\(fault.error)") }
        let bytes: [UInt8] = []
        #expect(FrameLayers.layers(of: bytes.span, linkType: linkType, originalLength: 0).fault == nil)
    }

    @Test func whatIsNotUnderstoodIsNamed() {
        #expect(dissect([], LinkType(rawValue: 147)).stop == .unknownLinkType)
        var bytes = Packets.ethernetIPv4SYN
        (bytes[12], bytes[13]) = (0x06, 0x65)
        #expect(dissect(bytes).stop == .unknownEtherType(0x0665))
        bytes = Packets.ethernetIPv4SYN
        bytes[23] = 132
        #expect(dissect(bytes).stop == .unknownIPProtocol(132))
        #expect(dissect([7, 0, 0, 0], .null).stop == .unknownAddressFamily(7))
    }

    @Test func tooManyTagsAndExtensionHeadersAreMalformed() {
        let tags = Array(Packets.twoTags[..<12]) + Array(repeating: [0x81, 0, 0, 1] as [UInt8], count: 9).joined()
        let atNinth = WireError(.tooLong(length: 9, maximum: 8), field: "VLAN tags", offset: 46)
        #expect(dissect(tags + [8, 0]).stop?.error == atNinth)
        var chain = Array(Packets.hopByHop[14..<54])
        (chain[4], chain[5], chain[6]) = (0, 17 * 8, 60)
        for _ in 0..<17 { chain += [60, 0, 1, 4, 0, 0, 0, 0] }
        guard case .malformed(let fault) = dissect(chain, .raw).stop else {
            Issue.record("not malformed")
            return
        }
        #expect(fault.offset == 40 + 16 * 8)
    }

    @Test func everyTruncationIsACutAndKeepsTheLayersBeforeIt() {
        for (bytes, linkType) in Packets.all {
            let whole = dissect(bytes, linkType)
            for count in 0..<bytes.count {
                let packet = dissect(Array(bytes[..<count]), linkType, originalLength: bytes.count)
                #expect(whole.protocols.isSuperset(of: packet.protocols))
                if case .malformed(let error) = packet.stop { Issue.record("\(linkType) \(count): \(error)") }
                if packet.transport != .none {
                    #expect(packet.sourcePort == whole.sourcePort)
                    #expect(packet.payloadLength == whole.payloadLength)
                }
                expectInside(packet, count)
            }
        }
    }

    @Test func randomAndDamagedPacketsNeverLeaveTheirBytesAndTheLayersAgree() {
        var generator = SeededGenerator(seed: 0xD155EC7)
        for round in 0..<6000 {
            var bytes: [UInt8]
            let linkType: LinkType
            if round % 3 == 0 {
                linkType = generator.pick(Packets.linkTypes)
                bytes = generator.bytes(generator.number(in: 0...120))
            } else {
                let seed = Packets.all[generator.number(in: 0...Packets.all.count - 1)]
                (bytes, linkType) = (seed.bytes, seed.linkType)
                for _ in 0..<generator.number(in: 1...4) {
                    bytes[generator.number(in: 0...bytes.count - 1)] = generator.bytes(1)[0]
                }
                bytes.removeLast(generator.number(in: 0...min(bytes.count, 24)))
            }
            let original = generator.pick([0, bytes.count, bytes.count + 20, Int.max])
            let packet = dissect(bytes, linkType, originalLength: original)
            expectInside(packet, bytes.count)
            expectAgreement(packet, FrameLayers.layers(of: bytes.span, linkType: linkType, originalLength: original))
        }
    }

    private func expectInside(_ packet: DissectedPacket, _ count: Int) {
        #expect(packet.payloadOffset >= 0 && packet.capturedPayloadLength >= 0)
        #expect(packet.payloadOffset + packet.capturedPayloadLength <= count)
        #expect(packet.capturedPayloadLength <= packet.payloadLength)
    }

    /// The layers are read with the header types, the packet at fixed offsets: they must tell the same.
    private func expectAgreement(_ packet: DissectedPacket, _ frame: FrameDescription) {
        let names = Set(frame.layers.map(\.name))
        for name in ["ethernet", "vlan", "ipv4", "ipv6"] {
            #expect(names.contains(name) == packet.protocols.names.contains(name))
        }
        if case .malformed(let error) = packet.stop {
            // A length beyond the packet is a fault that the dissector reads over.
            let fault = frame.fault
            #expect(fault?.offset == Int(error.offset) || fault?.message.contains("the limit is") == true)
        }
        if let ip = frame.layers.last(where: { $0.name == "ipv4" || $0.name == "ipv6" }) {
            #expect(ip["source"] == .text(packet.source.description))
            #expect(ip["destination"] == .text(packet.destination.description))
        }
        let layer = frame.layers.last { $0.name == "tcp" || $0.name == "udp" }
        #expect((layer != nil) == (packet.transport != .none))
        guard let layer else { return }
        #expect(layer["sourcePort"] == .integer(Int64(packet.sourcePort)))
        #expect(layer["payloadLength"] == .integer(Int64(packet.payloadLength)))
        #expect(layer["destinationPort"] == .integer(Int64(packet.destinationPort)))
        if packet.transport == .tcp {
            #expect(layer["sequenceNumber"] == .integer(Int64(packet.tcp.sequenceNumber)))
            #expect(layer["flags"] == .integer(Int64(packet.tcp.flags.rawValue)))
        }
    }
}

extension FrameLayer {
    subscript(name: String) -> FieldValue? { fields.first { $0.name == name }?.value }
}
