import DNSWire
import ServiceDiscovery
import WireCoding

/// The evidence in a host's messages for the software that sent them.
struct ResponderTraits: Sendable {
    /// An owner option, which no other family sends.
    private var hasOwnerOption = false
    /// Asks for the type and puts the wanted pointer record into the authority section, with the AA bit in a query.
    private var probesWithPointer = false
    private var probesForUnicast = false
    private var probesForMulticast = false
    private var sendsNextSecure = false
    private var hasLongHostTime = false
    /// Counts the machine's times of sleep.
    private(set) var ownerSequence: UInt8?
    /// When the count last changed.
    private(set) var wokeUp: PacketMoment?

    /// Records with a host name live 75 minutes by Apple's newer responders, 120 s by all others.
    private static let longHostTime: UInt32 = 4500

    mutating func noteQuery(_ message: DNSMessage) {
        noteOptions(message.additionals)
        guard let first = message.authorities.first else { return }
        if case .pointer = first.data, message.flags.isAuthoritative { probesWithPointer = true }
        for question in message.questions where question.type == .any {
            if question.wantsUnicastResponse { probesForUnicast = true } else { probesForMulticast = true }
        }
    }

    mutating func noteResponse(_ message: DNSMessage, at moment: PacketMoment) {
        if let sequence = noteOptions(message.additionals) {
            if let ownerSequence, ownerSequence != sequence { wokeUp = moment }
            ownerSequence = sequence
        }
        for record in message.answers.prefix(8) {
            if record.type == .nsec { sendsNextSecure = true }
            if record.type == .a || record.type == .aaaa, record.ttl == Self.longHostTime { hasLongHostTime = true }
        }
        if message.additionals.prefix(8).contains(where: { $0.type == .nsec }) { sendsNextSecure = true }
    }

    /// - Returns: The sequence number of the owner option, nil without one.
    @discardableResult
    private mutating func noteOptions(_ records: [ResourceRecord]) -> UInt8? {
        guard let last = records.last, case .options(let options) = last.data else { return nil }
        for option in options.prefix(4) {
            if let owner = option.owner {
                hasOwnerOption = true
                return owner.sequence
            }
        }
        return nil
    }

    /// The software, if it can be recognized (see `Docs/naming.md`).
    var family: ResponderFamily? {
        if hasOwnerOption { return .apple }
        if probesWithPointer { return .zeroconf }
        if probesForUnicast { return .apple }
        if probesForMulticast, !sendsNextSecure { return .avahi }
        if sendsNextSecure, hasLongHostTime { return .apple }
        return nil
    }
}

/// When a holder spoke: evidence of whose code it runs, and of whether it keeps to the rules (RFC 6762 §6, §8).
struct ResponderTiming: Sendable {
    private static let maximumIntervals = 64
    /// Probes further apart belong to another attempt.
    private static let maximumProbeInterval: Int64 = 1_000_000_000

    /// Nanoseconds between one probe and the next of the same attempt.
    private(set) var probeIntervals: [Int64] = []
    /// Nanoseconds between unsolicited announcements.
    private(set) var announcementIntervals: [Int64] = []
    private(set) var answerDelays = DelaySamples()
    private(set) var longestAnnouncementInterval: Int64 = 0
    private var lastProbe: Int64?
    private var lastAnnouncement: Int64?

    mutating func probe(at time: Int64) {
        guard let interval = Self.interval(after: &lastProbe, at: time), interval <= Self.maximumProbeInterval,
            probeIntervals.count < Self.maximumIntervals
        else { return }
        probeIntervals.append(interval)
    }

    /// - Parameter startsAnew: Whether the holder was away before: the time in between is not an interval.
    mutating func announce(at time: Int64, startsAnew: Bool) {
        if startsAnew { lastAnnouncement = nil }
        guard let interval = Self.interval(after: &lastAnnouncement, at: time) else { return }
        longestAnnouncementInterval = max(longestAnnouncementInterval, interval)
        if announcementIntervals.count < Self.maximumIntervals { announcementIntervals.append(interval) }
    }

    /// The time since the message before, which this one replaces; nil for the first one, and for the same one over the other
    /// IP version.
    private static func interval(after last: inout Int64?, at time: Int64) -> Int64? {
        let interval = last.map { time - $0 }
        guard interval ?? .max > EventLog.sameEventWindow else { return nil }
        last = time
        return interval
    }

    mutating func answer(after delay: Int64) { answerDelays.record(delay) }
}

/// Deviations of a service's records from the specification, with the packet that first showed each.
struct RecordDeviations: Sendable {
    /// The top bit of the class was set on a pointer record, which every holder of the type shares (RFC 6762 §10.2).
    private(set) var cacheFlushOnShared: PacketMoment?
    /// The bit was missing on a record that the holder alone may have (RFC 6762 §10.2).
    private(set) var uniqueWithoutCacheFlush: (type: RecordType, moment: PacketMoment)?
    /// A TTL other than those that RFC 6762 §10 recommends.
    private(set) var unusualTimeToLive: (type: RecordType, seconds: UInt32, moment: PacketMoment)?

    /// TTLs of RFC 6762 §10: 120 s for records with a host name in them, 75 minutes for others, which Apple's
    /// responders give to both.
    private static let usualTimesToLive: [UInt32] = [120, 4500]

    /// Adds those on another interface of the holder.
    mutating func absorb(_ other: RecordDeviations) {
        cacheFlushOnShared = [cacheFlushOnShared, other.cacheFlushOnShared].compactMap(\.self).min()
        uniqueWithoutCacheFlush = [uniqueWithoutCacheFlush, other.uniqueWithoutCacheFlush].compactMap(\.self)
            .min { $0.moment < $1.moment }
        unusualTimeToLive = [unusualTimeToLive, other.unusualTimeToLive].compactMap(\.self)
            .min { $0.moment < $1.moment }
    }

    /// - Precondition: The record was sent under the rules of multicast DNS, not to a legacy resolver.
    mutating func note(_ record: ResourceRecord, at moment: PacketMoment) {
        if record.type == .ptr {
            if record.cacheFlush, cacheFlushOnShared == nil { cacheFlushOnShared = moment }
        } else if !record.cacheFlush, uniqueWithoutCacheFlush == nil {
            uniqueWithoutCacheFlush = (record.type, moment)
        }
        if record.ttl > 0, !Self.usualTimesToLive.contains(record.ttl), unusualTimeToLive == nil {
            unusualTimeToLive = (record.type, record.ttl, moment)
        }
    }
}
