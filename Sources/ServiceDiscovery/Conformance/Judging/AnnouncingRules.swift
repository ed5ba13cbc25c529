import DNSWire
import WireCoding

/// How names and changes of their records are made known.
enum AnnouncingRules {
    static let rules: [ConformanceRule] = [
        ConformanceRule(
            "6762-8.3-two-announcements", "RFC 6762 §8.3", .must, .responder, .missing,
            title: "A host announces its records twice at least, a second apart.",
            occasion:
                "the first announcement of an instance (SRV in the answers, within 1 s after a probe), 5 s or more before the end of the capture, no goodbye or conflict within 3 s, no new probe or new SRV data within 5 s",
            fault:
                "no second multicast response with the record to the same group within 5 s, and one later than that; counted from two instances or two families",
            two),
        ConformanceRule(
            "6762-8.3-announcement-spacing", "RFC 6762 §8.3", .must, .responder, .missing,
            title: "Announcements come a second apart at first, then ever more rarely, and eight times at most.",
            occasion:
                "the announcements of such an instance to one group (no question that the message answers, and no probe of others for the name, in the 1.2 s before), as long as an interval is at most six times the one before, and until it probes for the name again",
            fault:
                "the first interval is below 0.45 s; an interval is below 0.9 times the one before; from the third interval on, less than half of (2^k - 1) times the first interval has passed since the first announcement; or a ninth announcement",
            spacing),
        ConformanceRule(
            "6762-8.3-no-periodic", "RFC 6762 §8.3", .mustNot, .responder, .seen,
            title: "Records are not announced periodically.",
            occasion: "a host with announcements that is observed for 30 s or more afterwards",
            fault:
                "five or more successive multicast responses that nobody asked for, with the same record and data, 2 s or more apart, the longest gap at most 1.25 times the shortest",
            periodic),
        ConformanceRule(
            "6762-8.4-update-announced", "RFC 6762 §8.4", .must, .responder, .missing,
            title: "A change of a TXT record is announced twice at least.",
            occasion:
                "new TXT data of a name in a multicast response that no question in the 1.2 s before asked for, the first data announced before, 5 s or more before the end and no newer data in between",
            fault: "no second multicast response with it within 5 s; counted from two changes or two families", update),
        ConformanceRule(
            "6762-8.4-update-rate", "RFC 6762 §8.4", .shouldNot, .responder, .seen,
            title: "A record does not change more than ten times a minute.", occasion: "a name whose TXT data change",
            fault: "more than ten changes within 60 s", rate),
        ConformanceRule(
            "6762-9-conflict-reprobe", "RFC 6762 §9", .must, .responder, .seen,
            title: "Who sees another's data for its name probes for it again.",
            occasion:
                "a multicast response of another host that the host is known to hear, with SRV, A or AAAA of a name that the host announced in the last 110 s, cache-flush bit, other data, and a TTL above 0; the two have no SRV data in common",
            fault:
                "later than 1.5 s and sooner than 60 s after it the host multicasts its own data of the name and type, without a probe for the name after the conflict; counted from two",
            reprobe),
    ]

    /// The first announcement of an instance after probes for it.
    private struct Announcement {
        let record: Int
        let name: Int
        let message: Int
    }

    private static func firstAnnouncements(_ view: HostView) -> [Announcement] {
        let link = view.link
        var found: [Announcement] = []
        for name in view.traffic.names.sorted() where link.kinds[name] == .instance {
            for record in link.recordsOfName[.init(host: view.host, name: name)] ?? []
            where link.log.known[record].type == .srv {
                guard
                    let first = link.sayings[.init(host: view.host, record: record)]?.first(where: {
                        $0.ttl > 0 && $0.section == .answer
                    }),
                    link.inInterval(
                        link.probes[name] ?? [], from: first.time - Nanoseconds.seconds(1), to: first.time
                    ).contains(where: { link.messages[$0].host == view.host })
                else { continue }
                found.append(Announcement(record: record, name: name, message: first.message))
            }
        }
        return found
    }

    private static func two(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        for first in firstAnnouncements(view) {
            let time = view.time(first.message)
            let three = time + Nanoseconds.seconds(3)
            let five = time + Nanoseconds.seconds(5)
            guard link.end >= five, !isDisturbed(first, until: three, five, view) else { continue }
            let sayings = link.sayings(of: first.record, by: view.host, from: time, to: five)
            var missing = 0
            for group in [MulticastGroups.ipv4, .ipv6] where view.message(first.message).groups.contains(group) {
                tally.note()
                let isRepeated = sayings.contains { $0.message != first.message && $0.groups.contains(group) }
                let isHeardLater = view.traffic.multicastResponses.reversed().contains {
                    view.time($0) > five && view.message($0).groups.contains(group)
                }
                if !isRepeated, isHeardLater { missing += 1 }
            }
            if missing > 0 { tally.fault(view.message(first.message).frames, weight: missing) }
        }
        return tally
    }

    private static func isDisturbed(_ first: Announcement, until three: Int64, _ five: Int64, _ view: HostView) -> Bool
    {
        let link = view.link
        let time = view.time(first.message)
        let own = link.recordsOfName[.init(host: view.host, name: first.name)] ?? []
        let isGone = (own + link.pointers(to: first.name, by: view.host)).contains { record in
            link.sayings(of: record, by: view.host, from: time, to: three).contains { $0.ttl == 0 }
        }
        let isRefused = link.responses(about: first.name, from: time, to: three).contains {
            link.messages[$0].host != view.host
        }
        let isProbed = link.inInterval(link.probes[first.name] ?? [], from: time + 1, to: five).contains {
            link.messages[$0].host == view.host
        }
        let isMoved = own.contains { record in
            record != first.record && link.log.known[record].type == .srv
                && !link.sayings(of: record, by: view.host, from: time, to: five).isEmpty
        }
        return isGone || isRefused || isProbed || isMoved
    }

    private static func spacing(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for first in firstAnnouncements(view) {
            for group in [MulticastGroups.ipv4, .ipv6] where view.message(first.message).groups.contains(group) {
                let next = (link.probes[first.name] ?? []).first {
                    $0 > first.message && link.messages[$0].host == view.host
                }
                let times = (link.sayings[.init(host: view.host, record: first.record)] ?? []).filter {
                    $0.message >= first.message && $0.message < next ?? .max && $0.ttl > 0 && $0.section == .answer
                        && $0.groups.contains(group) && isUnprompted($0.message, first.name, view)
                }
                // With new data the announcements begin anew (RFC 6762 §8.4).
                let renewed = times.dropFirst().firstIndex { isNew($0.message, view) } ?? times.endIndex
                judge(&tally, Array(times[..<renewed]), view)
            }
        }
        return tally
    }

    /// Whether a message has a unique record that the host had not multicast before.
    private static func isNew(_ message: Int, _ view: HostView) -> Bool {
        view.link.records(message).contains { record in
            record.cacheFlush && record.ttl > 0 && view.link.known(record).type != .nsec
                && view.link.lastSaying(of: record.number, by: view.host, before: message) == nil
        }
    }

    /// Whether nothing but time is a reason for an announcement of a name.
    private static func isUnprompted(_ message: Int, _ name: Int, _ view: HostView) -> Bool {
        let link = view.link
        let start = view.time(message) - Nanoseconds.answer
        // Some probes ask for the list that the name is to be in.
        let names = [name] + link.answers(message).map { link.known($0) }.filter(link.isServicePointer).map(\.name)
        return view.isUnsolicited(message)
            && !names.contains { link.wasProbed($0, from: start, to: view.time(message), but: view.host) }
    }

    private static func judge(_ tally: inout RuleTally, _ announcements: [LinkHistory.Saying], _ view: HostView) {
        guard let first = announcements.first else { return }
        var interval: Int64?
        var firstInterval: Int64?
        for (count, pair) in zip(announcements, announcements.dropFirst()).enumerated() {
            let gap = pair.1.time - pair.0.time
            if let interval, gap > 6 * interval { return }
            let k = count + 1
            let passed = Double(pair.1.time - first.time)
            var isBroken = false
            if let interval, let firstInterval {
                isBroken = Double(gap) < 0.9 * Double(interval)
                let whole = Double((UInt64(1) << UInt64(min(k, 40))) - 1)
                if k >= 3 { isBroken = isBroken || passed < 0.5 * whole * Double(firstInterval) }
            } else {
                isBroken = gap < Nanoseconds.milliseconds(450)
            }
            if k >= 8 { isBroken = true }
            tally.note()
            if isBroken {
                return tally.fault(view.message(pair.0.message).frames + view.message(pair.1.message).frames)
            }
            interval = gap
            if firstInterval == nil { firstInterval = gap }
        }
    }

    private static func periodic(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        let unprompted = view.traffic.multicastResponses.filter(view.isUnprompted)
        guard let first = unprompted.first, link.end - view.time(first) >= Nanoseconds.seconds(30) else { return tally }
        tally.note()
        var uses: [Int: [Int]] = [:]
        for index in unprompted {
            for record in link.answers(index) where record.ttl > 0 { uses[record.number, default: []].append(index) }
        }
        for (_, messages) in uses.sorted(by: { $0.key < $1.key }) where messages.count >= 5 {
            for start in 0...messages.count - 5 {
                let five = messages[start..<start + 5]
                let gaps = zip(five, five.dropFirst()).map { view.time($1) - view.time($0) }
                guard let shortest = gaps.min(), let longest = gaps.max(), shortest >= Nanoseconds.seconds(2),
                    Double(longest) <= 1.25 * Double(shortest)
                else { continue }
                tally.fault(five.flatMap { view.message($0).frames })
                break
            }
        }
        return tally
    }

    /// A time at which the TXT data of a name were others than before.
    private struct Change {
        let record: Int
        let message: Int
        let time: Int64
    }

    private static func changes(of name: Int, _ view: HostView) -> [Change] {
        let link = view.link
        let texts = (link.recordsOfName[.init(host: view.host, name: name)] ?? []).filter {
            link.log.known[$0].type == .txt
        }
        guard texts.count > 1 else { return [] }
        let all = texts.flatMap { record in
            (link.sayings[.init(host: view.host, record: record)] ?? []).filter { $0.ttl > 0 }.map {
                Change(record: record, message: $0.message, time: $0.time)
            }
        }.sorted { ($0.message, $0.record) < ($1.message, $1.record) }
        var changes: [Change] = []
        var current: Int?
        for saying in all {
            if let current, current != saying.record { changes.append(saying) }
            current = saying.record
        }
        return changes
    }

    private static func update(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        for name in view.traffic.names.sorted() {
            let changes = changes(of: name, view)
            for (index, change) in changes.enumerated() {
                let five = change.time + Nanoseconds.seconds(5)
                guard
                    !link.wasAsked(
                        link.log.known[change.record], from: change.time - Nanoseconds.answer, to: change.time,
                        but: view.host, before: change.message), link.end >= five,
                    index + 1 == changes.count || changes[index + 1].time > five
                else { continue }
                let message = view.message(change.message)
                let isGone = (link.recordsOfName[.init(host: view.host, name: name)] ?? []).contains { record in
                    link.sayings(of: record, by: view.host, from: change.time, to: five).contains { $0.ttl == 0 }
                }
                guard !isGone else { continue }
                tally.note()
                let isRepeated = link.sayings(of: change.record, by: view.host, from: change.time, to: five)
                    .contains { $0.message != change.message }
                if !isRepeated { tally.fault(message.frames, weight: message.groups.count) }
            }
        }
        return tally
    }

    private static func rate(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        for name in view.traffic.names.sorted() {
            let changes = changes(of: name, view)
            guard !changes.isEmpty else { continue }
            tally.note()
            for start in changes.indices where start + 10 < changes.count {
                let last = changes[start + 10]
                if last.time - changes[start].time <= Nanoseconds.seconds(60) {
                    tally.fault(view.message(last.message).frames)
                }
            }
        }
        return tally
    }

    private static func reprobe(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        for name in view.traffic.names.sorted() where !link.isContested(name) {
            for type in [RecordType.srv, .a, .aaaa] {
                for conflict in link.foreignSayings(of: name, type, than: view.host) {
                    let other = link.messages[conflict.message].host
                    let held = link.heldRecords(name, view.host, at: conflict.message).filter {
                        link.log.known[$0].type == type
                    }
                    guard !held.isEmpty, !held.contains(conflict.record), !link.shareServices(view.host, other),
                        link.hearing.hears(view.host, other, at: conflict.time)
                    else { continue }
                    tally.note()
                    let hasProbed = { (time: Int64) in
                        (link.probes[name] ?? []).contains {
                            link.messages[$0].host == view.host && $0 > conflict.message && view.time($0) <= time
                        }
                    }
                    for record in held {
                        let later = link.sayings(
                            of: record, by: view.host, from: conflict.time + Nanoseconds.seconds(1.5),
                            to: conflict.time + Nanoseconds.seconds(60))
                        for saying in later where saying.ttl > 0 && !hasProbed(saying.time) {
                            tally.fault(view.message(conflict.message).frames + view.message(saying.message).frames)
                        }
                    }
                }
            }
        }
        return tally
    }
}

extension LinkHistory {
    /// What another host said of a name that a host has.
    struct ForeignSaying {
        let record: Int
        let message: Int
        let time: Int64
    }

    /// The multicast records of other hosts of a name and type with the cache-flush bit and a TTL above 0, in order. Responses from
    /// another port than 5353 are to be ignored (RFC 6762 §6).
    func foreignSayings(of name: Int, _ type: RecordType, than host: Int) -> [ForeignSaying] {
        (recordsByName[name] ?? []).filter { log.known[$0].type == type }.flatMap { record in
            (sayingsByAnybody[record] ?? []).filter {
                $0.host != host && $0.saying.cacheFlush && $0.saying.ttl > 0
                    && messages[$0.saying.message].sourcePort == WellKnownPort.multicastDNS
            }.map { ForeignSaying(record: record, message: $0.saying.message, time: $0.saying.time) }
        }.sorted { ($0.message, $0.record) < ($1.message, $1.record) }
    }
}
