import WireCoding

// The headers between Ethernet and IP. Each kind is entered once in a packet, which bounds the depth: a second one is
// not understood.
extension PacketDissector {
    @inline(never)
    static func encapsulated(
        _ type: EtherType, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        switch type {
        case .mplsUnicast, .mplsMulticast: mpls(bytes, offset, region, &packet)
        case .pppoeDiscovery, .pppoeSession:
            pppoe(bytes, offset, region, isSession: type == .pppoeSession, &packet)
        case .macsec where !packet.protocols.contains(.macsec): macsec(bytes, offset, region, &packet)
        case .backboneServiceTag where !packet.protocols.contains(.pbb):
            guard has(BackboneServiceTag.size, .backboneServiceTag, bytes, offset, region, &packet) else { return }
            packet.protocols.insert(.pbb)
            innerEthernet(bytes, offset &+ BackboneServiceTag.size, region, &packet)
        case .networkService where !packet.protocols.contains(.nsh): networkService(bytes, offset, region, &packet)
        case _ where type.isLength && !packet.protocols.contains(.llc):
            llc(bytes, offset, bounded(Int(type.rawValue), from: offset, by: .ieee8023Length, region), &packet)
        default: packet.stop = .unknownEtherType(type.rawValue)
        }
    }

    static func llc(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(LLCHeader.minimumSize, .llcHeader, bytes, offset, region, &packet) else { return }
        let (destination, source, control) = (bytes[offset], bytes[offset &+ 1], bytes[offset &+ 2])
        let header = LLCHeader(destination: destination, source: source, control: control)
        guard has(header.size, .llcHeader, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.llc)
        let start = offset &+ header.size
        guard header.announcesSNAP else {
            packet.stop = .unknownLinkProtocol(LinkProtocol(.llc, UInt16(destination)))
            return
        }
        snap(bytes, start, region, &packet)
    }

    static func snap(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(SNAPHeader.size, .snapHeader, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.llc)
        let header = SNAPHeader(
            organization: bytes.bigEndianUInt32(at: offset) >> 8, protocolID: bytes.bigEndianUInt16(at: offset &+ 3))
        let start = offset &+ SNAPHeader.size
        if let type = header.etherType {
            network(type.rawValue, bytes, start, region, &packet)
        } else if header.organization == SNAPHeader.apple, header.protocolID == 0x0800 {
            awdlData(bytes, start, region, &packet)
        } else {
            packet.stop = .unknownLinkProtocol(
                LinkProtocol(.snap, header.protocolID, organization: header.organization))
        }
    }

    static func mpls(_ bytes: Span<UInt8>, _ start: Int, _ region: Region, _ packet: inout DissectedPacket) {
        packet.protocols.insert(.mpls)
        var offset = start
        var labels = 0
        var isBottom = false
        while !isBottom {
            labels &+= 1
            guard labels <= maximumLabels else {
                packet.stop = .malformed(
                    DissectionFault(
                        .tooMany, .mplsLabels, at: offset, limit: .input, first: labels, second: maximumLabels))
                return
            }
            guard has(MPLSLabel.size, .mplsLabel, bytes, offset, region, &packet) else { return }
            isBottom = bytes[offset &+ 2] & 1 == 1
            offset &+= MPLSLabel.size
        }
        guard has(1, .ipVersion, bytes, offset, region, &packet) else { return }
        switch bytes[offset] >> 4 {
        case 4: ipv4(bytes, offset, region, &packet)
        case 6: ipv6(bytes, offset, region, &packet)
        case let nibble: packet.stop = .unknownLinkProtocol(LinkProtocol(.mpls, UInt16(nibble)))
        }
    }

    static func pppoe(
        _ bytes: Span<UInt8>, _ offset: Int, _ outer: Region, isSession: Bool, _ packet: inout DissectedPacket
    ) {
        guard has(PPPoEHeader.size, .pppoeHeader, bytes, offset, outer, &packet) else { return }
        packet.protocols.insert(.pppoe)
        guard isSession else { return }
        let start = offset &+ PPPoEHeader.size
        let length = Int(bytes.bigEndianUInt16(at: offset &+ 4))
        ppp(bytes, start, bounded(length, from: start, by: .pppoeLength, outer), &packet)
    }

    static func ppp(_ bytes: Span<UInt8>, _ start: Int, _ region: Region, _ packet: inout DissectedPacket) {
        var offset = start
        if offset &+ 2 <= min(region.end, bytes.count),
            bytes.bigEndianUInt16(at: offset) == PPPHeader.addressAndControl
        {
            offset &+= 2
        }
        guard has(1, .pppProtocol, bytes, offset, region, &packet) else { return }
        var number = UInt16(bytes[offset])
        offset &+= 1
        if number & 1 == 0 {
            guard has(1, .pppProtocol, bytes, offset, region, &packet) else { return }
            number = number << 8 | UInt16(bytes[offset])
            offset &+= 1
        }
        packet.protocols.insert(.ppp)
        switch PPPProtocol(rawValue: number) {
        case .ipv4: ipv4(bytes, offset, region, &packet)
        case .ipv6: ipv6(bytes, offset, region, &packet)
        case .mplsUnicast, .mplsMulticast: mpls(bytes, offset, region, &packet)
        default: packet.stop = .unknownLinkProtocol(LinkProtocol(.ppp, number))
        }
    }

    private static func macsec(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        guard has(MACsecTag.minimumSize, .macsecTag, bytes, offset, region, &packet) else { return }
        let tag = MACsecTag(control: bytes[offset], shortLength: bytes[offset &+ 1], packetNumber: 0)
        guard has(tag.size, .macsecTag, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.macsec)
        guard !tag.isConfidential else {
            packet.stop = .protected(.macsec)
            return
        }
        let data = macsecData(tag, from: offset &+ tag.size, region)
        guard has(2, .ethernetHeader, bytes, offset &+ tag.size, data, &packet) else { return }
        network(
            bytes.bigEndianUInt16(at: offset &+ tag.size), bytes, offset &+ tag.size &+ 2, data, &packet)
    }

    /// The end of the secure data: by the short length, or at the integrity check value.
    static func macsecData(_ tag: MACsecTag, from start: Int, _ region: Region) -> Region {
        if tag.shortLength != 0 {
            return bounded(Int(tag.shortLength), from: start, by: .macsecShortLength, region)
        }
        return Region(end: max(start, region.end &- MACsecTag.integrityCheckSize), limit: region.limit)
    }

    static func networkService(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        guard has(NetworkServiceHeader.minimumSize, .nshHeader, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.nsh)
        let size = Int(bytes[offset &+ 1] & 63) &* 4
        guard size >= NetworkServiceHeader.minimumSize else {
            packet.stop = malformed(size, .nshLength, offset, region)
            return
        }
        guard has(size, .nshHeader, bytes, offset, region, &packet) else { return }
        let start = offset &+ size
        switch bytes[offset &+ 3] {
        case 1: ipv4(bytes, start, region, &packet)
        case 2: ipv6(bytes, start, region, &packet)
        case 3: innerEthernet(bytes, start, region, &packet)
        case 5: mpls(bytes, start, region, &packet)
        case let next: packet.stop = .unknownLinkProtocol(LinkProtocol(.networkService, UInt16(next)))
        }
    }
}
