import PacketCapture
import PacketDissection
import WireCoding
import WirelessFrames

/// A worker's processing of 802.11 frames.
///
/// Most of them have nothing to follow, and no flow that would say whose they are. Control frames are dealt by their number,
/// all others by their transmitter; what data frames carry belongs to the worker of its flow, as on every other link.
extension TraceWorker {
    /// Whether a frame does not belong to this worker, judged by a few bytes: the cost of most foreign frames.
    @inline(__always)
    mutating func passesOver(_ record: PacketRecord, _ bytes: Span<UInt8>) -> Bool {
        guard let glance = RadioGlance(bytes, originalLength: record.originalLength) else { return false }
        switch glance.control.type {
        case .control, .extension: return !isOwn(record.frame & (FlowShards.count - 1))
        case .management: return !isOwn(radioShards.shard(ofHash: Self.hash(glance.transmitter)))
        case .data:
            guard glance.control.isProtected || glance.control.isNullData else { return false }
            return !isOwn(radioShards.shard(ofHash: Self.hash(glance.transmitter)))
        }
    }

    /// Looks at an 802.11 frame.
    ///
    /// - Returns: The index of its connection, if it has one here.
    @inline(never)
    mutating func takeWireless(
        _ record: inout PacketRecord, _ bytes: Span<UInt8>, _ frame: RadioFrame, linkType: LinkType
    ) -> Int? {
        switch frame.control.type {
        case .data where !frame.isUnreadable: return takeData(&record, bytes, frame, linkType: linkType)
        case .management where !frame.isUnreadable:
            let shard = radioShards.shard(ofHash: Self.hash(frame.transmitter(bytes)))
            guard isOwn(shard) else { return nil }
            let moment = record.moment
            var protocols = frame.protocols
            let isDamaged = frame.isDamaged(bytes)
            wireless.counts.count(frame, isDamaged: isDamaged, at: moment)
            if !isDamaged {
                protocols.formUnion(
                    wireless.follow(
                        management: frame, bytes, interface: record.interface, shard: shard, at: moment))
            }
            counter.count(record, protocols, isDamaged: isDamaged)
        case .data, .management, .control, .extension:
            // The addresses of an unreadable frame are not to be relied on, if there are any.
            guard isOwn(record.frame & (FlowShards.count - 1)) else { return nil }
            let isDamaged = frame.isUnreadable || frame.isDamaged(bytes)
            wireless.counts.count(frame, isDamaged: isDamaged, at: record.moment)
            counter.count(record, frame.protocols, isDamaged: isDamaged)
        }
        return nil
    }

    private mutating func takeData(
        _ record: inout PacketRecord, _ bytes: Span<UInt8>, _ frame: RadioFrame, linkType: LinkType
    ) -> Int? {
        let radioShard = radioShards.shard(ofHash: Self.hash(frame.transmitter(bytes)))
        let isOwnRadio = isOwn(radioShard)
        let hasContent = frame.hasPackets(bytes)
        let flowHash = hasContent ? PacketDissector.flowHash(of: frame, bytes) : nil
        let shard = flowHash.map { shards.shard(ofHash: $0) }
        let isOwnFlow = shard.map { isOwn($0) } ?? hasContent
        let isFragment = !hasContent && frame.hasFragment(bytes)
        guard isOwnRadio || isOwnFlow || isFragment else { return nil }
        let moment = record.moment
        let isDamaged = frame.isDamaged(bytes)
        if isOwnRadio {
            wireless.counts.count(frame, isDamaged: isDamaged, at: moment)
            if !isDamaged { wireless.follow(data: frame, bytes, shard: radioShard, at: moment) }
        }
        if isDamaged {
            if isOwnRadio {
                counter.count(record, frame.protocols, isDamaged: true)
            }
            return nil
        }
        if isFragment {
            if isOwnRadio { counter.count(record, frame.protocols, isDamaged: false) }
            return takeFragment(record, bytes, frame)
        }
        guard hasContent || isOwnRadio else { return nil }
        guard isOwnFlow || !hasContent else { return nil }
        var packet = DissectedPacket()
        PacketDissector.dissect(frame, bytes, into: &packet)
        // Counted by the worker of the flow if that is known immediately. Frames that carry packets otherwise are
        // counted by the first worker, which sees all of them: the number of distinguished protocol names must not
        // depend on the workers.
        let counts = shard != nil || (hasContent ? isFirst : isOwnRadio)
        guard hasContent else {
            if counts { count(&record, bytes, linkType: linkType, &packet) }
            return nil
        }
        let isCopy = retransmissions.isCopy(
            frame, bytes, shard: shard ?? RetransmissionFilter.undecidedShard, at: record.time)
        if packet.nextSubframe > 0 {
            takeSubframes(&record, bytes, frame, linkType: linkType, &packet, isCopy: isCopy, counts: counts)
            return nil
        }
        if counts { count(&record, bytes, linkType: linkType, &packet) }
        guard !isCopy, !isRelayed(&packet, frame, bytes, subframe: frame.bodyOffset, shard: shard, at: record.time)
        else {
            return nil
        }
        if let shard, packet.transport != .none {
            let connection = tracker.follow(&packet, of: record, bytes: bytes, shard: shard)
            noteContent(of: &packet, record, connection)
            return connection
        }
        return takeUnusual(&record, bytes, linkType: linkType, &packet, shard: shard, isCounted: true)
    }

    /// Inspects the frame that a fragment completes. Only the first fragment would show its flow, so all workers
    /// reassemble them.
    @inline(never)
    private mutating func takeFragment(
        _ record: PacketRecord, _ bytes: Span<UInt8>, _ frame: RadioFrame
    ) -> Int? {
        guard let whole = defragmenter.take(frame, of: record, bytes) else { return nil }
        let joined = whole.joined
        guard let frame = RadioFrame(joined.bytes.span, linkType: .ieee80211, originalLength: joined.length) else {
            return nil
        }
        var packet = DissectedPacket()
        PacketDissector.dissect(frame, joined.bytes.span, into: &packet)
        var last = record
        let radioShard = radioShards.shard(ofHash: Self.hash(frame.transmitter(joined.bytes.span)))
        if isOwn(radioShard) {
            wireless.follow(joined: frame, joined.bytes.span, shard: radioShard, at: record.moment)
        }
        if packet.nextSubframe > 0 {
            // The subframes share what all fragments carried: none of these counts separately.
            last.originalLength = joined.length
            takeSubframes(
                &last, joined.bytes.span, frame, linkType: .ieee80211, &packet, isCopy: false, counts: false)
            return nil
        }
        guard
            !isRelayed(
                &packet, frame, joined.bytes.span, subframe: frame.bodyOffset, shard: nil, at: record.time)
        else {
            return nil
        }
        if packet.transport != .none, !packet.isFragment {
            let shard = shards.shard(ofHash: packet.flowHash)
            for fragment in whole.fragments.dropLast() where isOwn(shard) {
                tracker.count(fragment, fragmentOf: &packet, shard: shard)
            }
        }
        return takeUnusual(
            &last, joined.bytes.span, linkType: .ieee80211, &packet, shard: nil, isCounted: true)
    }

    /// Inspects each subframe of an aggregate MSDU as a separate packet; together they are as long as the frame.
    private mutating func takeSubframes(
        _ record: inout PacketRecord, _ bytes: Span<UInt8>, _ frame: RadioFrame, linkType: LinkType,
        _ first: inout DissectedPacket, isCopy: Bool, counts: Bool
    ) {
        var packet = first
        var start = 0
        var part = record
        repeat {
            let next = packet.nextSubframe
            let subframe = max(start, frame.bodyOffset)
            part.originalLength = max(0, (next > 0 ? next : record.originalLength) - start)
            start = next
            first.protocols.formUnion(packet.protocols)
            if first.stop == nil { first.stop = packet.stop }
            if counts, checksums != nil {
                checksums?.count(packet, bytes: bytes, at: record.moment)
            }
            if !isCopy, !isRelayed(&packet, frame, bytes, subframe: subframe, shard: nil, at: record.time) {
                _ = takeUnusual(&part, bytes, linkType: linkType, &packet, shard: nil, isCounted: true)
            }
        } while PacketDissector.dissectNext(&packet, of: frame, bytes)
        if counts { counter.count(record, linkType: linkType, packet: &first) }
    }

    /// Whether an access point passes a packet on that was seen on its way there; see ``AccessPointRelayFilter``.
    ///
    /// Data of a flow is looked up only by its worker, everything else by all of them.
    ///
    /// - Parameters:
    ///   - subframe: Where the packet's subframe begins; the frame's body, where it has none.
    ///   - known: The shard of its flow, where it is known and this worker's.
    @inline(__always)
    private mutating func isRelayed(
        _ packet: inout DissectedPacket, _ frame: RadioFrame, _ bytes: Span<UInt8>, subframe: Int, shard known: Int?,
        at time: Int64
    ) -> Bool {
        guard frame.control.toDS != frame.control.fromDS else { return false }
        var shard = known ?? RetransmissionFilter.undecidedShard
        // The first worker follows multicast DNS, whosever the flow is.
        if known == nil, packet.transport != .none, !packet.isFragment, !packet.usesMulticastDNSPort {
            shard = shards.shard(ofHash: packet.flowHash)
            guard isOwn(shard) else { return false }
        }
        return accessPointRelays.isCopy(packet, of: frame, bytes, subframe: subframe, shard: shard, at: time)
    }

    /// Spreads the addresses that a radio hears, of which some differ in a few bits only.
    @inline(__always)
    private static func hash(_ address: LinkAddress) -> UInt16 {
        UInt16(truncatingIfNeeded: (address.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 48)
    }
}
