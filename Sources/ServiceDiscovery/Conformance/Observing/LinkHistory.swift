import DNSWire
import WireCoding

/// A log by hosts, names and records, in order of time, as judges look it up.
struct LinkHistory: Sendable {
    /// One time that a host multicast a record in a response.
    struct Saying: Sendable {
        let message: Int
        let time: Int64
        let ttl: UInt32
        let section: HeardRecord.Section
        let cacheFlush: Bool
        let groups: MulticastGroups
    }

    /// One time that a question was multicast.
    struct Asking: Sendable {
        let message: Int
        /// Its place in the log.
        let question: Int
    }

    struct HostRecord: Hashable { let host: Int; let record: Int }
    struct HostName: Hashable { let host: Int; let name: Int }

    /// What a host sent, each list in order of time.
    struct Traffic: Sendable {
        var all: [Int] = []
        var multicasts: [Int] = []
        var multicastResponses: [Int] = []
        var unicastResponses: [Int] = []
        /// To the group, from the port of full participants, and no probes.
        var fullQueries: [Int] = []
        var probes: [Int] = []
        var names: Set<Int> = []
    }

    /// Records of one name that are remembered of each host: several times as many as the instances that any host has of one
    /// type. Further ones are not judged.
    static let maximumRecordsOfName = 1024
    /// Hosts that claim one name. Where there are more, which does not happen but in attacks, nobody is judged by how conflicts
    /// about it went.
    static let maximumClaimants = 64
    /// Neighbours in time that are looked at for each message. Where there are more, what is looked for is taken to be there,
    /// which is a reason to accuse nobody.
    private static let maximumNeighbors = 512

    let log: ConformanceLog
    /// In order of time; the numbers below are places here.
    let messages: [HeardMessage]
    private(set) var traffic: [Traffic]
    private(set) var sayings: [HostRecord: [Saying]] = [:]
    /// The records that a host multicast of a name.
    private(set) var recordsOfName: [HostName: [Int]] = [:]
    /// All records that anybody multicast of a name.
    private(set) var recordsByName: [Int: [Int]] = [:]
    /// By record, the messages that said goodbye to it.
    private(set) var goodbyes: [Int: [Int]] = [:]
    /// By name, how many hosts multicast unique records of it.
    private(set) var claimants: [Int: Int] = [:]
    /// By name, the responses, multicast or unicast, with a record of it.
    private(set) var responsesByName: [Int: [Int]] = [:]
    private(set) var hearing = Hearing()
    /// The service pointers to a name that a host multicast.
    private(set) var pointersTo: [HostName: [Int]] = [:]
    /// By record, the times that anybody multicast it.
    private(set) var sayingsByAnybody: [Int: [(host: Int, saying: Saying)]] = [:]
    /// By name, the ordinary multicast questions.
    private(set) var askings: [Int: [Asking]] = [:]
    /// By name, the messages that probe for it.
    private(set) var probes: [Int: [Int]] = [:]
    /// By name, the messages that ask for it in a probe, be it for that name or, as one software does, for one in its list.
    private(set) var probingQuestions: [Int: [Int]] = [:]
    /// By message, the names that it probes for.
    private(set) var probedNames: [Int: [Int]] = [:]
    /// All multicast queries, probes included.
    private(set) var queries: [Int] = []
    /// By message, its place among the queries.
    private var placesOfQueries: [Int: Int] = [:]
    let start: Int64
    let end: Int64
    /// The kinds of names, by their numbers.
    let kinds: [NameKind]
    private(set) var isRelay: [Bool]
    /// The first host that used an address.
    private(set) var hostsByAddress: [IPAddress: Int] = [:]

    init(_ source: ConformanceLog) {
        var log = source
        let order = log.messages.indices.sorted {
            (log.messages[$0].time, log.messages[$0].frame) < (log.messages[$1].time, log.messages[$1].frame)
        }
        messages = order.map { source.messages[$0] }
        // Names that only pointers have must be known too.
        for record in source.known {
            if case .pointer(let target) = record.data { _ = log.number(of: target) }
            if case .service(let location) = record.data { _ = log.number(of: location.target) }
        }
        self.log = log
        kinds = log.names.map(NameKind.init)
        start = log.span?.lowerBound ?? 0
        end = log.span?.upperBound ?? 0
        traffic = Array(repeating: Traffic(), count: log.hosts.count)
        isRelay = Array(repeating: false, count: log.hosts.count)
        for host in log.hosts.indices {
            for address in log.hosts[host].addresses where hostsByAddress[address] == nil {
                hostsByAddress[address] = host
            }
        }
        for index in messages.indices { noteRecords(index) }
        for index in messages.indices { noteProbes(index) }
        for index in messages.indices { noteQuestions(index) }
        for host in log.hosts.indices { isRelay[host] = relays(host) }
        hearing = Hearing(self)
    }

    // MARK: - Looking up

    func records(_ message: Int) -> ArraySlice<HeardRecord> { log.records[messages[message].records] }
    func answers(_ message: Int) -> some Sequence<HeardRecord> {
        records(message).lazy.filter { $0.section == .answer }
    }
    func questions(_ message: Int) -> ArraySlice<HeardQuestion> { log.questions[messages[message].questions] }
    func known(_ record: HeardRecord) -> KnownRecord { log.known[record.number] }
    func name(_ number: Int) -> DNSName { log.names[number] }
    func number(of name: DNSName) -> Int? { log.numberIfKnown(of: name) }

    /// Whether the record is shared by nature: a pointer that lists services, instances or types (RFC 6763 §4, §7.1, §9).
    func isServicePointer(_ record: KnownRecord) -> Bool { record.type == .ptr && kinds[record.name].listsServices }

    /// Whether another host took a name over: its unique records were multicast after the last ones of this host.
    func hasLost(_ name: Int, _ host: Int, at message: Int) -> Bool {
        let own = (recordsOfName[HostName(host: host, name: name)] ?? []).lazy.compactMap {
            lastSaying(of: $0, by: host, before: message)?.message
        }.max()
        return (recordsByName[name] ?? []).contains { record in
            guard log.known[record].type != .nsec, let all = sayingsByAnybody[record] else { return false }
            let end = all.partitioningIndex { $0.saying.message >= message }
            return all[..<end].suffix(Self.maximumClaimants).contains {
                $0.host != host && $0.saying.cacheFlush && $0.saying.ttl > 0 && $0.saying.message > own ?? -1
            }
        }
    }

    // MARK: - Limits

    /// The first questions for a name, as many as each host is judged by: ten million in all.
    func askings(of name: Int) -> ArraySlice<Asking> { (askings[name] ?? []).prefix(maximumQuestions) }

    private var maximumQuestions: Int { max(1_000, 10_000_000 / max(log.hosts.count, 1)) }

    /// The multicast queries of others with a question for a name that a host ever said something of, each once, in order.
    func queries(ofOthersThan host: Int) -> [Int] {
        var found = traffic[host].names.flatMap { name in
            askings(of: name).lazy.map(\.message).filter { messages[$0].host != host }
        }
        found.sort()
        var last = -1
        found.removeAll { message in
            defer { last = message }
            return message == last
        }
        return found
    }

    /// Whether so many hosts claim a name that conflicts about it are not judged.
    func isContested(_ name: Int) -> Bool { claimants[name, default: 0] > Self.maximumClaimants }

    // MARK: - Sayings

    /// The last time before a message that a host multicast a record.
    func lastSaying(of record: Int, by host: Int, before message: Int) -> Saying? {
        guard let all = sayings[HostRecord(host: host, record: record)] else { return nil }
        let index = all.partitioningIndex { $0.message >= message }
        return index == 0 ? nil : all[index - 1]
    }

    /// Whether a host's record is in the caches of others when a message comes.
    func holds(_ record: Int, _ host: Int, at message: Int) -> Bool {
        guard let last = lastSaying(of: record, by: host, before: message) else { return false }
        return last.ttl > 0 && last.time >= messages[message].time - Nanoseconds.held
    }

    /// The records of a name that a host multicast in the last time.
    func heldRecords(_ name: Int, _ host: Int, at message: Int) -> [Int] {
        (recordsOfName[HostName(host: host, name: name)] ?? []).filter { holds($0, host, at: message) }
    }

    /// The times that a host multicast a record, in an open interval of times that begins there.
    func sayings(of record: Int, by host: Int, from start: Int64, to end: Int64) -> ArraySlice<Saying> {
        guard let all = sayings[HostRecord(host: host, record: record)] else { return [] }
        let first = all.partitioningIndex { $0.time >= start }
        let last = all.partitioningIndex { $0.time > end }
        return first < last ? all[first..<last] : []
    }

    /// Whether anybody multicast a record in a closed interval.
    func wasSaid(_ record: Int, from start: Int64, to end: Int64, by accept: (Int) -> Bool = { _ in true }) -> Bool {
        guard let all = sayingsByAnybody[record] else { return false }
        let first = all.partitioningIndex { $0.saying.time >= start }
        var index = first
        while index < all.count, all[index].saying.time <= end {
            if accept(all[index].host) || index - first >= Self.maximumNeighbors { return true }
            index += 1
        }
        return false
    }

    /// Whether another multicast query, of anybody, came in a closed interval around a query.
    func wasQueried(from start: Int64, to end: Int64, but query: Int) -> Bool {
        guard let place = placesOfQueries[query] else { return false }
        if place > 0, messages[queries[place - 1]].time >= start { return true }
        return place + 1 < queries.count && messages[queries[place + 1]].time <= end
    }

    /// The messages of a list in a closed interval of times.
    func inInterval(_ list: [Int], from start: Int64, to end: Int64) -> ArraySlice<Int> {
        let first = list.partitioningIndex { messages[$0].time >= start }
        let last = list.partitioningIndex { messages[$0].time > end }
        return first < last ? list[first..<last] : []
    }

    /// Whether an ordinary multicast question of another host, in a closed interval, is answered by a record.
    ///
    /// - Parameter host: The host whose own questions do not count; nil counts all.
    func wasAsked(_ record: KnownRecord, from start: Int64, to end: Int64, but host: Int?, before message: Int) -> Bool
    {
        guard let all = askings[record.name] else { return false }
        let first = all.partitioningIndex { messages[$0.message].time >= start }
        var index = first
        while index < all.count, all[index].message < message, messages[all[index].message].time <= end {
            let asking = all[index]
            if messages[asking.message].host != host, log.questions[asking.question].matches(record) { return true }
            if index - first >= Self.maximumNeighbors { return true }
            index += 1
        }
        return false
    }

    /// Whether another host asked for a name in a probe in a closed interval.
    func wasProbed(_ name: Int, from start: Int64, to end: Int64, but host: Int) -> Bool {
        inInterval(probingQuestions[name] ?? [], from: start, to: end).contains { messages[$0].host != host }
    }

    // MARK: - Making it

    private mutating func noteRecords(_ index: Int) {
        let message = messages[index]
        traffic[message.host].all.append(index)
        if message.isMulticast { traffic[message.host].multicasts.append(index) }
        guard message.isResponse else {
            if message.isMulticast {
                placesOfQueries[index] = queries.count
                queries.append(index)
            }
            return
        }
        var named: Set<Int> = []
        for record in records(index) where named.insert(known(record).name).inserted {
            responsesByName[known(record).name, default: []].append(index)
        }
        guard message.isMulticast else {
            traffic[message.host].unicastResponses.append(index)
            return
        }
        traffic[message.host].multicastResponses.append(index)
        var inMessage: Set<Int> = []
        for record in records(index) where inMessage.insert(record.number).inserted {
            let saying = Saying(
                message: index, time: message.time, ttl: record.ttl, section: record.section,
                cacheFlush: record.cacheFlush, groups: message.groups)
            let key = HostRecord(host: message.host, record: record.number)
            let name = known(record).name
            if sayings[key] == nil {
                let hostName = HostName(host: message.host, name: name)
                guard recordsOfName[hostName, default: []].count < Self.maximumRecordsOfName else { continue }
                recordsOfName[hostName, default: []].append(record.number)
                if traffic[message.host].names.insert(name).inserted, !isServicePointer(known(record)) {
                    claimants[name, default: 0] += 1
                }
                if isServicePointer(known(record)), case .pointer(let target) = known(record).data,
                    let target = number(of: target)
                {
                    pointersTo[HostName(host: message.host, name: target), default: []].append(record.number)
                }
            }
            if sayingsByAnybody[record.number] == nil { recordsByName[name, default: []].append(record.number) }
            sayings[key, default: []].append(saying)
            sayingsByAnybody[record.number, default: []].append((message.host, saying))
            if record.ttl == 0 { goodbyes[record.number, default: []].append(index) }
        }
    }

    private mutating func noteProbes(_ index: Int) {
        let message = messages[index]
        guard message.isFullQuery else { return }
        var names: [Int] = []
        func add(_ name: Int) { if !names.contains(name) { names.append(name) } }
        let authority = records(index).filter { $0.section == .authority }
        for question in questions(index) {
            for record in authority where known(record).name == question.name {
                let record = known(record)
                if isServicePointer(record) {
                    if case .pointer(let target) = record.data, let name = number(of: target) { add(name) }
                } else {
                    add(question.name)
                }
            }
            if authority.isEmpty, question.type == .any, announcesFirst(question.name, message.host, after: index) {
                add(question.name)
            }
        }
        guard !names.isEmpty else { return }
        probedNames[index] = names
        traffic[message.host].probes.append(index)
        for name in names { probes[name, default: []].append(index) }
        for name in Set(questions(index).map(\.name)) { probingQuestions[name, default: []].append(index) }
    }

    /// Whether a host multicasts a record of a name for the first time within two seconds after a message.
    private func announcesFirst(_ name: Int, _ host: Int, after index: Int) -> Bool {
        guard let first = firstSaying(of: name, by: host) else { return false }
        return first.message > index && first.time <= messages[index].time + Nanoseconds.seconds(2)
    }

    /// The first time that a host multicast any unique record of a name.
    private func firstSaying(of name: Int, by host: Int) -> Saying? {
        (recordsOfName[HostName(host: host, name: name)] ?? []).lazy
            .filter { !isServicePointer(log.known[$0]) }
            .compactMap { sayings[HostRecord(host: host, record: $0)]?.first { $0.ttl > 0 } }
            .min { $0.message < $1.message }
    }

    private mutating func noteQuestions(_ index: Int) {
        let message = messages[index]
        guard !message.isResponse, message.isMulticast else { return }
        let probed = probedNames[index]
        if message.isFullQuery, probed == nil { traffic[message.host].fullQueries.append(index) }
        for place in message.questions {
            let question = log.questions[place]
            // A probe is no question, neither for the name nor, as one software asks, for the list that it is to be in.
            guard probed == nil else { continue }
            askings[question.name, default: []].append(Asking(message: index, question: place))
        }
    }

    /// Whether a host repeats what others say: it did so twice, or tells addresses of others as a reflector must.
    private func relays(_ host: Int) -> Bool {
        if log.hosts[host].repeatedResponses >= 2 { return true }
        let own = log.hosts[host].addresses
        var (ownNames, others): (Set<Int>, Set<Int>) = ([], [])
        for name in traffic[host].names {
            for record in recordsOfName[HostName(host: host, name: name)] ?? [] {
                guard log.known[record].type == .a, case .address(let address) = log.known[record].data else {
                    continue
                }
                if own.contains(address) { ownNames.insert(name) } else { others.insert(name) }
            }
        }
        return !ownNames.isEmpty && !others.subtracting(ownNames).isEmpty
    }
}
