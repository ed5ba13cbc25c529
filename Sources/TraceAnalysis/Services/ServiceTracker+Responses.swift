import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

extension ServiceTracker {
    mutating func takeResponse(_ message: DNSMessage, in context: MessageContext) {
        noteTraits(of: context.sender) { $0.noteResponse(message, in: context) }
        let records = message.additionals.isEmpty ? message.answers : message.answers + message.additionals
        var recordsByName = RecordsByName(records)
        let announced = announcedNames(message.answers, in: context)
        for (position, record) in records.enumerated() {
            if record.ttl > 0 { questions.hear(record, in: context) }
            guard case .service(let location) = record.data else { continue }
            takeLocation(
                location, in: record, isAnswer: position < message.answers.count, announced: announced, in: context)
        }
        takeAddresses(records, &recordsByName, in: context)
        for (position, record) in records.enumerated() {
            switch record.data {
            case .pointer(let target):
                // With the SRV record beside it, it is an announcement.
                let isAnswer =
                    position < message.answers.count
                    && !recordsByName.positions(of: target).contains {
                        $0 < message.answers.count && records[$0].type == .srv
                    }
                takePointer(target, in: record, &recordsByName, isAnswer: isAnswer, in: context)
            case .text(let rdata) where record.ttl == 0:
                if leaves(record.name, in: context) { hearsay.noteGoodbye(rdata, of: record.name, in: context) }
            case .text(let rdata):
                if let index = takeText(rdata, of: record.name, &recordsByName, in: context), context.judgesRecords {
                    services[index].noteDeviation(of: record, at: context.moment)
                }
            default: break
            }
        }
    }

    /// The instances that a response announces, if it is an announcement: one that is multicast and has all records of
    /// what it announces among its answers, pointers included (RFC 6762 §8.3). A defense or an answer has only some.
    private func announcedNames(_ answers: [ResourceRecord], in context: MessageContext) -> Set<DNSName> {
        guard context.judgesRecords, answers.contains(where: { $0.type == .srv }) else { return [] }
        return answers.reduce(into: []) { names, record in
            if case .pointer(let target) = record.data, record.ttl > 0 { names.insert(target) }
        }
    }

    /// - Parameters:
    ///   - isAnswer: Whether the record is in the answer section: answers to a question for the type have it among the
    ///     additional records (RFC 6763 §12.1).
    ///   - announced: The instances that the response announces.
    private mutating func takeLocation(
        _ location: ServiceLocation, in record: ResourceRecord, isAnswer: Bool, announced: Set<DNSName>,
        in context: MessageContext
    ) {
        guard record.ttl > 0 else {
            if leaves(record.name, in: context) { hearsay.noteGoodbye(location, of: record.name, in: context) }
            return
        }
        guard let index = holder(of: record.name, at: location, in: context) else { return }
        if services[index].firstAnnouncement == nil || services[index].location?.target != location.target {
            noteTarget(location.target, of: index)
        }
        var context = context
        let browsing = delay(ofBrowsing: index, in: context)
        let asking = delay(ofAskingFor: record, in: context)
        // All hosts that claim the name answer who asks for the service or its type, or probes for its name.
        context.mayAnswer = browsing != nil || asking != nil || isProbed(index, at: location, in: record, in: context)
        let delay = isAnswer ? asking ?? (isSettled(index, in: context) ? browsing : nil) : browsing
        let isAnnouncement =
            isAnswer && delay == nil && announced.contains(record.name) && !isContested(index, in: context)
        let slept = services[index].lastAnnouncement.map { last in
            responders[ResponderKey(context.sender)]?.wokeUp.map { $0 > last } ?? false
        }
        services[index].announce(
            location, timeToLive: record.ttl, asked: delay != nil,
            defendingAgainst: contest(index, at: location, in: context),
            slept: slept ?? false, isAnnouncement: isAnnouncement, in: context)
        if context.judgesRecords { services[index].noteDeviation(of: record, at: context.moment) }
        if let delay, isAnswer { services[index].noteAnswerDelay(delay) }
        services[index].answer(questions, resolves: true, in: context)
    }

    /// Whether another host probes for the name.
    private func isProbed(
        _ index: Int, at location: ServiceLocation, in record: ResourceRecord, in context: MessageContext
    ) -> Bool {
        !services[index].isAlone
            && claims(to: record.name).contains {
                services[$0].location != location && services[$0].isProbing(at: context.moment.time)
            }
    }

    /// Whether another holder has just asked for the name or given it up: then the holder says that it is there still.
    private func isContested(_ index: Int, in context: MessageContext) -> Bool {
        let time = context.moment.time
        return !services[index].isAlone
            && claims(to: services[index].name.fullName).contains { other in
                guard other != index, links.isShared(context.links, services[other].links) else { return false }
                let goodbye = services[other].lastGoodbye.map { time - $0.time <= Self.rescueTime } ?? false
                return goodbye || services[other].isUnanswered(at: time)
            }
    }

    /// A record that another host withdrew is announced again at once by one that has it too (RFC 6762 §10.1 gives it a
    /// second).
    private static let rescueTime: Int64 = 250_000_000

    /// Whether the first announcements are over. Avahi answers questions for the type with the record as an answer too; soon after the
    /// first announcement it is more likely another one.
    private func isSettled(_ index: Int, in context: MessageContext) -> Bool {
        services[index].seriesStart.map { context.moment.time - $0.time > Self.announcementSeries } ?? false
    }

    private func delay(ofAskingFor record: ResourceRecord, in context: MessageContext) -> Int64? {
        questions.delay(since: record.name, for: record.data, timeToLive: record.ttl, in: context)
    }

    private func delay(ofBrowsing index: Int, in context: MessageContext) -> Int64? {
        questions.delay(
            since: services[index].typeName, for: .pointer(services[index].name.fullName),
            timeToLive: services[index].pointerTimeToLive ?? 0, in: context)
    }

    /// Announcements follow each other at doubling distances, those of the families that are known within 7 s
    /// (RFC 6762 §8.3 allows more).
    private static let announcementSeries: Int64 = 7_500_000_000

    /// Whether a record that is taken back is of a service that its holder never announced: the capture may have begun
    /// later. The sender says goodbye to it.
    private mutating func leaves(_ name: DNSName, in context: MessageContext) -> Bool {
        if let holders = servicesByName[name] {
            return holders.contains { index in
                services[index].lastGoodbye == context.moment && services[index].firstAnnouncement == nil
                    && services[index].senders.containsHost(of: context.sender)
            }
        }
        guard let index = open(name, in: context) else { return false }
        services[index].sayGoodbye(in: context)
        return true
    }

    /// Informs all others that want or hold the name that it is taken.
    ///
    /// - Parameter location: The location that its holder announces; some announce it only after probing.
    /// - Returns: A host that had just probed for it and had not been answered yet.
    private mutating func contest(
        _ index: Int, at location: ServiceLocation, in context: MessageContext
    ) -> Int? {
        guard !services[index].isAlone, let holders = servicesByName[services[index].name.fullName] else { return nil }
        var prober: Int?
        for other in holders
        where other != index && services[other].location != location
            && links.isShared(context.links, services[other].links)
        {
            guard
                services[other].isEstablished
                    || services[other].isProbing(at: context.moment.time, patience: Self.probePatience)
            else { continue }
            if services[other].isProbing(at: context.moment.time), !services[other].knowsOfConflict { prober = other }
            services[other].contest(by: index, in: context)
        }
        return prober
    }

    /// Some wait for a second when a name seems taken, and probe again (RFC 6762 §8.2).
    static let probePatience: Int64 = 2_000_000_000

    private mutating func takePointer(
        _ target: DNSName, in record: ResourceRecord, _ recordsByName: inout RecordsByName, isAnswer: Bool,
        in context: MessageContext
    ) {
        let found = known(target, &recordsByName, in: context)
        guard record.ttl > 0 else {
            // A service that gives up a subtype continues without it.
            guard SubtypeName(record.name) == nil else { return }
            // The capture may have begun after it was announced.
            let left = found ?? (servicesByName[target] == nil ? open(target, in: context) : nil)
            if let left { services[left].sayGoodbye(in: context) }
            return
        }
        guard let index = found ?? open(target, in: context) else { return }
        services[index].refresh(timeToLive: record.ttl, in: context)
        if context.judgesRecords { services[index].noteDeviation(of: record, at: context.moment) }
        if record.name != services[index].typeName, SubtypeName(record.name) != nil {
            services[index].add(subtype: record.name)
        }
        if isAnswer, let delay = delay(ofAskingFor: record, in: context) { services[index].noteAnswerDelay(delay) }
        services[index].answer(questions, resolves: false, in: context)
    }

    @discardableResult
    mutating func takeText(
        _ rdata: [UInt8], of name: DNSName, _ recordsByName: inout RecordsByName, in context: MessageContext
    ) -> Int? {
        let found = known(name, &recordsByName, in: context)
        guard let index = found ?? (servicesByName[name] == nil ? open(name, in: context) : nil) else { return nil }
        services[index].update(TXTRecord(observed: rdata), in: context)
        return index
    }

    /// The addresses of each host in a response, IPv4 and IPv6 separately, because a cache-flush bit concerns records
    /// of one type.
    private mutating func takeAddresses(
        _ records: [ResourceRecord], _ recordsByName: inout RecordsByName, in context: MessageContext
    ) {
        for (position, record) in records.enumerated() {
            guard case .address = record.data else { continue }
            let others = recordsByName.positions(of: record.name)
            guard others.first(where: { records[$0].type == record.type }) == position else { continue }
            if record.ttl == 0, hostsByName[record.name] == nil { continue }
            guard let index = host(record.name, in: context) else { continue }
            var (alive, gone, flushes) = ([IPAddress](), [IPAddress](), false)
            for other in others.lazy.map({ records[$0] }) where other.type == record.type {
                guard case .address(let address) = other.data, alive.count < HostClaim.maximumAddresses else {
                    continue
                }
                if other.ttl > 0 { alive.append(address) } else { gone.append(address) }
                // A goodbye takes back its own record, and says nothing of others.
                if other.cacheFlush, other.ttl > 0 { flushes = true }
            }
            let change = hosts[index].announce(
                alive, takingBack: gone, flushes: flushes && !context.isLegacy,
                asked: delay(ofAskingFor: record, in: context) != nil,
                defendingAgainst: alive.isEmpty ? nil : contestHost(index, in: context), in: context)
            guard let change else { continue }
            let isGone = hosts[index].isGone
            for service in servicesByTarget[record.name] ?? [] where isOwn(service, on: record.name, in: context) {
                if isGone {
                    services[service].log.dropWithdrawals(since: context.moment.time - HostClaim.goodbyeTime)
                } else {
                    update(service, added: change.added, removed: change.removed, in: context)
                }
            }
        }
    }

    /// Informs all other hosts that want the host name that it is taken. The interfaces of one host probe for it at the
    /// same time: the sender must have held it before.
    ///
    /// - Returns: One who had just probed for it.
    private mutating func contestHost(_ index: Int, in context: MessageContext) -> Int? {
        guard let holders = hostsByName[hosts[index].name], holders.count > 1,
            let since = hosts[index].firstAnnouncement
        else { return nil }
        var prober: Int?
        for other in holders
        where other != index && hosts[other].firstSeen > since && links.isShared(context.links, hosts[other].links) {
            guard hosts[other].isProbing(at: context.moment.time, patience: Self.probePatience),
                hosts[other].isRival(of: hosts[index])
            else { continue }
            hosts[other].contest(by: index, in: context)
            if hosts[other].isProbing(at: context.moment.time) { prober = other }
        }
        return prober
    }

    /// Whether a service is the sender's and still on that host: it may have moved to another one.
    private func isOwn(_ index: Int, on host: DNSName, in context: MessageContext) -> Bool {
        services[index].location?.target == host && services[index].senders.containsHost(of: context.sender)
    }
}

/// The records of one message by their owner names, sorted only if there are many.
struct RecordsByName {
    private static let manyRecords = 8

    private let all: [ResourceRecord]
    private var byName: [DNSName: [Int]]?

    init(_ records: [ResourceRecord]) { all = records }

    /// The indices of a name's records, in order.
    mutating func positions(of name: DNSName) -> [Int] {
        if all.count <= Self.manyRecords { return all.indices.filter { all[$0].name == name } }
        if byName == nil { byName = Dictionary(grouping: all.indices) { all[$0].name } }
        return byName?[name] ?? []
    }

    /// The first records of a name, in order: who asks for all of them for each of them takes the square of their number.
    mutating func records(of name: DNSName, limit: Int) -> [ResourceRecord] {
        positions(of: name).prefix(limit).map { all[$0] }
    }

    /// The first SRV record of a name.
    mutating func location(of name: DNSName) -> ServiceLocation? {
        for position in positions(of: name) {
            if case .service(let location) = all[position].data { return location }
        }
        return nil
    }
}
