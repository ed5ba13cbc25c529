import PacketCapture
import PacketDissection
import WireCoding

// ICMP, ICMPv6 and IGMP.
extension PacketRedactor {
    func control(
        _ layer: FrameLayer, _ network: NetworkLayer, isIPv6: Bool, _ draft: inout PacketDraft, _ record: PacketRecord,
        quotes: Int
    ) {
        let start = layer.offset
        let end = min(network.end ?? draft.count, draft.count)
        let type = draft.byte(start)
        draft.keep(start..<min(start + 8, end))
        let isError = isIPv6 ? (1...4).contains(type) : [3, 4, 5, 11, 12].contains(type)
        if isError {
            // A redirect of IPv4 has the address of a router.
            if !isIPv6, type == 5 { addresses([start + 4], isIPv6: false, &draft) }
            if start + 8 < end { quoted(start + 8..<end, &draft, record, quotes: quotes) }
        } else if isIPv6, (133...137).contains(type) {
            neighborDiscovery(type, start, end, &draft)
        } else if isIPv6, (130...132).contains(type) {
            addresses([start + 8].filter { $0 + 16 <= end }, isIPv6: true, &draft)
            if type == 130 { sources(from: start + 24, end, isIPv6: true, &draft) }
        } else if isIPv6, type == 143 {
            groupRecords(draft.word(start + 6), from: start + 8, end, isIPv6: true, &draft)
        }
    }

    private func neighborDiscovery(_ type: Int, _ start: Int, _ end: Int, _ draft: inout PacketDraft) {
        var offset = start + 8
        switch type {
        case 134:
            draft.keep(start + 8..<min(start + 16, end))
            offset = start + 16
        case 135, 136:
            addresses([start + 8], isIPv6: true, &draft)
            offset = start + 24
        case 137:
            addresses([start + 8, start + 24], isIPv6: true, &draft)
            offset = start + 40
        default: break
        }
        while offset + 8 <= end {
            let size = draft.byte(offset + 1) * 8
            draft.keep(offset, 2)
            guard size > 0, offset + size <= end else { return }
            option(UInt8(draft.byte(offset)), offset, size, &draft)
            offset += size
        }
    }

    private func option(_ type: UInt8, _ offset: Int, _ size: Int, _ draft: inout PacketDraft) {
        switch type {
        case NeighborDiscoveryOption.sourceLinkAddress, NeighborDiscoveryOption.targetLinkAddress:
            if size == 8 { linkAddresses([offset + 2], &draft) }
        case NeighborDiscoveryOption.prefixInformation where size == 32:
            draft.keep(offset, 16)
            addresses([offset + 16], isIPv6: true, &draft)
        case NeighborDiscoveryOption.mtu: draft.keep(offset, size)
        case 14:
            // A nonce is a number of chance (RFC 3971 §5.3.2), the same where a packet comes back.
            draft.keep(offset, size)
        case 25:
            // Servers of names (RFC 8106 §5.1).
            draft.keep(offset, 8)
            addresses(Array(stride(from: offset + 8, to: offset + size - 15, by: 16)), isIPv6: true, &draft)
        default: break
        }
    }

    // MARK: - Groups

    func groupMembership(_ layer: FrameLayer, _ network: NetworkLayer, _ draft: inout PacketDraft) {
        let start = layer.offset
        let end = min(network.end ?? draft.count, draft.count)
        draft.keep(start..<min(start + 4, end))
        guard start + 8 <= end else { return }
        if draft.byte(start) == 0x22 {
            draft.keep(start + 4, 4)
            groupRecords(draft.word(start + 6), from: start + 8, end, isIPv6: false, &draft)
        } else {
            addresses([start + 4], isIPv6: false, &draft)
            sources(from: start + 8, end, isIPv6: false, &draft)
        }
    }

    /// The rest of a query (RFC 9777 §5.1, RFC 9776 §4.1).
    private func sources(from start: Int, _ end: Int, isIPv6: Bool, _ draft: inout PacketDraft) {
        guard start + 4 <= end else { return }
        draft.keep(start, 4)
        let size = isIPv6 ? 16 : 4
        for index in 0..<draft.word(start + 2) where start + 4 + (index + 1) * size <= end {
            addresses([start + 4 + index * size], isIPv6: isIPv6, &draft)
        }
    }

    /// The records of a report (RFC 9777 §5.2, RFC 9776 §4.2).
    private func groupRecords(_ count: Int, from start: Int, _ end: Int, isIPv6: Bool, _ draft: inout PacketDraft) {
        var offset = start
        let size = isIPv6 ? 16 : 4
        for _ in 0..<count {
            guard offset + 4 + size <= end else { return }
            draft.keep(offset, 4)
            addresses([offset + 4], isIPv6: isIPv6, &draft)
            let sources = draft.word(offset + 2)
            let auxiliary = draft.byte(offset + 1) * 4
            offset += 4 + size
            for _ in 0..<sources where offset + size <= end {
                addresses([offset], isIPv6: isIPv6, &draft)
                offset += size
            }
            offset += auxiliary
        }
    }
}
