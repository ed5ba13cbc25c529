import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// A responder with one service that keeps every rule, but for one if that is wanted.
struct TestedResponder {
    /// What it does wrong, and the one rule that this breaks.
    enum Fault: String, CaseIterable {
        case clearsAuthoritative = "6762-18.4-response-aa"
        case numbersResponses = "6762-18.1-response-id"
        case answersWhatIsKnown = "6762-7.1-suppressed"
        case trustsOldAnswers = "6762-7.1-answer-below-half"
        case repeatsAtOnce = "6762-6-one-second"
        case deniesNothing = "6762-6.1-negative"
        case answersOneQuestion = "6762-6.3-every-question"
        case answersOneType = "6762-6.5-any-all"
        case cannotWait = "6762-7.2-tc-delay"
        case remembersLong = "6762-6.7-legacy-ttl"
        case numbersLegacy = "6762-6.7-legacy-id"
        case hidesItsType = "6763-9-enumeration"
        case hopsLess = "6762-11-hop-limit"
        case keepsItsName = "6762-9-conflict-reprobe"
        case ignoresDenial = "6762-8.1-defer"
        case ignoresRivals = "6762-8.2-tie-break"
        case defendsNothing = "6762-8.1-defend"
        case hearsOffLink = "6762-11-on-link"
        case hearsAllPorts = "6762-6-ignore-foreign-port"
        case multicastsAll = "6762-5.4-qu-answer"
        case abandonsRecords = "6762-6.6-cooperate"
        case multicastsLegacy = "6762-6.7-legacy-unicast"
        case repeatsOthers = "6762-7.4-duplicate-answers"
    }

    /// A message on its way.
    struct Datagram {
        var message: DNSMessage
        /// Nil for the group.
        var destination: IPAddress?
        var port: UInt16 = 5353
    }

    /// Answers that wait for their time.
    private struct Pending {
        var due: Int64
        var answers: [ResourceRecord]
        let isTruncated: Bool
        let asker: IPAddress
    }

    static let address = IPAddress(ipv4: 0x0A00_0001)

    let fault: Fault?
    private var service: NameClaim
    private var host: NameClaim
    private var wakes: [Int64?] = [nil, nil]
    private var pending: [Pending] = []
    private var lastMulticast: [ResourceRecord: Int64] = [:]
    private var random: SplitMix64

    init(_ fault: Fault?, seed: UInt64) throws {
        self.fault = fault
        random = SplitMix64(seed: seed)
        var profile = ProbingProfile.rfc6762
        profile.unicastProbes = .all
        let type = try ServiceType(name: "ipp", transport: .tcp)
        service = NameClaim(
            try ClaimedRecords(
                instance: Array("Desk".utf8), type: type,
                location: ServiceLocation(port: 631, target: .of("printer.local")), text: [3, 0x61, 0x3D, 0x31]),
            profile: profile)
        host = NameClaim(
            try ClaimedRecords(host: Array("printer".utf8), addresses: [Self.address]), profile: profile)
    }

    /// The time of the next event.
    var due: Int64? { (wakes.compactMap(\.self) + pending.map(\.due)).min() }

    mutating func start(at time: Int64) -> [Datagram] {
        perform(0, service.start(at: time, using: &random), at: time)
            + perform(1, host.start(at: time, using: &random), at: time)
    }

    mutating func timer(at time: Int64) -> [Datagram] {
        var out: [Datagram] = []
        if let wake = wakes[0], wake <= time { out += perform(0, service.timer(at: time, using: &random), at: time) }
        if let wake = wakes[1], wake <= time { out += perform(1, host.timer(at: time, using: &random), at: time) }
        for waiting in pending.filter({ $0.due <= time }) { out += multicast(waiting.answers, at: time) }
        pending.removeAll { $0.due <= time }
        return out
    }

    /// - Parameter unicastTo: The address that it came to, nil for the group.
    mutating func receive(
        _ message: DNSMessage, from source: IPAddress, port: UInt16, isMulticast: Bool, at time: Int64
    ) -> [Datagram] {
        let isOnLink = isMulticast || source.low >> 24 == Self.address.low >> 24
        guard isOnLink || fault == .hearsOffLink else { return [] }
        if message.flags.isResponse {
            guard port == 5353 || fault == .hearsAllPorts else { return [] }
            return hear(message, from: source, isMulticast, at: time)
        }
        guard isOnLink else { return [] }
        if !message.authorities.isEmpty { return probe(message, from: source, at: time) }
        if message.questions.isEmpty {
            for index in pending.indices where pending[index].isTruncated && pending[index].asker == source {
                pending[index].answers = pending[index].answers.filter { !isKnown($0, in: message) }
            }
            return []
        }
        return port == 5353 ? ask(message, from: source, isMulticast, at: time) : legacy(message, source, port)
    }

    // MARK: - Claims

    private mutating func perform(_ claim: Int, _ actions: [NameClaim.Action], at time: Int64) -> [Datagram] {
        var out: [Datagram] = []
        wakes[claim] = nil
        for action in actions {
            switch action {
            case .send(let message, let purpose, let destination):
                if purpose == .defense, fault == .defendsNothing { continue }
                var message = message
                if message.flags.isResponse { message = finished(message, at: time) }
                if case .unicast(let address) = destination {
                    out.append(Datagram(message: message, destination: address))
                } else {
                    out.append(Datagram(message: message))
                }
            case .wait(let until): wakes[claim] = until
            case .established, .renamed, .failed: continue
            }
        }
        return out
    }

    private mutating func hear(
        _ message: DNSMessage, from source: IPAddress, _ isMulticast: Bool, at time: Int64
    ) -> [Datagram] {
        // Who gives the same answer has given it for us.
        if isMulticast, fault != .repeatsOthers {
            for index in pending.indices {
                pending[index].answers.removeAll { own in
                    message.answers.contains { $0.isSame(as: own) && $0.ttl >= own.ttl }
                }
            }
            pending.removeAll { $0.answers.isEmpty }
        }
        let damaged = (service.records.unique + service.records.pointers + host.records.unique).filter { own in
            message.answers.contains { $0.isSame(as: own) && 2 * $0.ttl < own.ttl }
        }
        if !damaged.isEmpty, service.holdsName, fault != .abandonsRecords {
            for record in damaged { lastMulticast[record] = nil }
            pending.append(
                Pending(due: time + delay(), answers: damaged, isTruncated: false, asker: source))
        }
        var isProbing = false
        if case .probing = service.state { isProbing = true }
        guard fault != (isProbing ? .ignoresDenial : .keepsItsName) else { return [] }
        let delivery: NameClaim.Delivery = isMulticast ? .multicast : .unicast
        return perform(
            0, service.receive(message, from: source, by: delivery, at: time, using: &random), at: time)
            + perform(1, host.receive(message, from: source, by: delivery, at: time, using: &random), at: time)
    }

    private mutating func probe(_ message: DNSMessage, from source: IPAddress, at time: Int64) -> [Datagram] {
        if case .probing = service.state, fault == .ignoresRivals { return [] }
        return perform(0, service.receive(message, from: source, at: time, using: &random), at: time)
            + perform(1, host.receive(message, from: source, at: time, using: &random), at: time)
    }

    // MARK: - Answers

    private mutating func delay() -> Int64 { Int64.random(in: 20_000_000...120_000_000, using: &random) }

    private var held: [ResourceRecord] {
        var records: [ResourceRecord] = []
        if service.holdsName {
            records += service.records.pointers + service.records.unique
            if fault != .hidesItsType { records += [service.records.typeEnumerationPointer].compactMap(\.self) }
        }
        if host.holdsName { records += host.records.unique }
        return records
    }

    private func answers(to question: Question) -> [ResourceRecord] {
        let named = held.filter { $0.name == question.name }
        let matching = named.filter { question.type == .any || question.type == $0.type }
        if question.type == .any, fault == .answersOneType { return Array(matching.suffix(1)) }
        guard matching.isEmpty, named.contains(where: \.cacheFlush), fault != .deniesNothing else { return matching }
        return [question.name == host.name ? host.records.denial : service.records.denial]
    }

    private func isKnown(_ record: ResourceRecord, in query: DNSMessage) -> Bool {
        guard fault != .answersWhatIsKnown else { return false }
        return query.answers.contains {
            $0.isSame(as: record) && (2 * $0.ttl >= record.ttl || fault == .trustsOldAnswers)
        }
    }

    private mutating func ask(
        _ query: DNSMessage, from source: IPAddress, _ isMulticast: Bool, at time: Int64
    ) -> [Datagram] {
        var now: [ResourceRecord] = []
        var later: [ResourceRecord] = []
        for question in fault == .answersOneQuestion ? Array(query.questions.prefix(1)) : query.questions {
            let records = answers(to: question).filter { !isKnown($0, in: query) }
            let isFresh = records.allSatisfy { record in
                lastMulticast[record].map { time - $0 < Int64(record.ttl) * 250_000_000 } ?? false
            }
            if !isMulticast || question.wantsUnicastResponse && isFresh && fault != .multicastsAll {
                now += records
            } else {
                later += records
            }
        }
        var out: [Datagram] = []
        if !now.isEmpty { out.append(Datagram(message: finished(response(now), at: nil), destination: source)) }
        guard !later.isEmpty else { return out }
        var due = time + Int64.random(in: 1_000_000...8_000_000, using: &random)
        if later.contains(where: { !$0.cacheFlush }) || query.questions.count > 1 { due = time + delay() }
        if query.flags.isTruncated, fault != .cannotWait {
            due = time + Int64.random(in: 400_000_000...500_000_000, using: &random)
        }
        pending.append(
            Pending(due: due, answers: later, isTruncated: query.flags.isTruncated, asker: source))
        return out
    }

    private mutating func legacy(_ query: DNSMessage, _ source: IPAddress, _ port: UInt16) -> [Datagram] {
        let records = query.questions.flatMap { answers(to: $0) }
        guard !records.isEmpty else { return [] }
        if fault == .multicastsLegacy { return [Datagram(message: finished(response(records), at: nil))] }
        var message = DNSMessage.legacyResponse(to: query, answers: records)
        if fault == .remembersLong { message.answers = message.answers.map { $0.living(120) } }
        if fault == .numbersLegacy { message.identifier &+= 1 }
        return [Datagram(message: finished(message, at: nil), destination: source, port: port)]
    }

    private mutating func multicast(_ records: [ResourceRecord], at time: Int64) -> [Datagram] {
        let fresh = records.filter { record in
            fault == .repeatsAtOnce || lastMulticast[record].map { time - $0 >= 1_000_000_000 } ?? true
        }
        return fresh.isEmpty ? [] : [Datagram(message: finished(response(fresh), at: time))]
    }

    /// With what the asker is likely to want next.
    private func response(_ records: [ResourceRecord]) -> DNSMessage {
        var additionals: [ResourceRecord] = []
        if records.contains(where: { $0.type == .ptr || $0.type == .srv }) {
            additionals = service.records.unique + host.records.unique
        }
        return DNSMessage(
            flags: .multicastResponse, answers: records, additionals: additionals.filter { !records.contains($0) })
    }

    /// - Parameter time: When it is multicast; nil if it is not.
    private mutating func finished(_ response: DNSMessage, at time: Int64?) -> DNSMessage {
        var response = response
        if let time {
            for record in response.answers + response.additionals { lastMulticast[record] = time }
            if fault == .numbersResponses { response.identifier = 7 }
        }
        if fault == .clearsAuthoritative { response.flags.isAuthoritative = false }
        return response
    }
}

extension ResourceRecord {
    fileprivate func isSame(as other: ResourceRecord) -> Bool {
        name == other.name && type == other.type && data == other.data
    }
}
