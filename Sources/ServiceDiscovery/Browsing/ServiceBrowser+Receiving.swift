import DNSWire
import WireCoding

extension ServiceBrowser {
    /// Takes in a message that came in on an interface, this host's own among them. Messages on interfaces that were not
    /// joined do nothing.
    ///
    /// - Parameters:
    ///   - message: The message. Of messages that were cut or broken, give what could be read.
    ///   - origin: Where it came from.
    ///   - time: When it came, in nanoseconds.
    ///   - generator: Where delays come from.
    public mutating func receive(
        _ message: DNSMessage, from origin: MessageOrigin, at time: Int64,
        using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        guard let place = links.firstIndex(where: { $0.interface == origin.interface }),
            // Messages from other ports and with other codes are to be ignored (RFC 6762 §6, §18.3, §18.11).
            origin.isFromMulticastPort, message.flags.opcode == .query, message.flags.responseCode == .noError
        else { return waiting }
        guard message.flags.isResponse else {
            if origin.delivery == .multicast { hear(message, on: place, at: time) }
            return waiting
        }
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        take(message.answers + message.additionals, on: place, &turn)
        report(&turn)
        return turn.actions + waiting
    }

    // MARK: - Questions of others

    /// Takes note of questions that stand for this host's own (RFC 6762 §7.3): those for multicast answers, with nothing
    /// listed as known that is not known here.
    private mutating func hear(_ query: DNSMessage, on place: Int, at time: Int64) {
        guard query.authorities.isEmpty, !query.flags.isTruncated else { return }
        for question in Set(query.questions) where !question.wantsUnicastResponse && question.recordClass == .internet {
            let key = RecordCache.Key(name: question.name, type: question.type)
            guard links[place].questions[key] != nil || links[place].cache.sets[key] != nil else { continue }
            let entries = links[place].cache.entries(key.name, key.type)
            let listsUnknown = query.answers.contains { listed in
                listed.name == key.name && listed.type == key.type
                    && !entries.contains { $0.record.data == listed.data && $0.isListed(at: time) }
            }
            guard !listsUnknown else { continue }
            links[place].questions[key]?.noteHeard(at: time)
            links[place].cache.noteAsked(key, at: time)
        }
    }

    // MARK: - Records

    /// Takes in those records of a response that are of use: pointers of the lists, then what is known of the instances, then
    /// the addresses of their hosts.
    private mutating func take(
        _ records: [ResourceRecord], on place: Int, _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        var flushed: Set<RecordCache.Key> = []
        for record in records where record.type == .ptr {
            guard let type = lists[record.name], case .pointer(let target) = record.data,
                target.droppingFirst() == type, ServiceInstanceName(target) != nil
            else { continue }
            let effect = note(record, maximum: Self.maximumServices, on: place, &turn)
            if effect == .added { links[place].instances[target.compacted(), default: 0] += 1 }
            if effect != .omitted { turn.touched.insert(target.compacted()) }
        }
        for record in records where record.type == .srv || record.type == .txt {
            guard links[place].instances[record.name] != nil, Self.isSound(record) else { continue }
            turn.touched.insert(record.name.compacted())
            let effect = note(record, maximum: RecordCache.maximumRecordsOfName, on: place, &turn)
            if effect == .added, case .service(let location) = record.data {
                links[place].hosts[location.target.compacted(), default: []].insert(record.name.compacted())
            }
            if record.cacheFlush { flushed.insert(RecordCache.Key(name: record.name, type: record.type)) }
        }
        for record in records where record.type == .a || record.type == .aaaa {
            guard let instances = links[place].hosts[record.name], Self.isSound(record) else { continue }
            turn.touched.formUnion(instances)
            _ = note(record, maximum: RecordCache.maximumRecordsOfName, on: place, &turn)
            if record.cacheFlush { flushed.insert(RecordCache.Key(name: record.name, type: record.type)) }
        }
        for key in flushed { links[place].cache.flush(key, at: turn.time) }
    }

    private mutating func note(
        _ record: ResourceRecord, maximum: Int, on place: Int, _ turn: inout Turn<some RandomNumberGenerator>
    ) -> RecordCache.Effect {
        let effect = links[place].cache.note(record, maximum: maximum, at: turn.time, using: &turn.generator)
        if effect == .omitted { omittedRecords += 1 }
        return effect
    }

    /// Whether the record is of the Internet and has data of its type.
    private static func isSound(_ record: ResourceRecord) -> Bool {
        guard record.recordClass == .internet else { return false }
        switch (record.type, record.data) {
        case (.srv, .service), (.txt, .text): return true
        case (.a, .address(let address)): return !address.isIPv6
        case (.aaaa, .address(let address)): return address.isIPv6
        default: return false
        }
    }
}

extension ServiceBrowser.Link {
    /// Finds the hosts of the instances anew.
    mutating func indexHosts() {
        hosts = [:]
        for instance in instances.keys {
            for entry in cache.entries(instance, .srv) {
                if case .service(let location) = entry.record.data {
                    hosts[location.target, default: []].insert(instance)
                }
            }
        }
    }

    /// Forgets instances that are in no list any more, and records that nothing leads to.
    mutating func forgetUnused(lists: [DNSName: DNSName]) {
        instances = [:]
        for list in lists.keys {
            for entry in cache.entries(list, .ptr) {
                if case .pointer(let target) = entry.record.data { instances[target, default: 0] += 1 }
            }
        }
        indexHosts()
        for key in cache.sets.keys {
            switch key.type {
            case .srv, .txt: if instances[key.name] == nil { cache.remove(key) }
            case .a, .aaaa: if hosts[key.name] == nil { cache.remove(key) }
            default: if lists[key.name] == nil { cache.remove(key) }
            }
        }
        questions = questions.filter { key, _ in isNeeded(key, lists: lists) }
    }

    /// Whether a question is still to be asked.
    func isNeeded(_ key: RecordCache.Key, lists: [DNSName: DNSName]) -> Bool {
        switch key.type {
        case .ptr: lists[key.name] != nil
        case .srv, .txt: instances[key.name] != nil && cache.entries(key.name, key.type).isEmpty
        default: hosts[key.name] != nil && !hasAddress(key.name)
        }
    }

    func hasAddress(_ host: DNSName) -> Bool {
        !cache.entries(host, .a).isEmpty || !cache.entries(host, .aaaa).isEmpty
    }
}
