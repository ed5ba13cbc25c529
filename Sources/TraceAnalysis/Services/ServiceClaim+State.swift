import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// What follows from all that was heard of a claim.
extension ServiceClaim {
    /// What the claim takes, with its row in the report.
    var estimatedSize: Int {
        // Each is kept as bytes, and shown as text.
        let texts = texts.reduce(0) { $0 + 4 * $1.record.rdata.count + 128 }
        return 1536 + log.estimatedSize + texts + probeRecords.count * 256 + (queriers.count + subtypes.count) * 256
    }

    /// Whether its sender's SRV record is of this claim: its host may have been renamed, but the port is the same.
    func isHeld(at location: ServiceLocation) -> Bool { self.location.map { $0.port == location.port } ?? true }

    var isGone: Bool {
        guard let lastGoodbye else { return false }
        return lastAlive.map { $0 < lastGoodbye } ?? true
    }

    var wasProbed: Bool { lastProbe != nil }
    /// Whether it was probed for as python-zeroconf does: with the pointer to it instead of its records.
    var wasProbedWithPointer: Bool { wasProbed && probeRecords.isEmpty }

    /// When the holder was heard of first and last, in whatever way: what the report says.
    var firstHeard: PacketMoment {
        min(firstSeen, firstActionFrame ?? firstSeen, firstMention ?? firstSeen)
    }
    var lastHeard: PacketMoment {
        max(lastSeen, lastActionFrame ?? lastSeen, isHearsay ? lastMention ?? lastSeen : lastSeen)
    }

    /// Whether others know where it is, and its holder was not heard to say so.
    var isKnownByHearsay: Bool { firstMention != nil }

    /// Whether nothing at all was heard of its holder.
    var isHearsay: Bool { senders == [.unheard] }

    /// The sender to be shown: people know the IPv4 address of a host that has both.
    var mainSender: ServiceSender { senders.first { !$0.address.isIPv6 } ?? senders[0] }

    /// Whether the holder answers for the name.
    var isEstablished: Bool { firstAnnouncement != nil && !isGone && expired == nil }

    /// Whether it occurs only in AWDL action frames.
    var isOnlyInActionFrames: Bool {
        lastActionFrame != nil && firstAnnouncement == nil && lastProbe == nil && lastAlive == nil
    }

    func isRival(of other: ServiceClaim) -> Bool { location != other.location }

    /// Whether another host that has the name sent something since the holder last probed for it.
    var knowsOfConflict: Bool {
        guard let lastProbe, let last = conflicts.last else { return false }
        return last >= lastProbe
    }

    /// Whether it is being probed for, and the other holder's first answer is still to come or comes now, perhaps over
    /// both IP versions.
    func isUnanswered(at time: Int64) -> Bool {
        let isAnswered = knowsOfConflict && conflicts.last.map { time - $0.time > EventLog.sameEventWindow } ?? false
        return isProbing(at: time) && !isAnswered
    }

    /// The state by what the holder itself said last.
    var state: Service.State {
        let end = [lastGoodbye, expired].compactMap(\.self).max()
        if let lastActionFrame, let end, lastActionFrame > end { return .announced }
        if isGone { return .gone }
        if firstAnnouncement != nil { return expired == nil ? .announced : .expired }
        if lastActionFrame != nil { return .announced }
        return wasProbed ? .probing : .unknown
    }
}
