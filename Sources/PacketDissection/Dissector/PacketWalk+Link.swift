import PacketCapture

extension PacketWalk {
    /// The headers of all link types, including those that a header before the frame announces.
    @inline(never)
    func link(_ type: LinkType, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        switch type {
        case .ethernet: innerEthernet(offset, region, &packet)
        case .null: loopback("null", offset, region, &packet)
        case .loop: loopback("loop", offset, region, &packet)
        case .bsdRaw, .openBSDRaw, .raw:
            printer?.layer = "ip"
            raw(offset, region, &packet)
        case .ipv4: ipv4(offset, region, &packet)
        case .ipv6: ipv6(offset, region, &packet)
        case .linuxSLL: cooked(offset, region, &packet)
        case .linuxSLL2: cooked2(offset, region, &packet)
        case .ieee80211: ieee80211(offset, region, flags: [], &packet)
        case .ieee80211Prism: prism(offset, region, &packet)
        case .ieee80211Radiotap: radiotap(offset, region, &packet)
        case .ieee80211AVS: avs(offset, region, &packet)
        case .ppi: perPacketInformation(offset, region, &packet)
        case .ppp, .pppHDLC: pppHDLC(offset, region, &packet)
        case .pppWithDirection: directedPPP(offset, region, &packet)
        case .pppEther: pppoe(offset, region, isSession: true, &packet)
        case .cHDLC: ciscoHDLC(offset, region, &packet)
        case .frameRelay: frameRelay(offset, region, &packet)
        case .tokenRing: tokenRing(offset, region, &packet)
        case .fddi: fddi(offset, region, &packet)
        case .slip: slip(offset, region, &packet)
        case .pflog: packetFilterLog(offset, region, &packet)
        case .nflog: netfilterLog(offset, region, &packet)
        case .user2, .pktap: packetTap(offset, region, &packet)
        default: packet.stop = .unknownLinkType
        }
    }

    /// A frame of a link type that a header before it gave in 32 bits.
    func innerLink(_ type: UInt32, _ offset: Int, _ region: Region, _ packet: inout DissectedPacket) {
        guard let type = UInt16(exactly: type) else {
            packet.stop = .unknownLinkType
            return
        }
        link(LinkType(rawValue: type), offset, region, &packet)
    }
}
