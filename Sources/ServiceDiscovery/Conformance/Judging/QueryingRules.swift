import DNSWire
import WireCoding

/// How often questions are asked, and what is listed as known.
enum QueryingRules {
    static let rules: [ConformanceRule] = [
        ConformanceRule(
            "6762-5.2-first-interval", "RFC 6762 §5.2", .must, .querier, .seen,
            title: "A question is repeated after a second at the earliest.",
            occasion:
                "the same question (name and type, no authority section, port 5353, no TC) twice within 10 s from one host to one group",
            fault: "less than 0.9 s apart; counted from two of the same question", firstInterval),
        ConformanceRule(
            "6762-5.2-doubling", "RFC 6762 §5.2", .must, .querier, .seen,
            title: "The intervals between a question's repetitions at least double.",
            occasion:
                "five or more successive intervals of one question, each below 600 s, and none at whose end four fifths of the TTL of an answer have passed (a refresh)",
            fault: "five in a row that are each less than 1.5 times, and more than 0.6 times, the one before", doubling),
        ConformanceRule(
            "6762-5.4-qu-only-first", "RFC 6762 §5.4", .shouldNot, .querier, .seen,
            title: "Only the first question of a series asks for unicast responses.",
            occasion: "a question that is repeated after 0.9 to 120 s",
            fault: "three repetitions in a row with the QU bit", unicastOnlyFirst),
        ConformanceRule(
            "6762-7.1-known-answers", "RFC 6762 §5.2, §7.1", .must, .querier, .seen,
            title: "A repeated question lists the answers that are known.",
            occasion:
                "a multicast question of DNS-SD for PTR records that the host asked before, 2 s or more after another host's multicast answer to it (less than half of the TTL gone, no goodbye, the answer within 3 s after the host's own question)",
            fault: "no known answer at all; counted from two in a row", knownAnswers),
        ConformanceRule(
            "6762-7.1-known-answer-ttl", "RFC 6762 §7.1", .shouldNot, .querier, .seen,
            title: "Answers of which more than half of the TTL has passed are not listed.",
            occasion: "a known answer of which the last multicast record with the same data told the TTL",
            fault: "less than half that TTL, by more than 1 s", knownAnswerTTL),
        ConformanceRule(
            "6762-7.1-suppressed", "RFC 6762 §7.1", .mustNot, .responder, .missing,
            title: "An answer that is listed as known is not sent.",
            occasion:
                "a multicast question of DNS-SD for PTR records with the host's record as known answer, its TTL at least half of the host's, plus 1 s; no other question that it answers in the 1.5 s before and until the response, no probe of the host in the 5 s before",
            fault: "the record in the answers of a response of the host within 600 ms; counted from two", suppressed),
        ConformanceRule(
            "6762-7.1-answer-below-half", "RFC 6762 §7.1", .must, .responder, .missing,
            title: "An answer that is listed with less than half of its TTL is sent.",
            occasion:
                "as before, but with less than half of the TTL, by more than 1 s, and the record not multicast in the 1.2 s before",
            fault:
                "no response with the record within 1.2 s, and the host multicasts something later; counted from two",
            belowHalf),
        ConformanceRule(
            "6762-7.2-tc-follow", "RFC 6762 §7.2", .must, .querier, .missing,
            title: "A query that says that more known answers follow is followed by them.",
            occasion: "a multicast query from port 5353 with TC",
            fault: "no query without questions and with answers from the host within 1 s; counted from two", follow),
    ]

    /// The times at which the host asked a question, to one group.
    private struct Series: Hashable {
        let name: Int
        let type: RecordType
        let group: UInt8
    }

    private struct Asked {
        let message: Int
        let time: Int64
        let question: HeardQuestion

        var wantsUnicast: Bool { question.wantsUnicast }
    }

    private static func series(_ view: HostView) -> [[Asked]] {
        var series: [Series: [Asked]] = [:]
        var order: [Series] = []
        for index in view.traffic.fullQueries {
            let message = view.message(index)
            guard !view.link.records(index).contains(where: \.isAuthority) else { continue }
            for question in view.link.questions(index) {
                for group in [MulticastGroups.ipv4, .ipv6] where message.groups.contains(group) {
                    let key = Series(name: question.name, type: question.type, group: group.rawValue)
                    if series[key] == nil { order.append(key) }
                    if series[key]?.last?.message == index { continue }
                    series[key, default: []].append(
                        Asked(message: index, time: message.time, question: question))
                }
            }
        }
        return order.map { series[$0] ?? [] }
    }

    private static func firstInterval(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        for series in series(view) {
            var early: [Int] = []
            for (first, second) in zip(series, series.dropFirst()) {
                let gap = second.time - first.time
                guard gap <= Nanoseconds.seconds(10) else { continue }
                tally.note()
                // Long lists of known answers may be sent with the question in each message.
                let isCut = [first, second].contains { view.message($0.message).flags.isTruncated }
                if gap < Nanoseconds.milliseconds(900), !isCut { early.append(second.message) }
            }
            if early.count >= 2 { for index in early { tally.fault(view.message(index).frames) } }
        }
        return tally
    }

    private static func doubling(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        for series in series(view) {
            let gaps = zip(series, series.dropFirst()).map { (gap: $1.time - $0.time, asked: $1) }
            var run = 0
            var steady = 0
            for (index, step) in gaps.enumerated() {
                guard step.gap < Nanoseconds.seconds(600), !isRefresh(step.asked, view) else {
                    (run, steady) = (0, 0)
                    continue
                }
                run += 1
                if run >= 5 { tally.note() }
                guard index > 0, run > 1 else { continue }
                let ratio = Double(step.gap) / Double(max(gaps[index - 1].gap, 1))
                steady = ratio < 1.5 && ratio > 0.6 ? steady + 1 : 0
                if steady >= 5 { tally.fault(view.message(step.asked.message).frames) }
            }
        }
        return tally
    }

    /// Whether a question is asked because an answer to it is about to expire (RFC 6762 §5.2): from four fifths of its TTL on.
    private static func isRefresh(_ asked: Asked, _ view: HostView) -> Bool {
        let link = view.link
        let records = (link.recordsByName[asked.question.name] ?? []).lazy.filter {
            asked.question.matches(link.log.known[$0])
        }
        return records.prefix(maximumRecords).contains { record in
            let all = link.sayingsByAnybody[record] ?? []
            let end = all.partitioningIndex { $0.saying.message >= asked.message }
            guard end > 0 else { return false }
            let last = all[end - 1].saying
            let age = asked.time - last.time
            let whole = Nanoseconds.seconds(Double(last.ttl))
            return last.ttl > 0 && age >= whole * 4 / 5 - Nanoseconds.seconds(1)
                && age <= whole + Nanoseconds.seconds(1)
        }
    }

    private static func unicastOnlyFirst(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        for series in series(view) {
            var run = 0
            for (first, second) in zip(series, series.dropFirst()) {
                let gap = second.time - first.time
                guard gap >= Nanoseconds.milliseconds(900), gap <= Nanoseconds.seconds(120) else {
                    run = 0
                    continue
                }
                tally.note()
                run = second.wantsUnicast ? run + 1 : 0
                if run >= 3 { tally.fault(view.message(second.message).frames) }
            }
        }
        return tally
    }

    private static func knownAnswers(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for series in series(view) {
            guard let first = series.first else { continue }
            let kind = link.questions(first.message)
            var run = 0
            var latest = first.message
            for place in series.indices.dropFirst() {
                let asked = series[place]
                guard
                    let question = link.questions(asked.message).first(where: { question in
                        kind.contains { $0.name == question.name && $0.type == question.type }
                            && question.type == .ptr && link.kinds[question.name].listsServices
                    }), isKnown(question, to: view, before: asked, askedBefore: series[..<place])
                else { continue }
                tally.note()
                let hasListed =
                    link.answers(asked.message).contains { question.matches(link.known($0)) }
                    || view.link.hasFollowing(asked.message)
                run = hasListed ? 0 : run + 1
                if run == 2 { tally.fault(view.message(latest).frames) }
                if run >= 2 { tally.fault(view.message(asked.message).frames) }
                latest = asked.message
            }
        }
        return tally
    }

    /// Earlier questions of a series, and records, that are looked at to find one that a host must know: any will do.
    private static let maximumAsked = 16
    private static let maximumRecords = 32

    /// Whether the host must have the answer to a question, from one that came soon after a question of its own.
    private static func isKnown(
        _ question: HeardQuestion, to view: HostView, before asked: Asked, askedBefore series: ArraySlice<Asked>
    ) -> Bool {
        let link = view.link
        let records = (link.recordsByName[question.name] ?? []).lazy.filter { record in
            question.matches(link.log.known[record]) && link.log.known[record].type == .ptr
        }
        for record in records.prefix(maximumRecords) {
            guard let all = link.sayingsByAnybody[record] else { continue }
            let farewells = link.goodbyes[record] ?? []
            let farewell = farewells.partitioningIndex { $0 >= asked.message }
            let latestFarewell = farewell == 0 ? -1 : farewells[farewell - 1]
            for earlier in series.suffix(maximumAsked).reversed() {
                var index = all.partitioningIndex { $0.saying.time >= earlier.time }
                while index < all.count, all[index].saying.time <= earlier.time + Nanoseconds.seconds(3) {
                    let (host, saying) = all[index]
                    let age = asked.time - saying.time
                    if host != view.host, saying.ttl > 0, saying.section == .answer,
                        saying.message > latestFarewell, age >= Nanoseconds.seconds(2),
                        age < Int64(saying.ttl) * 500_000_000
                    {
                        return true
                    }
                    index += 1
                }
            }
        }
        return false
    }

    private static func knownAnswerTTL(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for index in view.traffic.all where !view.message(index).isResponse && view.message(index).isMulticast {
            for record in link.answers(index) {
                guard let all = link.sayingsByAnybody[record.number] else { continue }
                let end = all.partitioningIndex { $0.saying.message >= index }
                guard end > 0, all[end - 1].saying.ttl > 0 else { continue }
                let told = Int64(all[end - 1].saying.ttl)
                tally.note(view.message(index).frames, isBroken: 2 * (Int64(record.ttl) + 1) < told)
            }
        }
        return tally
    }

    /// A question that lists a record of the host as known.
    private struct Listing {
        let message: Int
        let question: HeardQuestion
        let record: Int
        /// Whether less than half of the record's TTL is left, by more than a second; nil if it is about half.
        let isBelowHalf: Bool?
    }

    private static func listings(_ view: HostView) -> [Listing] {
        let link = view.link
        var found: [Listing] = []
        for index in view.queries {
            let query = view.message(index)
            guard query.isMulticast, link.probedNames[index] == nil,
                link.inInterval(view.traffic.probes, from: query.time - Nanoseconds.seconds(5), to: query.time).isEmpty
            else { continue }
            for question in link.questions(index)
            where question.type == .ptr && link.kinds[question.name].listsServices {
                for record in link.answers(index) where question.matches(link.known(record)) {
                    guard let last = link.lastSaying(of: record.number, by: view.host, before: index), last.ttl > 0
                    else { continue }
                    let (left, whole) = (Int64(record.ttl), Int64(last.ttl))
                    let isBelow = 2 * (left + 1) < whole
                    let isAbove = 2 * (left - 1) >= whole
                    found.append(
                        Listing(
                            message: index, question: question, record: record.number,
                            isBelowHalf: isBelow ? true : isAbove ? false : nil))
                }
            }
        }
        return found
    }

    private static func suppressed(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        var judged: Set<Int> = []
        for listing in listings(view) where listing.isBelowHalf == false {
            let query = view.message(listing.message)
            let known = link.log.known[listing.record]
            let end = query.time + Nanoseconds.milliseconds(600)
            let answer = link.sayings(of: listing.record, by: view.host, from: query.time, to: end).first {
                $0.section == .answer && $0.message > listing.message
            }
            guard !link.hasOtherQuestion(known, than: listing.message, until: answer?.time ?? end, view.host) else {
                continue
            }
            tally.note()
            // One list is one fault, however many of its records are sent all the same.
            if let answer, judged.insert(listing.message).inserted {
                tally.fault(view.message(answer.message).frames)
            }
        }
        return tally
    }

    private static func belowHalf(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        for listing in listings(view) where listing.isBelowHalf == true {
            let query = view.message(listing.message)
            guard !listing.question.wantsUnicast,
                !link.wasSaid(listing.record, from: query.time - Nanoseconds.answer, to: query.time),
                // What another host answers with the same record need not be said again (RFC 6762 §7.4).
                !link.wasSaid(
                    listing.record, from: query.time, to: query.time + Nanoseconds.answer, by: { $0 != view.host }),
                !link.hasOtherQuestion(
                    link.log.known[listing.record], than: listing.message, until: query.time, view.host)
            else { continue }
            tally.note()
            let isAnswered = !link.sayings(
                of: listing.record, by: view.host, from: query.time, to: query.time + Nanoseconds.answer
            ).isEmpty
            if !isAnswered, view.respondsLater(than: Nanoseconds.answer, after: listing.message) {
                tally.fault(query.frames)
            }
        }
        return tally
    }

    private static func follow(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        for index in view.traffic.all {
            let message = view.message(index)
            guard message.isFullQuery, message.flags.isTruncated, !message.questions.isEmpty else { continue }
            tally.note(message.frames, isBroken: !view.link.hasFollowing(index))
        }
        return tally
    }
}

extension LinkHistory {
    /// Whether the sender of a query sends further known answers within a second (RFC 6762 §7.2).
    func hasFollowing(_ index: Int) -> Bool {
        let message = messages[index]
        return inInterval(traffic[message.host].all, from: message.time, to: message.time + Nanoseconds.seconds(1))
            .contains {
                $0 > index && !messages[$0].isResponse && messages[$0].questions.isEmpty
                    && !messages[$0].records.isEmpty
            }
    }

    /// Whether another multicast question that a record answers came in the 1.5 s before a query, or after it until a time.
    func hasOtherQuestion(_ record: KnownRecord, than query: Int, until end: Int64, _ host: Int) -> Bool {
        guard let all = askings[record.name] else { return false }
        let start = messages[query].time - Nanoseconds.seconds(1.5)
        var index = all.partitioningIndex { messages[$0.message].time >= start }
        while index < all.count, messages[all[index].message].time <= end {
            if all[index].message != query, messages[all[index].message].host != host,
                log.questions[all[index].question].matches(record)
            {
                return true
            }
            index += 1
        }
        return false
    }
}
