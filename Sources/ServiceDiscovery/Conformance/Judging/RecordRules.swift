import DNSWire
import WireCoding

/// Cache-flush bits, TTLs and goodbyes.
enum RecordRules {
    static let rules: [ConformanceRule] = [
        ConformanceRule(
            "6762-10.2-flush-on-unique", "RFC 6762 §10.2", .must, .responder, .seen,
            title: "Records that only one host has are sent with the cache-flush bit.",
            occasion:
                "SRV, A, AAAA, or TXT of a service instance, with a TTL above 0, in a multicast response",
            fault: "the cache-flush bit is clear"
        ) { records($0, in: \.isMulticastResponse, isUnique) { !$0.cacheFlush } },
        ConformanceRule(
            "6762-10.2-no-flush-on-shared", "RFC 6762 §10.2", .mustNot, .responder, .seen,
            title: "Records that several hosts may have are sent without the cache-flush bit.",
            occasion: "PTR of a service type, a subtype or the list of types, in a response to port 5353",
            fault: "the cache-flush bit is set"
        ) {
            records(
                $0, in: { $0.isResponse && !$0.isLegacyResponse }, { _, link, known in link.isServicePointer(known) }
            ) {
                $0.cacheFlush
            }
        },
        ConformanceRule(
            "6762-10.2-no-flush-in-known-answers", "RFC 6762 §10.2", .mustNot, .querier, .seen,
            title: "Known answers are listed without the cache-flush bit.", occasion: "a query with known answers",
            fault: "one has the cache-flush bit", knownAnswers),
        ConformanceRule(
            "6762-10.2-no-flush-in-legacy", "RFC 6762 §10.2, §6.7", .mustNot, .responder, .seen,
            title: "Legacy queriers get no cache-flush bits.",
            occasion: "a legacy response (to a port other than 5353)", fault: "a record has the cache-flush bit"
        ) { view in
            var tally = RuleTally()
            for index in view.traffic.unicastResponses where view.message(index).isLegacyResponse {
                tally.note(
                    view.message(index).frames, isBroken: view.link.records(index).contains(where: \.cacheFlush))
            }
            return tally
        },
        ConformanceRule(
            "6762-10-ttl-host", "RFC 6762 §10", .should, .responder, .seen,
            title: "Records with a host name in them live for 120 s.",
            occasion: "SRV, A or AAAA with a TTL above 0 in a multicast response", fault: "the TTL is not 120 s"
        ) {
            records($0, in: \.isMulticastResponse, { $0.ttl > 0 && [.srv, .a, .aaaa].contains($2.type) }) {
                $0.ttl != 120
            }
        },
        ConformanceRule(
            "6762-10-ttl-other", "RFC 6762 §10", .should, .responder, .seen,
            title: "Other records live for 75 minutes.",
            occasion: "PTR of DNS-SD, or TXT of a service instance, with a TTL above 0, in a multicast response",
            fault: "the TTL is not 4,500 s"
        ) {
            records(
                $0, in: \.isMulticastResponse,
                {
                    $0.ttl > 0
                        && ($1.isServicePointer($2) || $2.type == .txt && $1.kinds[$2.name] == .instance)
                }
            ) { $0.ttl != 4500 }
        },
        ConformanceRule(
            "6762-10.1-goodbye", "RFC 6762 §10.1", .should, .responder, .missing,
            title: "A host that withdraws a service says goodbye.",
            occasion:
                "a goodbye for a service; or a service of which two multicast questions without the QU bit, none listing it, 1 s or more apart and more than 2 s after its last record, stayed without it, while the host sent a multicast response after each within 30 s",
            fault: "the host never said goodbye for it, and did not give it up after a conflict", goodbye),
    ]

    private static func isUnique(_ record: HeardRecord, _ link: LinkHistory, _ known: KnownRecord) -> Bool {
        guard record.ttl > 0 else { return false }
        return [.srv, .a, .aaaa].contains(known.type) || known.type == .txt && link.kinds[known.name] == .instance
    }

    /// Looks at each record of a kind.
    private static func records(
        _ view: HostView, in isWanted: (HeardMessage) -> Bool,
        _ applies: (HeardRecord, LinkHistory, KnownRecord) -> Bool, isBroken: (HeardRecord) -> Bool
    ) -> RuleTally {
        var tally = RuleTally()
        for index in view.traffic.all where isWanted(view.message(index)) {
            let frames = view.message(index).frames
            for record in view.link.records(index) where applies(record, view.link, view.link.known(record)) {
                tally.note(frames, isBroken: isBroken(record))
            }
        }
        return tally
    }

    private static func knownAnswers(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        for index in view.traffic.all where !view.message(index).isResponse {
            let listed = view.link.answers(index).map { $0 }
            guard !listed.isEmpty else { continue }
            tally.note(view.message(index).frames, isBroken: listed.contains(where: \.cacheFlush))
        }
        return tally
    }

    /// Looks at each pointer to an instance that the host multicast.
    private static func goodbye(_ view: HostView) -> RuleTally {
        var tally = RuleTally()
        let link = view.link
        for name in view.traffic.names where link.kinds[name] == .serviceType {
            for number in link.recordsOfName[.init(host: view.host, name: name)] ?? [] {
                guard case .pointer(let target) = link.log.known[number].data, let instance = link.number(of: target),
                    link.kinds[instance] == .instance
                else { continue }
                judge(&tally, view, pointer: number, type: name, instance: instance)
            }
        }
        return tally
    }

    private static func judge(_ tally: inout RuleTally, _ view: HostView, pointer: Int, type: Int, instance: Int) {
        let link = view.link
        let records = [pointer] + (link.recordsOfName[.init(host: view.host, name: instance)] ?? [])
        let all = records.flatMap { link.sayings[.init(host: view.host, record: $0)] ?? [] }
        if all.contains(where: { $0.ttl == 0 }) { return tally.note() }
        guard let last = all.map(\.time).max() else { return }
        var unanswered: [LinkHistory.Asking] = []
        for asked in [type, instance] {
            for asking in link.askings(of: asked) {
                let message = link.messages[asking.message]
                let question = link.log.questions[asking.question]
                guard message.time > last + Nanoseconds.seconds(2), !question.wantsUnicast, question.isInternet,
                    asked == type
                        ? question.type == .ptr || question.type == .any
                        : [.srv, .txt, .any].contains(question.type),
                    message.host != view.host,
                    !link.records(asking.message).contains(where: { records.contains($0.number) }),
                    !view.responses(after: asking.message, within: Nanoseconds.seconds(30)).isEmpty
                else { continue }
                unanswered.append(asking)
            }
        }
        unanswered.sort { $0.message < $1.message }
        guard let first = unanswered.first, let second = unanswered.last,
            link.messages[second.message].time - link.messages[first.message].time >= Nanoseconds.seconds(1)
        else { return }
        // Who lost a name has nothing to withdraw.
        let hasLost = (link.recordsHeldByOthers(instance, than: view.host)).contains {
            $0.time > last - Nanoseconds.held
        }
        tally.note()
        if !hasLost {
            tally.fault(link.messages[first.message].frames + link.messages[second.message].frames)
        }
    }
}

extension LinkHistory {
    /// The times that other hosts multicast unique records of a name.
    func recordsHeldByOthers(_ name: Int, than host: Int) -> [Saying] {
        (recordsByName[name] ?? []).flatMap { record in
            (sayingsByAnybody[record] ?? []).filter { $0.host != host && $0.saying.cacheFlush }.map(\.saying)
        }
    }
}
