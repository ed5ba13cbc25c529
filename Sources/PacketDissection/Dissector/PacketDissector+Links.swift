import PacketCapture
import WireCoding

extension PacketDissector {
    /// All link types, including those that a header before the frame announces.
    @inline(never)
    static func link(
        _ type: UInt16, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        switch type {
        case 1: innerEthernet(bytes, offset, region, &packet)
        case 0, 108: loopback(bytes, offset, region, &packet)
        case 12, 14, 101: raw(bytes, offset, region, &packet)
        case 228: ipv4(bytes, offset, region, &packet)
        case 229: ipv6(bytes, offset, region, &packet)
        case 113: cooked(bytes, offset, region, &packet)
        case 276: cooked2(bytes, offset, region, &packet)
        case 105: ieee80211(bytes, offset, region, flags: [], &packet)
        case 119: prism(bytes, offset, region, &packet)
        case 127: radiotap(bytes, offset, region, &packet)
        case 163: avs(bytes, offset, region, &packet)
        case 192: perPacketInformation(bytes, offset, region, &packet)
        case 9, 50: pppHDLC(bytes, offset, region, &packet)
        case 51: pppoe(bytes, offset, region, isSession: true, &packet)
        case 104: ciscoHDLC(bytes, offset, region, &packet)
        case 107: frameRelay(bytes, offset, region, &packet)
        case 6: tokenRing(bytes, offset, region, &packet)
        case 10: fddi(bytes, offset, region, &packet)
        case 8:
            guard has(SLIPHeader.size, .slipHeader, bytes, offset, region, &packet) else { return }
            packet.protocols.insert(.slip)
            raw(bytes, offset &+ SLIPHeader.size, region, &packet)
        case 117: packetFilterLog(bytes, offset, region, &packet)
        case 239: netfilterLog(bytes, offset, region, &packet)
        case 149, 258: packetTap(bytes, offset, region, &packet)
        default: packet.stop = .unknownLinkType
        }
    }

    /// PPP, or Cisco's framing, which the same lines may carry.
    private static func pppHDLC(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        if offset < min(bytes.count, region.end), bytes[offset] == 0x0F || bytes[offset] == 0x8F {
            ciscoHDLC(bytes, offset, region, &packet)
        } else {
            ppp(bytes, offset, region, &packet)
        }
    }

    private static func ciscoHDLC(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        guard has(CiscoHDLCHeader.size, .ciscoHDLCHeader, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.chdlc)
        network(bytes.bigEndianUInt16(at: offset &+ 2), bytes, offset &+ CiscoHDLCHeader.size, region, &packet)
    }

    private static func frameRelay(
        _ bytes: Span<UInt8>, _ start: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        guard has(FrameRelayHeader.minimumSize, .frameRelayHeader, bytes, start, region, &packet) else { return }
        var size = 0
        repeat {
            guard size < 4 else {
                packet.stop = malformed(0, .frameRelayAddress, start, region)
                return
            }
            size &+= 1
        } while bytes[start &+ size &- 1] & 1 == 0
        guard has(size &+ 2, .frameRelayHeader, bytes, start, region, &packet) else { return }
        packet.protocols.insert(.frameRelay)
        var offset = start &+ size
        guard bytes[offset] == 3 else {
            network(bytes.bigEndianUInt16(at: offset), bytes, offset &+ 2, region, &packet)
            return
        }
        offset &+= 1
        if bytes[offset] == 0 {
            guard has(size &+ 3, .frameRelayHeader, bytes, start, region, &packet) else { return }
            offset &+= 1
        }
        switch bytes[offset] {
        case 0xCC: ipv4(bytes, offset &+ 1, region, &packet)
        case 0x8E: ipv6(bytes, offset &+ 1, region, &packet)
        case 0x80: snap(bytes, offset &+ 1, region, &packet)
        case let identifier: packet.stop = .unknownLinkProtocol(LinkProtocol(.frameRelay, UInt16(identifier)))
        }
    }

    private static func tokenRing(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        guard has(TokenRingHeader.minimumSize, .tokenRingHeader, bytes, offset, region, &packet) else { return }
        let hasRoute = bytes[offset &+ 8] & 0x80 != 0
        var size = TokenRingHeader.minimumSize
        if hasRoute {
            guard has(size &+ 1, .tokenRingHeader, bytes, offset, region, &packet) else { return }
            size &+= TokenRingHeader.routeSize(bytes[offset &+ 14])
            guard has(size, .tokenRingHeader, bytes, offset, region, &packet) else { return }
        }
        packet.protocols.insert(.tokenRing)
        packet.linkDestinationWord = linkAddress(bytes, offset &+ 2)
        packet.linkSourceWord = linkAddress(bytes, offset &+ 8) & ~(1 << 47)
        guard TokenRingHeader.carriesLLC(frameControl: bytes[offset &+ 1]) else { return }
        llc(bytes, offset &+ size, region, &packet)
    }

    private static func fddi(_ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard has(FDDIHeader.size, .fddiHeader, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.fddi)
        packet.linkDestinationWord = linkAddress(bytes, offset &+ 1)
        packet.linkSourceWord = linkAddress(bytes, offset &+ 7)
        guard FDDIHeader.carriesLLC(frameControl: bytes[offset]) else { return }
        llc(bytes, offset &+ FDDIHeader.size, region, &packet)
    }

    private static func packetFilterLog(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        guard has(PFLogHeader.minimumSize, .pflogHeader, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.pflog)
        let size = PFLogHeader.size(length: bytes[offset])
        guard size >= PFLogHeader.minimumSize else {
            packet.stop = malformed(Int(bytes[offset]), .pflogLength, offset, region)
            return
        }
        guard has(size, .pflogHeader, bytes, offset, region, &packet) else { return }
        family(UInt32(bytes[offset &+ 1]), bytes, offset &+ size, region, &packet)
    }

    /// IP by an address family of any system.
    private static func family(
        _ family: UInt32, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        switch LoopbackHeader(family: family).etherType {
        case .some(.ipv4): ipv4(bytes, offset, region, &packet)
        case .some(.ipv6): ipv6(bytes, offset, region, &packet)
        default: packet.stop = .unknownAddressFamily(family)
        }
    }

    private static func netfilterLog(
        _ bytes: Span<UInt8>, _ start: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        guard has(NFLogHeader.size, .nflogHeader, bytes, start, region, &packet) else { return }
        packet.protocols.insert(.nflog)
        var offset = start &+ NFLogHeader.size
        var isLittleEndian: Bool?
        while offset < region.end {
            guard has(NFLogAttribute.headerSize, .nflogAttribute, bytes, offset, region, &packet) else { return }
            let little =
                isLittleEndian
                ?? NFLogAttribute.isLittleEndian(
                    bytes[offset], bytes[offset &+ 1], available: region.end &- offset)
            isLittleEndian = little
            let length = little ? bytes.littleEndianUInt16(at: offset) : bytes.bigEndianUInt16(at: offset)
            let type = little ? bytes.littleEndianUInt16(at: offset &+ 2) : bytes.bigEndianUInt16(at: offset &+ 2)
            let size = Int(length)
            guard size >= NFLogAttribute.headerSize else {
                packet.stop = malformed(size, .nflogAttributeLength, offset, region)
                return
            }
            if type & 0x3FFF == NFLogAttribute.payload {
                let content = bounded(size, from: offset, by: .nflogAttributeLength, region)
                family(UInt32(bytes[start]), bytes, offset &+ NFLogAttribute.headerSize, content, &packet)
                return
            }
            guard has(size, .nflogAttribute, bytes, offset, region, &packet) else { return }
            offset &+= (size &+ 3) & ~3
        }
    }

    private static func packetTap(
        _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        guard has(PKTAPHeader.minimumSize, .pktapHeader, bytes, offset, region, &packet) else { return }
        packet.protocols.insert(.pktap)
        let length = Int(bytes.littleEndianUInt32(at: offset))
        guard length >= PKTAPHeader.minimumSize else {
            packet.stop = malformed(length, .pktapLength, offset, region)
            return
        }
        guard has(length, .pktapHeader, bytes, offset, region, &packet) else { return }
        let type = bytes.littleEndianUInt32(at: offset &+ 8)
        guard bytes.littleEndianUInt32(at: offset &+ 4) == 1 else { return }
        guard !PKTAPHeader.isPKTAP(type) else {
            packet.stop = malformed(Int(type), .pktapLinkType, offset &+ 8, region)
            return
        }
        innerLink(type, bytes, offset &+ length, region, &packet)
    }

    /// A frame of a link type that a header before it gave in 32 bits.
    static func innerLink(
        _ type: UInt32, _ bytes: Span<UInt8>, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket
    ) {
        guard let type = UInt16(exactly: type) else {
            packet.stop = .unknownLinkType
            return
        }
        link(type, bytes, offset, region, &packet)
    }
}
