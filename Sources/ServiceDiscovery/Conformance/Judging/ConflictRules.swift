import DNSWire
import WireCoding

/// What hosts do when two want one name.
enum ConflictRules {
    static let rules: [ConformanceRule] = [
        ConformanceRule(
            "6762-8.1-defer", "RFC 6762 §8.1", .must, .responder, .seen,
            title: "A host gives up a name when a response shows that another has it.",
            occasion:
                "a host that probes a name gets, 50 ms or more before its announcement, a response of another host with a record of that name and of a type that it wants, other data and a TTL above 0; the response is unicast, or one of the two is known to hear the other",
            fault:
                "it multicasts the name with its own data within 1 s after that response, without a new probe of it 700 ms or more before",
            giveWay),
        ConformanceRule(
            "6762-8.1-storm-pause", "RFC 6762 §8.1", .must, .responder, .seen,
            title: "After fifteen conflicts in ten seconds a host waits five seconds before each further attempt.",
            occasion: "15 conflicts (rounds of probing ended by another host's response) of one host within 10 s",
            fault: "a further round begins less than 4.5 s after the last conflict", storm),
        ConformanceRule(
            "6762-8.1-defend", "RFC 6762 §8.1", .should, .responder, .missing,
            title: "A host defends its name.",
            occasion:
                "another host, known to be heard, probes three times for a name that the host multicast in the last 110 s with other data",
            fault:
                "no response of the host with the name from the first probe to 250 ms after the third, the prober announces it, and the host multicasts its own data or probes for the name within 30 s after that",
            defend),
        ConformanceRule(
            "6762-8.2-tie-break", "RFC 6762 §8.2, §8.2.1", .should, .responder, .seen,
            title:
                "Of two hosts that probe for a name at the same time, the one with the earlier data waits for a second.",
            occasion:
                "two hosts, one of which is known to hear the other, probe one name with different data, neither has announced it, and no SRV data of theirs are the same; the loser is the one whose sorted records come first",
            fault:
                "the loser, later than 50 ms and sooner than 0.9 s after the first winning probe that came after its own first, probes again or multicasts the name with its data",
            tieBreak),
    ]

    /// A response of another host with other data for a name that is probed for.
    private struct Refusal {
        let message: Int
        let time: Int64
    }

    /// - Parameter needsProof: Whether it must be known that the host heard it.
    private static func refusals(
        of round: ProbingRound, until limit: Int64, needsProof: Bool = true, _ view: HostView
    ) -> [Refusal] {
        let link = view.link
        let first = round.probes[0]
        let claimed = round.probes.flatMap { link.claimed(round.name, in: $0) }
        let own = Set(claimed.map(\.number))
        let types = Set(claimed.map { link.known($0).type })
        let isHost = Set(link.log.hosts[view.host].addresses)
        return link.responses(about: round.name, from: view.time(first), to: limit).filter { index in
            let response = link.messages[index]
            guard response.host != view.host, index > first, response.sourcePort == WellKnownPort.multicastDNS,
                response.isMulticast || isHost.contains(response.destination),
                !needsProof || !response.isMulticast || link.hearing.hears(view.host, response.host, at: response.time)
                    || link.hearing.hears(response.host, view.host, at: response.time)
            else { return false }
            let said = link.records(index).filter { link.known($0).name == round.name && $0.ttl > 0 }
            return said.contains { types.contains(link.known($0).type) && !own.contains($0.number) }
                && !said.contains { link.known($0).placesHost && own.contains($0.number) }
        }.map { Refusal(message: $0, time: link.messages[$0].time) }
    }

    private static func giveWay(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for round in link.rounds(of: view.host) where !link.isContested(round.name) {
            let first = view.time(round.probes[0])
            let limit =
                round.announcement.map { view.time($0) - Nanoseconds.milliseconds(50) }
                ?? view.time(round.probes[round.probes.count - 1]) + Nanoseconds.milliseconds(250)
            guard let refusal = refusals(of: round, until: limit, view).first, refusal.time > first else { continue }
            tally.note()
            let own = Set(round.probes.flatMap { link.claimed(round.name, in: $0).map(\.number) })
            let wrong = link.announcements(of: round.name, by: view.host).first { index in
                let time = view.time(index)
                guard time > refusal.time, time <= refusal.time + Nanoseconds.seconds(1) else { return false }
                let isOwn = link.records(index).contains { $0.ttl > 0 && own.contains($0.number) }
                let hasProbed = (link.probes[round.name] ?? []).contains {
                    link.messages[$0].host == view.host && view.time($0) > refusal.time
                        && view.time($0) <= time - Nanoseconds.milliseconds(700)
                }
                return isOwn && !hasProbed
            }
            if let wrong { tally.fault(view.message(refusal.message).frames + view.message(wrong).frames) }
        }
        return tally
    }

    private static func storm(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let rounds = view.link.rounds(of: view.host).sorted { $0.probes[0] < $1.probes[0] }
        var conflicts: [Int64] = []
        for round in rounds {
            let begin = view.time(round.probes[0])
            let latest = conflicts.last { $0 <= begin }
            if let latest, conflicts.count(where: { $0 <= latest && $0 > latest - Nanoseconds.seconds(10) }) >= 15 {
                tally.note(
                    view.message(round.probes[0]).frames, isBroken: begin - latest < Nanoseconds.seconds(4.5))
            }
            guard round.announcement == nil, let last = round.probes.last,
                // That it gave the name up shows that it heard the other.
                let refusal = refusals(
                    of: round, until: view.time(last) + Nanoseconds.milliseconds(250), needsProof: false, view
                ).first
            else { continue }
            conflicts.append(refusal.time)
            conflicts.sort()
        }
        return tally
    }

    private static func defend(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for name in view.traffic.names.sorted() where !link.isContested(name) {
            let probers = Set((link.probes[name] ?? []).map { link.messages[$0].host }).subtracting([view.host])
            for prober in probers.sorted() {
                for round in ProbingRound.rounds(of: prober, for: name, link) where round.probes.count >= 3 {
                    judge(&tally, round, by: prober, view)
                }
            }
        }
        return tally
    }

    private static func judge(_ tally: inout RuleTally, _ round: ProbingRound, by prober: Int, _ view: HostView) {
        let link = view.link
        let first = round.probes[0]
        let claimed = link.claimed(round.name, in: first)
        let types = Set(claimed.map { link.known($0).type })
        let held = link.heldRecords(round.name, view.host, at: first).filter {
            types.contains(link.log.known[$0].type) && view.isUnique($0)
        }
        guard held.contains(where: { record in !claimed.contains { $0.number == record } }),
            !claimed.contains(where: { held.contains($0.number) && link.known($0).placesHost }),
            link.hearing.hears(view.host, prober, at: view.time(first)), !link.shareServices(view.host, prober)
        else { return }
        tally.note()
        let third = round.probes[2]
        let answers = link.responses(
            about: round.name, from: view.time(first), to: view.time(third) + Nanoseconds.milliseconds(250)
        ).contains { link.messages[$0].host == view.host }
        guard !answers, let announcement = round.announcement else { return }
        let end = view.time(announcement) + Nanoseconds.seconds(30)
        let goesOn =
            (link.announcements(of: round.name, by: view.host)
            + (link.probes[round.name] ?? []).filter {
                link.messages[$0].host == view.host
            }).contains { view.time($0) > view.time(announcement) && view.time($0) <= end }
        if goesOn { tally.fault(view.message(third).frames + view.message(announcement).frames) }
    }

    private static func tieBreak(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for round in link.rounds(of: view.host) where !link.isContested(round.name) {
            let first = round.probes[0]
            let end =
                round.announcement.map { view.time($0) }
                ?? view.time(round.probes[round.probes.count - 1]) + Nanoseconds.milliseconds(250)
            let rivals = link.inInterval(link.probes[round.name] ?? [], from: view.time(first), to: end).filter {
                link.messages[$0].host != view.host && $0 > first
            }
            for rival in rivals {
                let other = link.messages[rival].host
                let own = link.resources(round.name, in: round.probes.last { $0 < rival } ?? first)
                let theirs = link.resources(round.name, in: rival)
                let time = view.time(rival)
                guard !own.isEmpty, !theirs.isEmpty,
                    link.announcements(of: round.name, by: other).first.map({ $0 > rival }) ?? true,
                    link.announcements(of: round.name, by: view.host).first.map({ $0 > rival }) ?? true,
                    link.hearing.hears(view.host, other, at: time, later: Nanoseconds.seconds(10))
                        || link.hearing.hears(other, view.host, at: time, later: Nanoseconds.seconds(10)),
                    !link.shareServices(view.host, other),
                    ProbeTieBreak.decide(own, theirs).winner == .second
                else { continue }
                tally.note()
                let own2 =
                    (link.probes[round.name] ?? []).filter { link.messages[$0].host == view.host }
                    + link.announcements(of: round.name, by: view.host)
                let wrong = own2.sorted().first {
                    view.time($0) > time + Nanoseconds.milliseconds(50)
                        && view.time($0) < time + Nanoseconds.milliseconds(900)
                }
                if let wrong { tally.fault(view.message(rival).frames + view.message(wrong).frames) }
                break
            }
        }
        return tally
    }
}

extension LinkHistory {
    /// The responses, multicast or unicast, with a record of a name, in a closed interval.
    func responses(about name: Int, from start: Int64, to end: Int64) -> [Int] {
        inInterval(responsesByName[name] ?? [], from: start, to: end).map { $0 }
    }

    /// The records of a name in the authority section of a probe, as they are compared.
    func resources(_ name: Int, in probe: Int) -> [ResourceRecord] {
        claimed(name, in: probe).map {
            let record = known($0)
            return ResourceRecord(
                name: self.name(name), type: record.type, recordClass: record.recordClass, ttl: $0.ttl,
                data: record.data)
        }
    }
}

extension KnownRecord {
    /// Whether it says where something is: two hosts with the same are one machine, while equal devices have equal TXT records.
    fileprivate var placesHost: Bool { type == .srv || isAddress }
}
