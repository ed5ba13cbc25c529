import DNSWire
import WireCoding

/// How names are asked for before they are used.
enum ProbingRules {
    static let rules: [ConformanceRule] = [
        ConformanceRule(
            "6762-8.1-probe-first", "RFC 6762 §8.1", .must, .responder, .missing,
            title: "A host asks whether a name is free before it uses it.",
            occasion:
                "the first multicast response with SRV or A of a name after probes for it in the 5 s before; or one before which, by 1.5 s or more, a multicast question without the QU bit for the record, or for the pointer to it, was not answered, where the host's first message came 0.5 s or more after the start of the capture",
            fault: "no probe for the name in the 5 s before", probeFirst),
        ConformanceRule(
            "6762-8.1-three-probes", "RFC 6762 §8.1", .should, .responder, .missing,
            title: "It asks three times, 250 ms apart.",
            occasion:
                "a name that the host announced within 1 s after its last probe, with the first probe 1.5 s or more after the start of the capture",
            fault:
                "fewer than three probes, and less than 700 ms from the first one to the announcement; counted from two names or two families",
            threeProbes),
        ConformanceRule(
            "6762-8.1-probe-interval", "RFC 6762 §8.1", .should, .responder, .seen,
            title: "It waits 250 ms between two probes.",
            occasion: "two successive probes for a name with the same data, less than 600 ms apart",
            fault: "less than 225 ms apart; counted from two", interval),
        ConformanceRule(
            "6762-8.1-wait-after-probe", "RFC 6762 §8.1", .should, .responder, .seen,
            title: "It waits 250 ms after its last probe.",
            occasion: "the first announcement of a name after its probes",
            fault: "less than 225 ms after the last probe",
            waitAfterProbe),
        ConformanceRule(
            "6762-8.1-probe-any", "RFC 6762 §8.1", .should, .responder, .seen,
            title: "It asks for any type of record.",
            occasion: "a probe's question for a name with SRV, TXT, A or AAAA in the authority section",
            fault: "its type is not ANY"
        ) { questions($0) { $0.type != .any } },
        ConformanceRule(
            "6762-8.1-probe-qu", "RFC 6762 §8.1", .should, .responder, .seen,
            title: "It asks for unicast responses.",
            occasion: "a probe's question for a name with SRV, TXT, A or AAAA in the authority section",
            fault: "the QU bit is clear"
        ) { questions($0) { !$0.wantsUnicast } },
        ConformanceRule(
            "6762-8.2-authority", "RFC 6762 §8.2", .should, .responder, .seen,
            title: "A probe has the records that its host wants.",
            occasion:
                "a question of type ANY for a name of which the host announces SRV or A for the first time within 2 s",
            fault:
                "its message has no SRV, TXT, A or AAAA of that name in the authority section, or lacks one of these types that the announcement has with the cache-flush bit",
            authority),
    ]

    private static let claimable: [RecordType] = [.srv, .txt, .a, .aaaa]

    /// The first time that a host multicast SRV or A of a name.
    private static func firstClaim(of name: Int, _ view: HostView) -> LinkHistory.Saying? {
        (view.link.recordsOfName[.init(host: view.host, name: name)] ?? []).lazy
            .filter { [.srv, .a].contains(view.link.log.known[$0].type) }
            .compactMap { view.link.sayings[.init(host: view.host, record: $0)]?.first { $0.ttl > 0 } }
            .min { $0.message < $1.message }
    }

    private static func probeFirst(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for name in view.traffic.names.sorted() {
            guard let first = firstClaim(of: name, view) else { continue }
            let probes = link.inInterval(
                link.probes[name] ?? [], from: first.time - Nanoseconds.seconds(5), to: first.time
            ).filter { link.messages[$0].host == view.host }
            if !probes.isEmpty {
                tally.note()
            } else if let start = view.traffic.all.first,
                view.time(start) >= link.start + Nanoseconds.milliseconds(500),
                !wasToldOne(name, before: first, view), wasAskedInVain(name, before: first, view)
            {
                tally.note(view.message(first.message).frames, isBroken: true)
            }
        }
        return tally
    }

    /// Whether the host sent the name in an earlier unicast response, and so had it already.
    private static func wasToldOne(_ name: Int, before first: LinkHistory.Saying, _ view: HostView) -> Bool {
        view.traffic.unicastResponses.contains { index in
            index < first.message
                && view.link.records(index).contains { $0.ttl > 0 && view.link.known($0).name == name }
        }
    }

    private static func wasAskedInVain(_ name: Int, before first: LinkHistory.Saying, _ view: HostView) -> Bool {
        let link = view.link
        let own = (link.recordsOfName[.init(host: view.host, name: name)] ?? []).filter {
            [.srv, .a].contains(link.log.known[$0].type)
        }
        let pointers = link.pointers(to: name, by: view.host)
        for record in own + pointers {
            let known = link.log.known[record]
            for asking in link.askings(of: known.name) {
                let query = link.messages[asking.message]
                guard query.time <= first.time - Nanoseconds.seconds(1.5) else { break }
                let question = link.log.questions[asking.question]
                if query.host != view.host, !question.wantsUnicast, question.matches(known),
                    !link.records(asking.message).contains(where: { $0.number == record })
                {
                    return true
                }
            }
        }
        return false
    }

    private static func threeProbes(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        for round in link.rounds(of: view.host) {
            guard let announcement = round.announcement, let first = round.probes.first, let last = round.probes.last,
                view.time(announcement) - view.time(last) <= Nanoseconds.seconds(1),
                view.time(first) >= link.start + Nanoseconds.seconds(1.5)
            else { continue }
            tally.note()
            let groups = round.probes.reduce(into: MulticastGroups()) { $0.formUnion(view.message($1).groups) }
            let fewest =
                [MulticastGroups.ipv4, .ipv6].filter { groups.contains($0) }.map { group in
                    round.probes.count { view.message($0).groups.contains(group) }
                }.min() ?? 0
            // Three that come too fast break the rules of intervals, and only those.
            if fewest < 3, view.time(announcement) - view.time(first) < Nanoseconds.milliseconds(700) {
                tally.fault(
                    round.probes.flatMap { view.message($0).frames } + view.message(announcement).frames,
                    weight: groups.count)
            }
        }
        return tally
    }

    private static func interval(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        for round in link.rounds(of: view.host) {
            for group in [MulticastGroups.ipv4, .ipv6] {
                let probes = round.probes.filter { view.message($0).groups.contains(group) }
                for (first, second) in zip(probes, probes.dropFirst()) {
                    let gap = view.time(second) - view.time(first)
                    guard gap < Nanoseconds.milliseconds(600),
                        Set(link.claimed(round.name, in: first).map(\.number))
                            == Set(link.claimed(round.name, in: second).map(\.number))
                    else { continue }
                    tally.note(
                        view.message(first).frames + view.message(second).frames,
                        isBroken: gap < Nanoseconds.milliseconds(225))
                }
            }
        }
        return tally
    }

    private static func waitAfterProbe(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        for round in view.link.rounds(of: view.host) {
            guard let announcement = round.announcement else { continue }
            // Some probe over each family by itself.
            let groups = view.message(announcement).groups
            let sameFamily = round.probes.last { !view.message($0).groups.isDisjoint(with: groups) }
            guard let last = sameFamily ?? round.probes.last else { continue }
            tally.note(
                view.message(announcement).frames,
                isBroken: view.time(announcement) - view.time(last) < Nanoseconds.milliseconds(225))
        }
        return tally
    }

    private static func questions(_ view: HostView, isBroken: (HeardQuestion) -> Bool) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for probe in view.traffic.probes {
            for question in link.questions(probe) {
                guard
                    link.claimed(question.name, in: probe).contains(where: {
                        claimable.contains(link.known($0).type)
                    })
                else { continue }
                tally.note(view.message(probe).frames, isBroken: isBroken(question))
            }
        }
        return tally
    }

    private static func authority(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for index in view.traffic.all where view.message(index).isFullQuery {
            for question in link.questions(index) where question.type == .any {
                guard let first = firstClaim(of: question.name, view), first.message > index,
                    first.time <= view.time(index) + Nanoseconds.seconds(2)
                else { continue }
                let claimed = Set(
                    link.claimed(question.name, in: index).map { link.known($0).type }.filter(claimable.contains))
                let announced = Set(
                    link.records(first.message).lazy.filter {
                        $0.cacheFlush && $0.ttl > 0 && link.known($0).name == question.name
                    }.map { link.known($0).type }.filter(claimable.contains))
                tally.note(
                    view.message(index).frames, isBroken: claimed.isEmpty || !announced.isSubset(of: claimed))
            }
        }
        return tally
    }
}

extension LinkHistory {
    /// All rounds of a host, by name, then by time.
    func rounds(of host: Int) -> [ProbingRound] {
        let names = Set(traffic[host].probes.flatMap { probedNames[$0] ?? [] })
        return names.sorted().flatMap { ProbingRound.rounds(of: host, for: $0, self) }
    }

    /// The pointers to a name that a host multicast.
    func pointers(to name: Int, by host: Int) -> [Int] { pointersTo[HostName(host: host, name: name)] ?? [] }
}
