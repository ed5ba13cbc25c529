import DNSWire
import ServiceDiscovery
import WireCoding

/// The evidence in a host's messages for the software that sent them.
struct ResponderTraits: Sendable {
    /// What those of one host take, with its entry in a table.
    static let estimatedSize = 256

    /// An owner option, which no other family sends.
    private var hasOwnerOption = false
    /// Asks for the type and puts the wanted pointer record into the authority section, with the AA bit in a query.
    private var probesWithPointer = false
    private var probesForUnicast = false
    private var probesForMulticast = false
    /// Asks whether the pointer from one of its addresses to its name is free, which only Avahi does.
    private var probesForReverse = false
    private var sendsNextSecure = false
    /// Announces the pointer from one of its addresses to its name, or from the list of types to one of its types.
    private var sendsReverseOrTypes = false
    /// The TTLs of records with a host name in them: SRV, addresses, and pointers from addresses.
    private var hostTimes = TimesToLive()
    /// The TTLs of TXT records and of pointers to instances.
    private var otherTimes = TimesToLive()
    /// Counts the machine's times of sleep.
    private(set) var ownerSequence: UInt8?
    /// When the count last changed.
    private(set) var wokeUp: PacketMoment?

    /// The TTLs that a host gives to records of one sort: all that counts is whether they are one number.
    private struct TimesToLive: Sendable {
        private var range: ClosedRange<UInt32>?

        mutating func note(_ seconds: UInt32) {
            range = range.map { min($0.lowerBound, seconds)...max($0.upperBound, seconds) } ?? seconds...seconds
        }

        /// Whether there were any, and all were that.
        func are(_ seconds: ClosedRange<UInt32>) -> Bool {
            range.map { seconds.contains($0.lowerBound) && seconds.contains($0.upperBound) } ?? false
        }

        /// Whether none was other than that.
        func admit(_ seconds: ClosedRange<UInt32>) -> Bool { range == nil || are(seconds) }

        func reach(_ seconds: ClosedRange<UInt32>) -> Bool { range.map { seconds.contains($0.upperBound) } ?? false }
    }

    private static let minutes75: ClosedRange<UInt32> = 4500...4500
    /// JmDNS sends what is left of an hour since it made the record.
    private static let hour: ClosedRange<UInt32> = 3590...3600
    private static let minutes2: ClosedRange<UInt32> = 120...120
    /// Records of a message that are looked at: further ones are of the same sorts.
    private static let maximumRecords = 16

    mutating func noteQuery(_ message: DNSMessage) {
        noteOptions(message.additionals)
        guard let first = message.authorities.first else { return }
        if case .pointer = first.data, message.flags.isAuthoritative { probesWithPointer = true }
        for question in message.questions where question.type == .any {
            if question.wantsUnicastResponse { probesForUnicast = true } else { probesForMulticast = true }
        }
        for record in message.authorities.prefix(Self.maximumRecords) {
            noteTime(of: record)
            if case .pointer(let target) = record.data, !Self.isToInstance(target, from: record.name) {
                probesForReverse = true
            }
        }
    }

    mutating func noteResponse(_ message: DNSMessage, in context: MessageContext) {
        if let sequence = noteOptions(message.additionals) {
            if let ownerSequence, ownerSequence != sequence { wokeUp = context.moment }
            ownerSequence = sequence
        }
        for records in [message.answers, message.additionals] {
            for record in records.prefix(Self.maximumRecords) {
                if record.type == .nsec { sendsNextSecure = true }
                // Legacy answers have TTLs of their own.
                if !context.isLegacy { noteTime(of: record) }
            }
        }
    }

    private mutating func noteTime(of record: ResourceRecord) {
        guard record.ttl > 0 else { return }
        switch record.data {
        case .service, .address: hostTimes.note(record.ttl)
        case .text: otherTimes.note(record.ttl)
        case .pointer(let target):
            if Self.isToInstance(target, from: record.name) {
                otherTimes.note(record.ttl)
            } else {
                sendsReverseOrTypes = true
            }
        default: break
        }
    }

    /// Whether a pointer leads to an instance, and not from an address to a host or from the list of types to a type. This
    /// is asked of every pointer, and looks at no more than the beginnings of the names.
    private static func isToInstance(_ target: DNSName, from name: DNSName) -> Bool {
        func isUnderscored(_ name: DNSName) -> Bool { name.wireForm.count > 1 && name.wireForm[1] == 0x5F }
        return isUnderscored(name) && !(isUnderscored(target) && target.labelCount < name.labelCount)
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

    /// The software, if there is evidence for it (see `Docs/naming.md`): what is like none that is known is not the family
    /// that it differs from least. Nil if two programs of the host answer for it.
    var family: ResponderFamily? {
        if hasOwnerOption { return .apple }
        if probesWithPointer { return hasAnotherResponder ? nil : .zeroconf }
        return systemFamily
    }

    /// Whether the host asks for names as no program of python-zeroconf's does, beside one of them: an app with that library
    /// runs on a host whose system has a responder too.
    private var hasAnotherResponder: Bool { probesForMulticast || probesForUnicast }

    /// All software that there is evidence for.
    var families: [ResponderFamily] {
        guard probesWithPointer, hasOwnerOption || hasAnotherResponder else { return family.map { [$0] } ?? [] }
        return [systemFamily, .zeroconf].compactMap(\.self)
    }

    /// That of the responder which is no program of python-zeroconf's.
    var systemFamily: ResponderFamily? {
        if hasOwnerOption { return .apple }
        // Programs of python-zeroconf send these records too.
        if sendsNextSecure, !probesWithPointer {
            return probesForUnicast || hostTimes.reach(Self.minutes75) ? .apple : nil
        }
        if hostTimes.are(Self.hour), otherTimes.are(Self.hour) { return .jmdns }
        guard probesForMulticast, !probesForUnicast, hostTimes.are(Self.minutes2) else { return nil }
        if probesForReverse { return otherTimes.admit(Self.minutes75) ? .avahi : nil }
        if otherTimes.are(Self.minutes2) { return .resolved }
        return otherTimes.are(Self.minutes75) && sendsReverseOrTypes ? .avahi : nil
    }

    /// Whether nothing that the host sent speaks against that software: what decides between rules of renaming where the
    /// family is not known.
    func admits(_ candidate: ResponderFamily) -> Bool {
        if let family { return family == candidate }
        if probesWithPointer { return candidate == .zeroconf || systemFamily.map { $0 == candidate } ?? true }
        switch candidate {
        case .apple: return probesForUnicast || !probesForMulticast
        case .zeroconf: return !probesForMulticast && !probesForUnicast
        case .avahi: return admits(hostTime: Self.minutes2, otherTime: Self.minutes75)
        case .resolved: return admits(hostTime: Self.minutes2, otherTime: Self.minutes2)
        case .jmdns: return admits(hostTime: Self.hour, otherTime: Self.hour)
        }
    }

    /// Whether the host has shown signs of that software, even if not enough to tell it by them alone: those of a host
    /// without services are its probes and the TTLs of its addresses.
    func resembles(_ candidate: ResponderFamily) -> Bool {
        guard family == nil else { return family == candidate }
        return switch candidate {
        case .resolved: probesForMulticast && !probesForReverse && admits(.resolved) && hostTimes.are(Self.minutes2)
        case .jmdns: admits(.jmdns) && hostTimes.are(Self.hour)
        case .apple, .avahi, .zeroconf: false
        }
    }

    private func admits(hostTime: ClosedRange<UInt32>, otherTime: ClosedRange<UInt32>) -> Bool {
        !probesForUnicast && !sendsNextSecure && hostTimes.admit(hostTime) && otherTimes.admit(otherTime)
    }
}

/// When a holder spoke: evidence of whose code it runs, and of whether it keeps to the rules (RFC 6762 §6, §8).
struct ResponderTiming: Sendable {
    private static let maximumIntervals = 64
    /// Probes further apart belong to another attempt.
    private static let maximumProbeInterval: Int64 = 1_000_000_000

    /// Nanoseconds between one probe and the next of the same attempt.
    private(set) var probeIntervals: [Int64] = []
    /// Nil while there are none, as of most: samples take more memory than all the rest.
    private var delays: Box<DelaySamples>?
    /// Between two times at which it spoke without being asked.
    private(set) var longestSilence: Int64 = 0
    private var lastProbe: Int64?
    private var lastWords: Int64?
    /// Responders send each announcement over both IP versions, not always at the same time.
    private var overIPv4: Box<Announcements>?
    private var overIPv6: Box<Announcements>?

    private struct Announcements: Sendable {
        /// The most of one series (RFC 6762 §8.3).
        private static let maximumCount = 8

        private(set) var intervals: [Int64] = []
        private var last: Int64?
        /// Those of the current series.
        private var count = 0

        mutating func start() { (last, count) = (nil, 0) }

        mutating func note(_ time: Int64) {
            let isFirst = last == nil
            let interval = ResponderTiming.interval(after: &last, at: time)
            guard isFirst || interval != nil else { return }
            count += 1
            guard let interval, count <= Self.maximumCount, intervals.count < ResponderTiming.maximumIntervals else {
                return
            }
            intervals.append(interval)
        }
    }

    /// Nanoseconds between announcements of one series, over the IP version that shows more of them.
    var announcementIntervals: [Int64] {
        let (first, second) = (overIPv4?.value.intervals ?? [], overIPv6?.value.intervals ?? [])
        return second.count > first.count ? second : first
    }

    mutating func probe(at time: Int64) {
        guard let interval = Self.interval(after: &lastProbe, at: time), interval <= Self.maximumProbeInterval,
            probeIntervals.count < Self.maximumIntervals
        else { return }
        probeIntervals.append(interval)
    }

    /// The holder begins to announce, for the first time or again: the time in between is not an interval.
    ///
    /// - Parameter wasAway: It was not merely silent.
    mutating func startSeries(wasAway: Bool) {
        if wasAway { lastWords = nil }
        overIPv4?.value.start()
        overIPv6?.value.start()
    }

    /// The holder said without being asked that it is there.
    mutating func speak(at time: Int64) {
        if let interval = Self.interval(after: &lastWords, at: time) { longestSilence = max(longestSilence, interval) }
    }

    mutating func announce(in context: MessageContext) {
        if context.sender.address.isIPv6 {
            Self.note(context.moment.time, in: &overIPv6)
        } else {
            Self.note(context.moment.time, in: &overIPv4)
        }
    }

    private static func note(_ time: Int64, in announcements: inout Box<Announcements>?) {
        if announcements == nil { announcements = Box(Announcements()) }
        announcements!.value.note(time)
    }

    /// The time since the message before, which this one replaces; nil for the first one, and for the same one over the other
    /// IP version.
    private static func interval(after last: inout Int64?, at time: Int64) -> Int64? {
        let interval = last.map { time - $0 }
        guard interval ?? .max > EventLog.sameEventWindow else { return nil }
        last = time
        return interval
    }

    var answerDelays: DelaySamples { delays?.value ?? DelaySamples() }

    mutating func answer(after delay: Int64) {
        if delays == nil { delays = Box(DelaySamples()) }
        delays!.value.record(delay)
    }
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

    /// Whether all records are as they should be.
    var isEmpty: Bool { cacheFlushOnShared == nil && uniqueWithoutCacheFlush == nil && unusualTimeToLive == nil }

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
