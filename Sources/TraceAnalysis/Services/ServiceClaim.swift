import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// The life of one service instance as one holder claimed it.
struct ServiceClaim: ProbedClaim {
    /// Records of a probe that are kept to compare them with those of a simultaneous one.
    static let maximumProbeRecords = 8
    /// Announcements come at doubling intervals, the last one a minute after the one before (RFC 6762 §8.3): silence
    /// longer than the longest interval before, and than this, ends with the holder's next unsolicited message.
    static let announcementSeries: Int64 = 10_000_000_000
    /// Between probes lie 250 ms, with python-zeroconf 500 ms (RFC 6762 §8.1).
    static let probeSeries: Int64 = 1_000_000_000
    private static let maximumTimes = 64
    private static let maximumQueriers = 16

    let name: ServiceInstanceName
    /// The name that a browser asks for: type and domain.
    let typeName: DNSName
    /// Whether no other host has claimed the name.
    var isAlone = true
    private(set) var subtypes: [DNSName] = []
    private(set) var location: ServiceLocation?
    private(set) var text: TXTRecord?
    /// Every record that was announced, because an error in it may be corrected later.
    private(set) var texts: [(record: TXTRecord, moment: PacketMoment)] = []
    private(set) var senders: [ServiceSender] = []
    private(set) var links: LinkSet
    /// The times in multicast DNS, whose rules use them; in AWDL action frames if it occurs nowhere else.
    private(set) var firstSeen: PacketMoment
    private(set) var lastSeen: PacketMoment
    private(set) var times = HoldingTimes()
    var log = EventLog()
    private(set) var firstAnnouncement: PacketMoment?
    /// Whether no host had asked for the first announcement.
    private(set) var startsUnasked = false
    private(set) var lastAnnouncement: PacketMoment?
    /// When the holder began to announce the name, for the first time or again after it was away or in doubt.
    private(set) var seriesStart: PacketMoment?
    private(set) var lastProbe: PacketMoment?
    private(set) var lastAlive: PacketMoment?
    /// When a cache that heard everything forgets that the instance exists, and where it is.
    private var pointerExpiry: Expiry?
    private var locationExpiry: Expiry?
    /// The first and the last action frame of AWDL in which the holder named the instance; nil where it spoke by multicast DNS
    /// alone.
    var firstActionFrame: PacketMoment? { rare?.value.firstActionFrame }
    var lastActionFrame: PacketMoment? { rare?.value.lastActionFrame }
    /// The first and the last time at which others spoke of it, where the capture does not show its holder announce it.
    var firstMention: PacketMoment? { rare?.value.firstMention }
    var lastMention: PacketMoment? { rare?.value.lastMention }
    private(set) var probeRecords: [ResourceRecord] = []
    /// Times at which another host was heard to hold the name.
    private(set) var conflicts: [PacketMoment] = []
    var lostTieBreak: PacketMoment? { rare?.value.lostTieBreak }
    var lastGoodbye: PacketMoment? { rare?.value.lastGoodbye }
    /// When its records ran out.
    var expired: PacketMoment? { rare?.value.expired }
    /// Seconds that the records which ran out had lived.
    var timeToLive: UInt32 { rare?.value.timeToLive ?? 0 }
    var comparisons = RivalComparisons()
    private(set) var queriers: [ServiceQuerier] = []
    /// How many of those who asked for the type, and for the instance, have been answered.
    private var browsersAnswered = 0
    private var resolversAnswered = 0
    private(set) var timing = ResponderTiming()
    var deviations: RecordDeviations { rare?.value.deviations ?? RecordDeviations() }
    /// Questions by others for the instance's records that every host would see answered, since its holder last spoke.
    private(set) var unanswered: [PacketMoment] = []

    /// What happens to few claims: apart, as a message has room for thousands of claims.
    private struct Rare {
        var firstActionFrame: PacketMoment?
        var lastActionFrame: PacketMoment?
        var firstMention: PacketMoment?
        var lastMention: PacketMoment?
        var lostTieBreak: PacketMoment?
        var lastGoodbye: PacketMoment?
        var expired: PacketMoment?
        var timeToLive: UInt32 = 0
        var deviations = RecordDeviations()
    }

    private var rare: Box<Rare>?

    private mutating func noteRare(_ change: (inout Rare) -> Void) {
        if rare == nil { rare = Box(Rare()) }
        change(&rare!.value)
    }

    /// Judges a record that was sent under the rules of multicast DNS, not to a legacy resolver.
    mutating func noteDeviation(of record: ResourceRecord, at moment: PacketMoment) {
        var deviations = self.deviations
        deviations.note(record, at: moment)
        if !deviations.isEmpty { noteRare { $0.deviations = deviations } }
    }

    /// The time when a record expires.
    private struct Expiry {
        let time: Int64
        let timeToLive: UInt32

        init(_ seconds: UInt32, from moment: PacketMoment) {
            let (time, overflows) = moment.time.addingReportingOverflow(Int64(seconds) * 1_000_000_000)
            self.time = overflows ? .max : time
            timeToLive = seconds
        }
    }

    init(name: ServiceInstanceName, in context: MessageContext) {
        self.name = name
        typeName = name.typeName
        firstSeen = context.moment
        lastSeen = context.moment
        senders = [context.sender]
        links = context.links
    }
}

// MARK: - What the holder says

extension ServiceClaim {
    /// Whether a silence is longer than that between two announcements of one series.
    ///
    /// - Parameters:
    ///   - silence: Nanoseconds.
    ///   - longest: The longest one before.
    static func isLong(_ silence: Int64, _ longest: Int64) -> Bool {
        silence > announcementSeries && silence / 3 > longest
    }

    /// Seconds that the last PTR record lives.
    var pointerTimeToLive: UInt32? { pointerExpiry?.timeToLive }

    /// Its records are there again, after they ran out.
    private mutating func comeBack() {
        if expired != nil { noteRare { $0.expired = nil } }
    }

    private mutating func see(in context: MessageContext) {
        expire(before: context.moment.time)
        unanswered.removeAll()
        senders.remember(context.sender)
        links.formUnion(context.links)
        lastSeen = max(lastSeen, context.moment)
    }

    /// A query that wants the name.
    ///
    /// - Parameter records: The records that it wants under the name, empty if it asks with a pointer record alone.
    mutating func probe(_ location: ServiceLocation?, wanting records: [ResourceRecord], in context: MessageContext) {
        see(in: context)
        if let location { self.location = location.compacted() }
        if !records.isEmpty { probeRecords = records.prefix(Self.maximumProbeRecords).map { $0.compacted() } }
        times.probe(at: context.moment)
        timing.probe(at: context.moment.time)
        lastProbe = max(lastProbe ?? context.moment, context.moment)
        log.add(.probe, in: context)
    }

    /// An SRV record in a response.
    ///
    /// - Parameters:
    ///   - asked: A question for it was on the link just before.
    ///   - rival: A claim that has just asked for the name with a probe.
    ///   - slept: The sender's machine has slept since the holder last spoke.
    ///   - isAnnouncement: It is in an unsolicited multicast response with all records of the service (RFC 6762 §8.3).
    mutating func announce(
        _ location: ServiceLocation, timeToLive: UInt32, asked: Bool, defendingAgainst rival: Int?, slept: Bool,
        isAnnouncement: Bool, in context: MessageContext
    ) {
        let moment = context.moment
        see(in: context)
        times.announce(at: moment)
        let wasGone = isGone || expired != nil
        let silence = lastAnnouncement.map { moment.time - $0.time } ?? 0
        // Usually the same location is announced again.
        if self.location != location { self.location = location.compacted() }
        lastAlive = max(lastAlive ?? moment, moment)
        let isFirst = firstAnnouncement == nil
        if isFirst {
            firstAnnouncement = moment
            startsUnasked = !asked && rival == nil && !context.mayAnswer
        }
        let isStart = isFirst || wasGone || slept || (lastProbe.map { $0 > lastAnnouncement ?? $0 } ?? false)
        if isStart { seriesStart = moment }
        log.addAnnouncement(
            isFirst: isFirst, wasGone: wasGone, slept: slept, asked: asked, defendingAgainst: rival, after: silence,
            longestSilence: timing.longestSilence, in: context)
        if isStart || Self.isLong(silence, timing.longestSilence) {
            timing.startSeries(wasAway: wasGone || slept)
        }
        if !asked, rival == nil { timing.speak(at: moment.time) }
        if isAnnouncement { timing.announce(in: context) }
        lastAnnouncement = max(lastAnnouncement ?? moment, moment)
        if wasGone { pointerExpiry = nil }
        if !context.isLegacy { locationExpiry = Expiry(timeToLive, from: moment) }
        comeBack()
    }

    /// A PTR record with the instance's name and a TTL above 0.
    mutating func refresh(timeToLive: UInt32, in context: MessageContext) {
        see(in: context)
        times.see(at: context.moment)
        if firstAnnouncement != nil, isGone || expired != nil { log.add(.reannounce, .comeback, in: context) }
        comeBack()
        lastAlive = max(lastAlive ?? context.moment, context.moment)
        if !context.isLegacy { pointerExpiry = Expiry(timeToLive, from: context.moment) }
    }

    mutating func add(subtype: DNSName) {
        if subtypes.count < 64, !subtypes.contains(subtype) { subtypes.append(subtype.compacted()) }
    }

    mutating func update(_ record: TXTRecord, in context: MessageContext) {
        see(in: context)
        guard text?.rdata != record.rdata else { return }
        let isKept = texts.count < Self.maximumTimes
        // Other bytes may say the same.
        if let text, text.entries != record.entries {
            log.add(.update, .text(isKept ? texts.count : nil), in: context)
        }
        text = record
        if isKept { texts.append((record, context.moment)) }
    }

    /// The holder's data in AWDL action frames. This is not an announcement: these names are neither probed for nor
    /// defended, and the rules of multicast DNS do not apply.
    ///
    /// - Parameters:
    ///   - frames: The first and the last frame that named the service.
    ///   - text: The data of its TXT record, and the frame that had it first.
    mutating func tell(
        _ frames: ClosedRange<PacketMoment>, location: ServiceLocation?,
        text said: (rdata: [UInt8], moment: PacketMoment)?,
        in context: MessageContext
    ) {
        senders.remember(context.sender)
        noteRare {
            $0.firstActionFrame = min($0.firstActionFrame ?? frames.lowerBound, frames.lowerBound)
            $0.lastActionFrame = max($0.lastActionFrame ?? frames.upperBound, frames.upperBound)
        }
        if isOnlyInActionFrames {
            firstSeen = min(firstSeen, frames.lowerBound)
            lastSeen = max(lastSeen, frames.upperBound)
        }
        self.location = self.location ?? location
        if text == nil, let said {
            let record = TXTRecord(observed: said.rdata)
            text = record
            texts.append((record, said.moment))
        }
        log.add(.announce, .actionFrame, in: context)
    }

    mutating func sayGoodbye(in context: MessageContext) {
        see(in: context)
        times.end()
        noteRare { $0.lastGoodbye = max($0.lastGoodbye ?? context.moment, context.moment) }
        log.add(.goodbye, in: context)
    }

    /// When both records have run out: either shows that the holder is there.
    private var expiry: Expiry? {
        guard let pointerExpiry, let locationExpiry else { return pointerExpiry ?? locationExpiry }
        return pointerExpiry.time > locationExpiry.time ? pointerExpiry : locationExpiry
    }

    /// Whether its records run out before a time, and that is not known yet.
    func runsOut(before time: Int64) -> Bool {
        guard let expiry, !isGone, expired == nil, firstAnnouncement != nil else { return false }
        return expiry.time < time
    }

    /// Records that the instance was not heard of for as long as its records live.
    mutating func expire(before time: Int64) {
        guard runsOut(before: time), let expiry else { return }
        let last = lastAlive ?? lastSeen
        noteRare {
            $0.expired = PacketMoment(frame: last.frame, time: expiry.time)
            $0.timeToLive = expiry.timeToLive
        }
        times.end()
        let context = MessageContext(
            sender: senders[0], moment: PacketMoment(frame: last.frame, time: expiry.time))
        log.add(.expire, .timeToLive(expiry.timeToLive), in: context)
    }
}

// MARK: - What others say

extension ServiceClaim {
    /// Another host holds the name.
    mutating func contest(by rival: Int, in context: MessageContext) {
        let isKnown = conflicts.last.map { context.moment.time - $0.time <= EventLog.sameEventWindow } ?? false
        if !isKnown, conflicts.count < Self.maximumTimes { conflicts.append(context.moment) }
        log.add(.conflict, .rival(rival, isMulticast: context.isMulticast), in: context)
    }

    /// Takes what others said of it before its holder was heard.
    mutating func learn(_ entry: HearsayLog.Entry) {
        noteRare { ($0.firstMention, $0.lastMention) = (entry.first, entry.last) }
        location = location ?? entry.location
        if text == nil, let said = entry.text {
            let record = TXTRecord(observed: said.rdata)
            text = record
            texts.append((record, said.moment))
        }
        for subtype in entry.subtypes { add(subtype: subtype) }
        log.add(entry.mentions)
    }

    mutating func tieBreak(with rival: Int, won: Bool, reason: String, in context: MessageContext) {
        comparisons.note(rival, at: context.moment.time)
        if !won { noteRare { $0.lostTieBreak = context.moment } }
        log.add(.probeTiebreak, .tieBreak(rival: rival, won: won, reason: reason), in: context)
    }

    /// Somebody asked for the instance's own records.
    ///
    /// - Parameter isAnsweredToAll: Whether the answer would be multicast.
    mutating func ask(_ type: RecordType, isAnsweredToAll: Bool, in context: MessageContext) {
        guard !senders.containsHost(of: context.sender) else { return }
        log.add(.query, .question(type), in: context)
        guard isAnsweredToAll else { return }
        let isKnown = unanswered.last.map { context.moment.time - $0.time <= EventLog.sameEventWindow } ?? false
        if isEstablished, !isKnown, unanswered.count < Self.maximumTimes { unanswered.append(context.moment) }
    }

    /// Somebody asked for the type and listed the instance as known, so that its holder keeps silent (RFC 6762 §7.1).
    mutating func suppress(in context: MessageContext) {
        guard let index = querier(context.sender, at: context.moment) else { return }
        queriers[index].noteKnownAnswer(at: context.moment.time)
    }

    /// Somebody listed the SRV record as known: it resolves nothing that is still to come.
    mutating func suppressLocation(in context: MessageContext) {
        guard let index = querier(context.sender, at: context.moment) else { return }
        queriers[index].noteKnownLocation()
    }

    /// An answer with the instance's name: to whom does it bring news?
    ///
    /// - Parameter resolves: Whether it says where the service is, not only that it exists.
    mutating func answer(_ questions: QuestionLog, resolves: Bool, in context: MessageContext) {
        let name = resolves ? self.name.fullName : typeName
        let count = questions.askerCount(of: name)
        guard count > (resolves ? resolversAnswered : browsersAnswered) else { return }
        if resolves { resolversAnswered = count } else { browsersAnswered = count }
        for asker in questions.askers(of: name)
        where !senders.containsHost(of: asker.sender) && !asker.links.isDisjoint(with: context.links) {
            guard let index = querier(asker.sender, at: asker.first) else { return }
            if resolves {
                queriers[index].resolve(asked: asker.first, answered: context.moment)
            } else {
                queriers[index].browse(asked: asker.first, answered: context.moment)
            }
        }
    }

    mutating func noteAnswerDelay(_ delay: Int64) { timing.answer(after: delay) }

    /// The index of the entry for that host, created if there is none and there is room.
    private mutating func querier(_ sender: ServiceSender, at moment: PacketMoment) -> Int? {
        if let index = queriers.firstIndex(where: { $0.sender.isSameHost(as: sender) }) { return index }
        guard queriers.count < Self.maximumQueriers, !senders.containsHost(of: sender) else { return nil }
        queriers.append(ServiceQuerier(sender: sender, first: moment))
        return queriers.count - 1
    }
}

// MARK: - Joining

extension ServiceClaim {
    /// Adds what another sender claimed, which turned out to be the same holder.
    mutating func absorb(_ other: ServiceClaim) {
        for sender in other.senders { senders.remember(sender) }
        // A goodbye on one link says nothing about another.
        let areApart = links.isDisjoint(with: other.links)
        let goodbyes = [self, other].filter { !areApart || $0.isGone }.compactMap(\.lastGoodbye)
        let isThere = areApart && (!isGone || !other.isGone)
        absorbEvents(other)
        times.absorb(other.times)
        let goodbye = isThere ? nil : goodbyes.max()
        if goodbye != lastGoodbye { noteRare { $0.lastGoodbye = goodbye } }
        links.formUnion(other.links)
        for subtype in other.subtypes { add(subtype: subtype) }
        location = location ?? other.location
        unanswered.removeAll { $0 <= other.lastSeen }
        firstSeen = min(firstSeen, other.firstSeen)
        lastSeen = max(lastSeen, other.lastSeen)
        firstAnnouncement = [firstAnnouncement, other.firstAnnouncement].compactMap(\.self).min()
        lastAnnouncement = [lastAnnouncement, other.lastAnnouncement].compactMap(\.self).max()
        if other.lastProbe ?? firstSeen > lastProbe ?? firstSeen { probeRecords = other.probeRecords }
        lastProbe = [lastProbe, other.lastProbe].compactMap(\.self).max()
        lastAlive = [lastAlive, other.lastAlive].compactMap(\.self).max()
        pointerExpiry = [pointerExpiry, other.pointerExpiry].compactMap(\.self).max { $0.time < $1.time }
        locationExpiry = [locationExpiry, other.locationExpiry].compactMap(\.self).max { $0.time < $1.time }
        let bothExpired =
            if let expired, let second = other.expired { max(expired, second) } else { PacketMoment?.none }
        if bothExpired != expired { noteRare { $0.expired = bothExpired } }
        conflicts = Array((conflicts + other.conflicts).sorted().prefix(Self.maximumTimes))
        if let lost = [lostTieBreak, other.lostTieBreak].compactMap(\.self).max() {
            noteRare { $0.lostTieBreak = lost }
        }
        for querier in other.queriers {
            if let index = queriers.firstIndex(where: { $0.sender.isSameHost(as: querier.sender) }) {
                queriers[index].absorb(querier)
            } else if queriers.count < Self.maximumQueriers {
                queriers.append(querier)
            }
        }
        queriers.removeAll { senders.containsHost(of: $0.sender) }
        if !other.deviations.isEmpty { noteRare { $0.deviations.absorb(other.deviations) } }
    }

    /// The events of both, and the records that they are about.
    private mutating func absorbEvents(_ other: ServiceClaim) {
        let known = texts.map(\.record.rdata)
        let new = other.texts.filter { !known.contains($0.record.rdata) }
        // What was absorbed before may lie in another order than that of time.
        let all = (texts.indices.map { (texts[$0], own: Optional($0)) } + new.map { ($0, own: nil) }).sorted {
            $0.0.moment < $1.0.moment
        }
        var own: [Int: Int] = [:]
        for (position, entry) in all.prefix(Self.maximumTimes).enumerated() {
            if let index = entry.own { own[index] = position }
        }
        let isLatest = all.last.map { $0.own == nil } ?? false
        texts = all.prefix(Self.maximumTimes).map(\.0)
        if isLatest || text == nil { text = other.text ?? text }
        func index(of text: Int) -> Int? {
            texts.firstIndex { $0.record.rdata == other.texts[text].record.rdata }
        }
        var events = log.events.map { event in
            guard case .text(let text?) = event.detail else { return event }
            return event.with(.text(own[text]))
        }
        for event in other.log.events {
            guard case .text(let text?) = event.detail else {
                events.append(event)
                continue
            }
            let isKnown = known.contains(other.texts[text].record.rdata)
            if !isKnown { events.append(event.with(.text(index(of: text)))) }
        }
        events.removeAll { event in
            switch event.kind {
            case .query: senders.containsHost(of: event.sender)
            // The other one was there.
            case .expire: [self, other].contains { $0.firstSeen < event.moment && event.moment < $0.lastSeen }
            default: false
            }
        }
        log = EventLog(events)
    }
}
