import PacketCapture
import PacketDissection
import WireCoding
import WirelessFrames

// Headers below and around IP.
extension PacketRedactor {
    /// Copies a header with other addresses.
    ///
    /// - Returns: False for one that no rule knows.
    func header(_ layer: FrameLayer, _ draft: inout PacketDraft) -> Bool {
        let (start, length) = (layer.offset, layer.length)
        switch layer.name {
        // Numbers alone: tags, labels, types and lengths.
        case "vlan", "llc", "snap", "mpls", "pppDirection", "chdlc", "null", "loop", "vxlan", "gtp", "pppoe", "slip",
            "framerelay", "pbb", "ip":
            draft.keep(start, length)
        case "ppp": draft.keep(start, length)
        case "ethernet":
            draft.keep(start + 12, length - 12)
            linkAddresses([start, start + 6], &draft)
        case "amsdu":
            draft.keep(start + 12, length - 12)
            linkAddresses([start, start + 6], &draft)
        case "fddi":
            draft.keep(start, 1)
            linkAddresses([start + 1, start + 7], &draft)
        case "sll":
            draft.keep(start, 6)
            draft.keep(start + 14, 2)
            if draft.word(start + 4) == 6 { linkAddresses([start + 6], &draft) }
        case "sll2":
            draft.keep(start, 12)
            if draft.byte(start + 11) == 6 { linkAddresses([start + 12], &draft) }
        case "pktap":
            // Without the names and numbers of processes.
            draft.keep(start, 52)
            draft.put([UInt8](repeating: 0xFF, count: 4), at: start + 52)
            draft.keep(start + 76, 8)
            draft.put([UInt8](repeating: 0xFF, count: 4), at: start + 84)
            interfaceName(start + 12, 24, &draft)
        case "pflog":
            draft.keep(start, 20)
            interfaceName(start + 4, 16, &draft)
        case "nflog": netfilterLog(layer, &draft)
        case "arp": addressResolution(layer, &draft)
        case "geneve": draft.keep(start, min(length, 8))
        case "nsh": draft.keep(start, min(length, 8))
        case "gre": greHeader(layer, &draft)
        case "erspan": draft.keep(start, length)
        case "macsec":
            draft.keep(start, min(length, 6))
            if length == 14 {
                linkAddresses([start + 6], &draft)
                draft.keep(start + 12, 2)
            }
        case "teredo": draft.keep(start, min(length, 2))
        case "ipv6HopByHop", "ipv6DestinationOptions": ipv6Options(layer, &draft)
        case "radiotap", "prism", "avs", "ppi", "ieee80211", "awdl", "awdlData", "nan": return wireless(layer, &draft)
        default: return false
        }
        return true
    }

    func linkAddresses(_ places: [Int], _ draft: inout PacketDraft) {
        for place in places {
            guard let address = draft.linkAddress(place) else { continue }
            draft.put(ByteWriter.bytes(standIns.addresses.standIn(for: address).serialize(into:)), at: place)
        }
    }

    func addresses(_ places: [Int], isIPv6: Bool, _ draft: inout PacketDraft) {
        for place in places {
            guard let address = draft.address(place, isIPv6: isIPv6) else { continue }
            draft.put(standIns.addresses.standIn(for: address).bytes, at: place)
        }
    }

    /// A name that systems give by themselves stays.
    private func interfaceName(_ start: Int, _ length: Int, _ draft: inout PacketDraft) {
        guard draft.has(start, length) else { return draft.blank(start..<start + length) }
        let name = String(decoding: draft.input[start..<start + length].prefix { $0 != 0 }, as: UTF8.self)
        draft.blank(start..<start + length)
        if CaptureInterface.isUsualName(name) { draft.put(Array(name.utf8), at: start) }
    }

    /// The types and lengths of attributes, and the values of none but the packet's, which other layers copy.
    private func netfilterLog(_ layer: FrameLayer, _ draft: inout PacketDraft) {
        draft.keep(layer.offset, NFLogHeader.size)
        var offset = layer.offset + NFLogHeader.size
        let first = draft.word(offset)
        let swapped = first >> 8 | (first & 0xFF) << 8
        let isLittleEndian = swapped >= 4 && (swapped <= draft.count - offset || first < 4 || swapped <= first)
        while offset + 4 <= layer.offset + layer.length {
            draft.keep(offset, 4)
            let word = draft.word(offset)
            let length = isLittleEndian ? word >> 8 | (word & 0xFF) << 8 : word
            guard length >= 4 else { return }
            offset += (length + 3) & ~3
        }
    }

    private func addressResolution(_ layer: FrameLayer, _ draft: inout PacketDraft) {
        let start = layer.offset
        draft.keep(start, ARPPacket.fixedSize)
        guard draft.byte(start + 4) == 6, draft.byte(start + 5) == 4, draft.word(start + 2) == 0x0800 else {
            return noteBlanked()
        }
        linkAddresses([start + 8, start + 18], &draft)
        addresses([start + 14, start + 24], isIPv6: false, &draft)
    }

    /// Without the routing, which has addresses.
    private func greHeader(_ layer: FrameLayer, _ draft: inout PacketDraft) {
        let flags = draft.word(layer.offset)
        if flags & 0x4000 == 0 { draft.keep(layer.offset, layer.length) } else { draft.keep(layer.offset, 8) }
    }

    /// The kinds and lengths of options. The length of a jumbogram and a router alert are numbers.
    private func ipv6Options(_ layer: FrameLayer, _ draft: inout PacketDraft) {
        let end = min(layer.offset + layer.length, draft.count)
        draft.keep(layer.offset, 2)
        var offset = layer.offset + 2
        while offset < end {
            let (kind, length) = (draft.byte(offset), draft.byte(offset + 1))
            guard kind != 0 else {
                offset += 1
                continue
            }
            draft.keep(offset..<min(end, offset + (kind == 0xC2 || kind == 5 ? 2 + length : 2)))
            offset += 2 + length
        }
    }
}

// MARK: - IP and what it carries

extension PacketRedactor {
    func ip(_ layer: FrameLayer, _ draft: inout PacketDraft) -> NetworkLayer? {
        let start = layer.offset
        let isIPv6 = layer.name == "ipv6"
        let places = isIPv6 ? [start + 8, start + 24] : [start + 12, start + 16]
        guard let source = draft.address(places[0], isIPv6: isIPv6),
            let destination = draft.address(places[1], isIPv6: isIPv6)
        else { return nil }
        if isIPv6 {
            // The flow label is a hash of the flow or a number of chance.
            draft.keep(start, 8)
        } else {
            draft.keep(start, 10)
            ipv4Options(layer, &draft)
        }
        addresses(places, isIPv6: isIPv6, &draft)
        let length = draft.word(start + (isIPv6 ? 4 : 2))
        var network = NetworkLayer(
            offset: start, isIPv6: isIPv6, source: source, destination: destination,
            end: length == 0 ? nil : start + length + (isIPv6 ? 40 : 0),
            isFragment: !isIPv6 && draft.word(start + 6) & 0x3FFF != 0,
            newSource: standIns.addresses.standIn(for: source),
            newDestination: standIns.addresses.standIn(for: destination))
        if !isIPv6 {
            network.headerChecksum = ChecksumPlace(
                field: start + 10, range: start..<start + layer.length, kind: .ipv4, ends: nil, newEnds: nil,
                isFragment: false, draft)
        }
        return network
    }

    /// The kinds and lengths of options; those that record a route have addresses.
    private func ipv4Options(_ layer: FrameLayer, _ draft: inout PacketDraft) {
        var offset = layer.offset + 20
        let end = min(layer.offset + layer.length, draft.count)
        while offset < end {
            let kind = draft.byte(offset)
            draft.keep(offset, 1)
            guard kind > 1 else {
                if kind == 0 { return }
                offset += 1
                continue
            }
            let length = draft.byte(offset + 1)
            draft.keep(offset + 1, 1)
            // Router alert (RFC 2113).
            if kind == 148 { draft.keep(offset..<min(end, offset + length)) }
            guard length >= 2 else { return }
            offset += length
        }
    }

    /// The header with its options, of which only those of RFC 9293, RFC 7323 and RFC 2018 are understood.
    func tcp(_ layer: FrameLayer, _ draft: inout PacketDraft) {
        draft.keep(layer.offset, min(layer.length, 20))
        var offset = layer.offset + 20
        let end = min(layer.offset + layer.length, draft.count)
        while offset < end {
            let kind = draft.byte(offset)
            draft.keep(offset, 1)
            guard kind > 1 else {
                if kind == 0 { return }
                offset += 1
                continue
            }
            guard offset + 1 < end else { return }
            let length = draft.byte(offset + 1)
            draft.keep(offset..<min(end, offset + ([2, 3, 4, 5, 8].contains(kind) ? max(length, 2) : 2)))
            guard length >= 2 else { return }
            offset += length
        }
    }

    /// - Parameter packet: Nil for a datagram that is a fragment or quoted.
    func datagram(
        _ layer: FrameLayer, _ packet: DissectedPacket?, _ record: PacketRecord, _ draft: inout PacketDraft
    ) {
        let start = layer.offset + layer.length
        let length = draft.word(layer.offset + 4)
        let end = min(draft.count, length >= 8 ? layer.offset + length : draft.count)
        guard start < end else { return }
        let ports = [draft.word(layer.offset), draft.word(layer.offset + 2)]
        guard let packet else { return noteBlanked() }
        guard ports.contains(where: Self.namePorts.contains) else {
            // Of several packets in a frame the first is followed.
            let isFirst = packet.transport == .udp && packet.transportOffset == layer.offset
            if !isFirst || !echo(packet, start..<end, record, &draft) { noteBlanked() }
            return
        }
        var message = DNSMessageRedaction(start..<end)
        message.redact(&draft, &standIns)
    }

    /// Multicast DNS, DNS, and link-local name resolution, which share a format.
    private static let namePorts: Set<Int> = [5353, 53, 5355]
}
