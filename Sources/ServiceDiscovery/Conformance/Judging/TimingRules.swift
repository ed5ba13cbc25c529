import DNSWire
import WireCoding

/// How soon answers come. Single delays prove nothing; a sound responder is accused in one of a thousand captures at most.
enum TimingRules {
    static let rules: [ConformanceRule] = [
        ConformanceRule(
            "6762-6-unique-at-once", "RFC 6762 §6", .shouldNot, .responder, .test,
            title: "What only one host can answer is answered without delay.",
            occasion:
                "a multicast query with one question (no TC, no authority section, no other query within 700 ms) that only unique records of the host answer, and its multicast answer within 1 s",
            fault: "five occasions or more, and four fifths of the delays above 20 ms", uniqueAtOnce),
        ConformanceRule(
            "6762-6-shared-delay", "RFC 6762 §6", .should, .responder, .test,
            title: "What others may answer too is answered after 20 to 120 ms.",
            occasion:
                "a multicast question of DNS-SD for PTR records, without QU bit and TC, no other query within 700 ms before it and none until the answer, no probe of the host in the 3 s before, the record not multicast in the 1.2 s before; and the first multicast response with it within 1.5 s",
            fault: "three delays or more below 18 ms, or three or more above 650 ms"
        ) { sharedDelay($0) },
        ConformanceRule(
            "6762-6-shared-delay-uniform", "RFC 6762 §6", .should, .responder, .test,
            title: "These delays are spread evenly.", occasion: "20 such delays or more, those from 18 to 140 ms",
            fault:
                "the Kolmogorov-Smirnov distance from the uniform distribution on 20 to 120 ms, less 0.05 for timers, is above 1.95/√n (significance 0.001)",
            uniform),
        ConformanceRule(
            "6762-7.2-tc-delay", "RFC 6762 §6, §7.2", .should, .responder, .test,
            title: "A query that says that more known answers follow is answered after 400 to 500 ms.",
            occasion:
                "a multicast query with TC, not asked by anybody else in the 1 s before or until the answer, and the first multicast answer to it",
            fault: "two answers or more less than 380 ms after it", truncated),
        ConformanceRule(
            "6762-6-one-second", "RFC 6762 §6", .mustNot, .responder, .seen,
            title: "A record is not multicast again within a second.",
            occasion:
                "a record in the answers of two multicast responses of the host to the same group, with a TTL above 0 in both",
            fault:
                "less than 0.9 s between them; 0.225 s where another host probed for the name in the 1 s before the second; counted from two",
            oneSecond),
    ]

    private static let quiet = Nanoseconds.milliseconds(700)

    private static func uniqueAtOnce(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        var slow: [Int] = []
        for index in view.queries {
            let query = view.message(index)
            let questions = link.questions(index)
            guard questions.count == 1, let question = questions.first, !query.flags.isTruncated,
                !link.records(index).contains(where: \.isAuthority),
                !link.wasQueried(from: query.time - quiet, to: query.time, but: index)
            else { continue }
            let listed = view.knownAnswers(index)
            let held = link.heldRecords(question.name, view.host, at: index).filter {
                question.matches(link.log.known[$0])
            }
            let asked = held.filter { link.log.known[$0].type != .nsec }
            guard !asked.isEmpty, asked.allSatisfy({ view.isUnique($0) && listed[$0] == nil }),
                !link.othersHold(question, than: view.host, at: index)
            else { continue }
            guard
                let answer = view.responses(after: index, within: Nanoseconds.seconds(1))
                    .first(where: { view.answers($0, question) }),
                !link.wasQueried(from: query.time, to: view.time(answer), but: index),
                !asked.contains(where: {
                    link.wasSaid($0, from: query.time - Nanoseconds.answer, to: query.time)
                })
            else { continue }
            tally.note()
            if view.time(answer) - query.time > Nanoseconds.milliseconds(20) { slow.append(answer) }
        }
        if tally.occasions >= 5, 5 * slow.count >= 4 * tally.occasions {
            for index in slow { tally.fault(view.message(index).frames) }
        }
        return tally
    }

    /// An answer to a shared question, and how long it took, in nanoseconds.
    private struct SharedDelay {
        let answer: Int
        let delay: Int64
    }

    private static func sharedDelays(_ view: HostView) -> [SharedDelay] {
        let link = view.link
        var delays: [SharedDelay] = []
        for index in view.queries {
            let query = view.message(index)
            let questions = link.questions(index)
            guard !query.flags.isTruncated, !link.wasQueried(from: query.time - quiet, to: query.time, but: index)
            else { continue }
            let pointers = questions.filter {
                $0.type == .ptr && !$0.wantsUnicast && link.kinds[$0.name].listsServices
            }
            guard !pointers.isEmpty, pointers.count == questions.count,
                link.inInterval(view.traffic.probes, from: query.time - Nanoseconds.seconds(3), to: query.time).isEmpty
            else { continue }
            let listed = view.knownAnswers(index)
            let held = pointers.flatMap { link.heldRecords($0.name, view.host, at: index) }.filter { record in
                listed[record] == nil && pointers.contains { $0.matches(link.log.known[record]) }
            }
            guard
                !held.isEmpty,
                !held.contains(where: {
                    link.wasSaid($0, from: query.time - Nanoseconds.answer, to: query.time)
                }),
                let answer = view.responses(after: index, within: Nanoseconds.seconds(1.5)).first(where: { response in
                    link.answers(response).contains { held.contains($0.number) }
                }), !link.wasQueried(from: query.time, to: view.time(answer), but: index)
            else { continue }
            delays.append(SharedDelay(answer: answer, delay: view.time(answer) - query.time))
        }
        return delays
    }

    private static func sharedDelay(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let delays = sharedDelays(view)
        tally.note(delays.count)
        let early = delays.filter { $0.delay < Nanoseconds.milliseconds(18) }
        let late = delays.filter { $0.delay > Nanoseconds.milliseconds(650) }
        for group in [early, late] where group.count >= 3 {
            for delay in group { tally.fault(view.message(delay.answer).frames) }
        }
        return tally
    }

    private static func uniform(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let delays = sharedDelays(view).filter {
            Nanoseconds.milliseconds(18)...Nanoseconds.milliseconds(140) ~= $0.delay
        }.sorted { $0.delay < $1.delay }
        guard delays.count >= 20 else { return tally }
        tally.note(delays.count)
        let count = Double(delays.count)
        var distance = 0.0
        for (index, delay) in delays.enumerated() {
            let expected = min(max((Double(delay.delay) / 1e6 - 20) / 100, 0), 1)
            distance = max(distance, abs(Double(index + 1) / count - expected), abs(Double(index) / count - expected))
        }
        guard distance - 0.05 > 1.95 / count.squareRoot() else { return tally }
        tally.detail = "the distance from the even distribution is \(fixed(distance))"
        for delay in delays.sorted(by: { $0.answer < $1.answer }) { tally.fault(view.message(delay.answer).frames) }
        return tally
    }

    /// Two decimals.
    private static func fixed(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    private static func truncated(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        var early: [Int] = []
        for index in view.queries where view.message(index).flags.isTruncated {
            let query = view.message(index)
            let questions = link.questions(index)
            let listed = view.knownAnswers(index)
            guard
                let answer = view.responses(after: index, within: Nanoseconds.answer).first(where: { response in
                    link.answers(response).contains { record in
                        listed[record.number] == nil
                            && questions.contains { $0.matches(link.known(record)) }
                            && link.holds(record.number, view.host, at: index)
                    }
                })
            else { continue }
            // It may be for another.
            let isAskedByOthers = link.answers(answer).contains { record in
                (link.askings[link.known(record).name] ?? []).contains { asking in
                    let other = link.messages[asking.message]
                    return asking.message != index && asking.message < answer && other.host != query.host
                        && other.host != view.host && other.time >= query.time - Nanoseconds.seconds(1)
                        && link.log.questions[asking.question].matches(link.known(record))
                }
            }
            guard !isAskedByOthers else { continue }
            tally.note()
            if view.time(answer) - query.time < Nanoseconds.milliseconds(380) { early.append(answer) }
        }
        if early.count >= 2 { for index in early { tally.fault(view.message(index).frames) } }
        return tally
    }

    private static func oneSecond(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        // By record and group, when it was said last.
        var last: [Int: [(group: MulticastGroups, message: Int)]] = [:]
        var faults: [Repetition] = []
        for index in view.traffic.multicastResponses {
            let message = view.message(index)
            var seen: Set<Int> = []
            for record in link.answers(index) where seen.insert(record.number).inserted {
                var uses = last[record.number] ?? []
                for group in [MulticastGroups.ipv4, .ipv6] where message.groups.contains(group) {
                    if let place = uses.firstIndex(where: { $0.group == group }) {
                        let previous = uses.remove(at: place).message
                        if record.ttl > 0 {
                            tally.note()
                            let name = link.known(record).name
                            let isProbed = link.wasProbed(
                                name, from: message.time - Nanoseconds.seconds(1), to: message.time, but: view.host)
                            let least = Nanoseconds.milliseconds(isProbed ? 225 : 900)
                            if message.time - view.time(previous) < least {
                                note(&faults, previous, index, view)
                            }
                        }
                    }
                    if record.ttl > 0 { uses.append((group, index)) }
                }
                last[record.number] = uses
            }
        }
        for fault in faults { tally.fault(fault.first + fault.second) }
        return tally
    }

    /// A record that was repeated too soon.
    private struct Repetition {
        let times: (Int64, Int64)
        var first: [Int]
        var second: [Int]
    }

    /// Notes a repetition. What the same two timers sent to the other group is part of the same.
    private static func note(_ faults: inout [Repetition], _ first: Int, _ second: Int, _ view: HostView) {
        let times = (view.time(first), view.time(second))
        let together = Nanoseconds.milliseconds(20)
        let known = faults.suffix(16).lastIndex {
            abs($0.times.0 - times.0) <= together && abs($0.times.1 - times.1) <= together
        }
        let (before, after) = (view.message(first).frames, view.message(second).frames)
        guard let known else {
            faults.append(Repetition(times: times, first: before, second: after))
            return
        }
        faults[known].first += before.filter { !faults[known].first.contains($0) }
        faults[known].second += after.filter { !faults[known].second.contains($0) }
    }
}

extension LinkHistory {
    /// Whether a host's records of the same name and type, sent with the cache-flush bit, have taken the place of a record that
    /// was multicast before (RFC 6762 §10.2).
    private func isFlushed(_ record: Int, by host: Int, at message: Int) -> Bool {
        let known = log.known[record]
        let before = sayingsByAnybody[record]?.last { $0.host != host && $0.saying.message < message }
        guard let before else { return false }
        return heldRecords(known.name, host, at: message).contains { other in
            guard other != record, log.known[other].type == known.type,
                let last = lastSaying(of: other, by: host, before: message)
            else { return false }
            return last.cacheFlush && last.time > before.saying.time + Nanoseconds.seconds(1)
        }
    }

    /// Whether any other host has records that answer a question.
    func othersHold(_ question: HeardQuestion, than host: Int, at message: Int) -> Bool {
        (recordsByName[question.name] ?? []).contains { record in
            guard question.matches(log.known[record]), log.known[record].type != .nsec,
                let all = sayingsByAnybody[record]
            else { return false }
            return Set(all.map(\.host)).contains {
                $0 != host && holds(record, $0, at: message) && !isFlushed(record, by: host, at: message)
            }
        }
    }
}
