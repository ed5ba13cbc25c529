import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

extension ServiceTracker {
    mutating func takeQuery(_ message: DNSMessage, in context: MessageContext) {
        noteTraits(of: context.sender) { $0.noteQuery(message) }
        if message.authorities.isEmpty {
            var known = RecordsByName(message.answers)
            for question in message.questions { take(question, message.flags, knowing: &known, in: context) }
            takeKnownAnswers(message.answers, in: context)
        } else {
            takeProbe(message.authorities, in: context)
        }
    }

    private mutating func take(
        _ question: Question, _ flags: DNSFlags, knowing known: inout RecordsByName, in context: MessageContext
    ) {
        questions.note(question, flags: flags, in: context)
        guard question.type == .srv || question.type == .txt || question.type == .any else { return }
        if !isClaimed(question.name, in: context) { hearsay.note(question, in: context) }
        // A capture need not show answers to a single host, and what is known is not answered.
        let isKnown = known.records(of: question.name, limit: Self.maximumKnown).contains {
            $0.type == question.type || question.type == .any
        }
        let isAnsweredToAll = !question.wantsUnicastResponse && !context.isLegacy && !isKnown
        for index in servicesByName[question.name] ?? [] where links.isShared(context.links, services[index].links) {
            services[index].ask(question.type, isAnsweredToAll: isAnsweredToAll, in: context)
        }
    }

    /// Known answers to one question for an instance's own records that are looked at.
    private static let maximumKnown = 8

    /// The answer section of a query lists what the asker knows of others (RFC 6762 §7.1): it claims nothing.
    private mutating func takeKnownAnswers(_ records: [ResourceRecord], in context: MessageContext) {
        for record in records {
            questions.noteKnownAnswer(record, in: context)
            switch record.data {
            case .pointer(let target):
                for index in servicesByName[target] ?? [] where links.isShared(context.links, services[index].links) {
                    services[index].suppress(in: context)
                }
            case .service(let location):
                for index in servicesByName[record.name] ?? []
                where services[index].location == location && links.isShared(context.links, services[index].links) {
                    services[index].suppressLocation(in: context)
                }
            default: break
            }
            if !isClaimed(record, in: context) { hearsay.note(record, in: context) }
        }
    }

    /// Whether some host of the link has spoken for the name that a record is about.
    private func isClaimed(_ record: ResourceRecord, in context: MessageContext) -> Bool {
        if case .pointer(let target) = record.data { return isClaimed(target, in: context) }
        return isClaimed(record.name, in: context)
    }

    private func isClaimed(_ name: DNSName, in context: MessageContext) -> Bool {
        servicesByName[name]?.contains { links.isShared(services[$0].links, context.links) } ?? false
            || hostsByName[name]?.contains { links.isShared(hosts[$0].links, context.links) } ?? false
    }

    private mutating func takeProbe(_ records: [ResourceRecord], in context: MessageContext) {
        var wanted = RecordsByName(records)
        for record in records {
            guard case .service(let location) = record.data,
                let index = holder(of: record.name, at: location, in: context)
            else { continue }
            services[index].probe(
                location, wanting: wanted.records(of: record.name, limit: ServiceClaim.maximumProbeRecords), in: context
            )
            guard !services[index].isAlone, let holders = servicesByName[record.name] else { continue }
            Self.decideTieBreaks(of: index, among: holders, in: &services, links, context)
        }
        for (position, record) in records.enumerated() {
            switch record.data {
            case .pointer(let target):
                // python-zeroconf probes with the wanted PTR record in place of SRV.
                guard let index = known(target, &wanted, in: context) ?? open(target, in: context) else { continue }
                services[index].probe(nil, wanting: [], in: context)
            case .text(let rdata):
                takeText(rdata, of: record.name, &wanted, in: context)
            case .address:
                // One probe for all addresses of the name.
                let positions = wanted.positions(of: record.name)
                guard positions.first(where: { records[$0].isAddress }) == position,
                    let index = host(record.name, in: context)
                else { continue }
                hosts[index].probe(positions.prefix(HostClaim.maximumAddresses).map { records[$0] }, in: context)
                Self.decideTieBreaks(of: index, among: hostsByName[record.name] ?? [], in: &hosts, links, context)
            default:
                break
            }
        }
    }

    /// Two who ask for one name at the same time compare what they want to say (RFC 6762 §8.2).
    ///
    /// - Parameter holders: The claims to the name of the one with that index.
    private static func decideTieBreaks<Claim: ProbedClaim>(
        of index: Int, among holders: [Int], in claims: inout Segments<Claim>, _ links: LinkTable,
        _ context: MessageContext
    ) {
        let time = context.moment.time
        for other in holders where other != index && claims[other].isProbing(at: time) {
            guard claims[index].isRival(of: claims[other]), links.isShared(context.links, claims[other].links),
                !claims[index].comparisons.isDone(with: other, at: time),
                !claims[other].comparisons.isDone(with: index, at: time)
            else { continue }
            let decision = ProbeTieBreak.decide(claims[index].probeRecords, claims[other].probeRecords)
            guard decision.winner != .tie else {
                claims[index].comparisons.note(other, at: time)
                continue
            }
            let won = decision.winner == .first
            let reason = Excerpt.cut(decision.description, length: maximumReasonLength)
            claims[index].tieBreak(with: other, won: won, reason: reason, in: context)
            claims[other].tieBreak(with: index, won: !won, reason: reason, in: context)
        }
    }

    /// Characters of a phrase that may hold the names of two hosts.
    private static let maximumReasonLength = 2 * Excerpt.maximumLength + 32
}

extension ResourceRecord {
    /// Whether the record is about an address of a host.
    fileprivate var isAddress: Bool { type == .a || type == .aaaa }
}
