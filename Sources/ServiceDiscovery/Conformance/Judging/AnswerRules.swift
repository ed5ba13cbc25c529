import DNSWire
import WireCoding

/// What answers have in them, and what they lack.
enum AnswerRules {
    static let rules: [ConformanceRule] = [
        ConformanceRule(
            "6762-6.1-negative", "RFC 6762 §6.1", .must, .responder, .missing,
            title: "Who has a name says so when it is asked for a type of record that the name does not have.",
            occasion:
                "a multicast question without the QU bit (class IN, a single type of record) for a name with unique records that the host multicast in the last 110 s, and of which it has no record of that type; not denied in the 1 s before",
            fault:
                "within 1.2 s neither NSEC of the name nor a record of that type, and the host multicast a response later; counted from two",
            negative),
        ConformanceRule(
            "6762-6.1-nsec-form", "RFC 6762 §6.1", .must, .responder, .seen,
            title: "An NSEC record names its own name as the next one, and has one block of types.",
            occasion: "NSEC in a response",
            fault:
                "the next name is not the owner, the block is not 0, its length is not 1 to 32, there is another block, or the bit for NSEC is set",
            form),
        ConformanceRule(
            "6762-6.1-nsec-truth", "RFC 6762 §6.1", .must, .responder, .seen,
            title: "An NSEC record does not deny what its host has.",
            occasion:
                "NSEC in a multicast response, of a name of which the host multicast a record with the cache-flush bit in the same message or the 10 s before, and no goodbye since",
            fault: "the bit of that type is clear", truth),
        ConformanceRule(
            "6762-6.2-both-families", "RFC 6762 §6.2", .should, .responder, .seen,
            title: "An address of one family is sent with those of the other.",
            occasion:
                "A or AAAA in the answers of a multicast response of less than 1,200 bytes, of a name of which the host multicast both kinds in the last 110 s",
            fault: "the other kind is not in the message", families),
        ConformanceRule(
            "6762-6.3-every-question", "RFC 6762 §6.3", .must, .responder, .missing,
            title: "All questions of a message are answered.",
            occasion:
                "a multicast query with two questions or more, no QU bit and no TC, to which the host has answers for two or more: multicast in the last 110 s, not listed as known, and not multicast by anybody in the 1 s before",
            fault: "some are answered within 1.2 s, others not; counted from two", everyQuestion),
        ConformanceRule(
            "6762-6.4-aggregation", "RFC 6762 §6.4", .should, .responder, .seen,
            title: "Answers that fit one message are sent in one.",
            occasion:
                "a multicast query without QU bit, TC and authority section, no other query within 700 ms before or after, that brings answers",
            fault:
                "two multicast responses or more within 600 ms, all with answers that were not multicast just before, which fit one message of 1,400 bytes; counted from two",
            aggregation),
        ConformanceRule(
            "6762-6.5-any-all", "RFC 6762 §6.5", .must, .responder, .seen,
            title: "A question for any type of record is answered with all records of the name.",
            occasion:
                "a multicast question of type ANY, no authority section, for a name of which the host multicast two types of records or more in the last 110 s, none in the 1 s before, that it answers",
            fault: "a type is in none of the responses of the next 1.2 s; counted from two", anyType),
        ConformanceRule(
            "6762-6.7-legacy-id", "RFC 6762 §6.7, §18.1", .must, .responder, .seen,
            title: "A response to a legacy querier has the identifier of its query.",
            occasion: "a legacy response within 3 s after the query from that address and port",
            fault: "its identifier is not the query's"
        ) {
            legacy($0) { view, response, query in view.message(response).identifier != view.message(query).identifier }
        },
        ConformanceRule(
            "6762-6.7-legacy-question", "RFC 6762 §6.7", .must, .responder, .seen,
            title: "A response to a legacy querier repeats its question.",
            occasion: "a legacy response within 3 s after the query from that address and port",
            fault: "it does not repeat the question"
        ) {
            legacy($0) { view, response, query in
                let asked = view.link.questions(query)
                return !view.link.questions(response).contains { repeated in
                    asked.contains { $0.name == repeated.name && $0.type == repeated.type }
                }
            }
        },
        ConformanceRule(
            "6762-6.7-legacy-ttl", "RFC 6762 §6.7", .shouldNot, .responder, .seen,
            title: "Records for legacy queriers live for ten seconds at most.",
            occasion: "a legacy response within 3 s after the query from that address and port",
            fault: "a TTL above 10 s"
        ) {
            legacy($0) { view, response, _ in
                view.link.records(response).contains {
                    $0.ttl > DNSMessage.legacyTimeToLive && view.link.known($0).type != .opt
                }
            }
        },
    ]

    private static func negative(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        for name in view.traffic.names.sorted() {
            let records = link.recordsOfName[.init(host: view.host, name: name)] ?? []
            let types = Set(records.map { link.log.known[$0].type })
            let denials = records.filter { link.log.known[$0].type == .nsec }
            for asking in link.askings(of: name) {
                let question = link.log.questions[asking.question]
                let message = link.messages[asking.message]
                guard message.host != view.host, !question.wantsUnicast, question.isInternet,
                    question.type.rawValue < 256, question.type != .any, question.type != .nsec,
                    !types.contains(question.type),
                    records.contains(where: {
                        link.log.known[$0].type != .nsec && view.isUnique($0)
                            && link.holds($0, view.host, at: asking.message)
                    }), !link.hasLost(name, view.host, at: asking.message),
                    !denials.contains(where: {
                        !link.sayings(
                            of: $0, by: view.host, from: message.time - Nanoseconds.seconds(1), to: message.time
                        ).isEmpty
                    })
                else { continue }
                let isDenied = view.allResponses(after: asking.message, within: Nanoseconds.answer).contains {
                    view.answers($0, question, anywhere: true)
                }
                let isBroken = !isDenied && view.respondsLater(than: Nanoseconds.answer, after: asking.message)
                tally.note(message.frames, isBroken: isBroken)
            }
        }
        return tally
    }

    private static func form(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        for index in view.traffic.all where view.message(index).isResponse {
            for record in view.link.records(index) where view.link.known(record).type == .nsec {
                let known = view.link.known(record)
                tally.note(view.message(index).frames, isBroken: !isSound(known, view.link))
            }
        }
        return tally
    }

    private static func isSound(_ known: KnownRecord, _ link: LinkHistory) -> Bool {
        guard case .nextSecure(let next) = known.data, next.nextDomainName == link.name(known.name) else {
            return false
        }
        let blocks = next.types.windowBlocks
        return blocks.count > 2 && blocks[0] == 0 && (1...32).contains(Int(blocks[1]))
            && blocks.count == 2 + Int(blocks[1]) && !next.types.contains(.nsec)
    }

    private static func truth(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for index in view.traffic.multicastResponses {
            for record in link.records(index) where link.known(record).type == .nsec && record.ttl > 0 {
                let known = link.known(record)
                // One without any block is malformed, and denies nothing that a reader could rely on.
                guard let types = known.listedTypes, !types.isEmpty else { continue }
                let own = (link.recordsOfName[.init(host: view.host, name: known.name)] ?? []).filter {
                    guard link.log.known[$0].type != .nsec,
                        let last = link.lastSaying(of: $0, by: view.host, before: index + 1)
                    else { return false }
                    return last.cacheFlush && last.ttl > 0 && last.time >= view.time(index) - Nanoseconds.seconds(10)
                }
                guard !own.isEmpty else { continue }
                let denied = own.contains { !types.contains(link.log.known[$0].type) }
                tally.note(view.message(index).frames, isBroken: denied)
            }
        }
        return tally
    }

    private static func families(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for index in view.traffic.multicastResponses where view.message(index).length < 1200 {
            var names: Set<Int> = []
            for record in link.answers(index) where record.ttl > 0 && link.known(record).isAddress {
                guard names.insert(link.known(record).name).inserted else { continue }
                let name = link.known(record).name
                let held = link.heldRecords(name, view.host, at: index).map { link.log.known[$0].type }
                guard held.contains(.a), held.contains(.aaaa) else { continue }
                let here = Set(
                    link.records(index).lazy.map { link.known($0) }.filter { $0.name == name }.map(\.type))
                tally.note(view.message(index).frames, isBroken: !here.contains(.a) || !here.contains(.aaaa))
            }
        }
        return tally
    }

    private static func everyQuestion(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        for index in view.queries {
            let query = view.message(index)
            let questions = link.questions(index)
            guard questions.count >= 2, !query.flags.isTruncated, link.probedNames[index] == nil,
                !questions.contains(where: \.wantsUnicast)
            else { continue }
            let known = view.knownAnswers(index)
            // What another host answers with the same record need not be said again (RFC 6762 §7.4).
            let answerable = questions.filter { question in
                !link.hasLost(question.name, view.host, at: index)
                    && link.heldRecords(question.name, view.host, at: index).contains {
                        question.matches(link.log.known[$0]) && link.log.known[$0].type != .nsec && known[$0] == nil
                            && !link.wasSaid($0, from: query.time - Nanoseconds.seconds(1), to: query.time)
                            && !link.wasSaid(
                                $0, from: query.time, to: query.time + Nanoseconds.answer, by: { $0 != view.host })
                    }
            }
            guard answerable.count >= 2 else { continue }
            let responses = view.allResponses(after: index, within: Nanoseconds.answer)
            let answered = answerable.filter { question in
                responses.contains { view.answers($0, question, anywhere: true) }
            }
            tally.note(query.frames, isBroken: !answered.isEmpty && answered.count < answerable.count)
        }
        return tally
    }

    private static func aggregation(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        let quiet = Nanoseconds.milliseconds(700)
        for index in view.queries {
            let query = view.message(index)
            let questions = link.questions(index)
            guard !query.flags.isTruncated, link.probedNames[index] == nil,
                !questions.contains(where: \.wantsUnicast), !link.records(index).contains(where: \.isAuthority),
                !link.wasQueried(from: query.time - quiet, to: query.time + quiet, but: index)
            else { continue }
            // A goodbye in that time is not an answer.
            let responses = view.responses(after: index, within: Nanoseconds.milliseconds(600)).filter { response in
                link.records(response).contains { $0.ttl > 0 }
            }
            let answers = responses.filter { response in questions.contains { view.answers(response, $0) } }
            guard !answers.isEmpty else { continue }
            let wereDue = answers.contains { response in
                link.answers(response).contains {
                    !link.sayings(
                        of: $0.number, by: view.host, from: query.time - Nanoseconds.seconds(1.2), to: query.time
                    ).isEmpty
                }
            }
            let size = answers.reduce(0) { $0 + view.message($1).length }
            let isBroken = answers.count >= 2 && answers.count == responses.count && !wereDue && size <= 1400
            tally.note()
            if isBroken { tally.fault(answers.flatMap { view.message($0).frames }) }
        }
        return tally
    }

    private static func anyType(_ view: HostView) -> RuleTally {
        var tally = RuleTally(from: 2)
        let link = view.link
        for name in view.traffic.names.sorted() {
            for asking in link.askings(of: name) {
                let question = link.log.questions[asking.question]
                let query = link.messages[asking.message]
                guard query.host != view.host, question.type == .any,
                    !link.records(asking.message).contains(where: \.isAuthority)
                else { continue }
                let listed = view.knownAnswers(asking.message)
                let held = link.heldRecords(name, view.host, at: asking.message).filter {
                    link.log.known[$0].type != .nsec && listed[$0] == nil
                }
                let types = Set(held.map { link.log.known[$0].type })
                let wasSaid = held.contains {
                    link.wasSaid($0, from: query.time - Nanoseconds.seconds(1), to: query.time)
                }
                let responses = view.allResponses(after: asking.message, within: Nanoseconds.answer)
                let said = responses.flatMap { link.records($0).map { link.known($0) } }.filter { $0.name == name }
                guard types.count >= 2, !wasSaid, !said.isEmpty else { continue }
                let isBroken = !types.isSubset(of: said.map(\.type))
                tally.note()
                if isBroken { tally.fault(query.frames + responses.flatMap { view.message($0).frames }) }
            }
        }
        return tally
    }

    /// Looks at each response to a legacy querier, with its query: that with its identifier, or else the last one.
    private static func legacy(_ view: HostView, isBroken: (HostView, Int, Int) -> Bool) -> RuleTally {
        var tally = RuleTally()
        for index in view.traffic.unicastResponses where view.message(index).isLegacyResponse {
            let response = view.message(index)
            let queries = view.link.fromAddress(
                response.destination, from: response.time - Nanoseconds.legacyAnswer, before: index
            ).filter { view.message($0).sourcePort == response.destinationPort }
            guard
                let query = queries.last(where: { view.message($0).identifier == response.identifier })
                    ?? queries.last
            else { continue }
            tally.note(response.frames, isBroken: isBroken(view, index, query))
        }
        return tally
    }
}

extension KnownRecord {
    /// The types that an NSEC record does not deny, also of one whose next name is wrong; nil if that cannot be read.
    fileprivate var listedTypes: Set<RecordType>? {
        switch data {
        case .nextSecure(let next): return Set(next.types.types)
        case .malformed(let data):
            // The name ends with a pointer or the root, behind its own labels.
            let bytes = data.bytes
            var place = 0
            while place < bytes.count, (1...DNSName.maximumLabelLength).contains(Int(bytes[place])) {
                place += Int(bytes[place]) + 1
            }
            guard place < bytes.count else { return nil }
            place += bytes[place] >= 0xC0 ? 2 : 1
            guard place <= bytes.count else { return nil }
            let rest = Array(bytes[place...])
            var input = ByteReader(rest.span)
            return (try? TypeBitmap(parsing: &input)).map { Set($0.types) }
        default: return nil
        }
    }

    var isAddress: Bool { type == .a || type == .aaaa }
}

extension HeardRecord {
    var isAuthority: Bool { section == .authority }
}
