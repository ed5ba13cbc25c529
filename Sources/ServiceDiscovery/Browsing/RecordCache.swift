import DNSWire

/// The records that a browser heard on one interface and has a use for, with what is left of their times to live
/// (RFC 6762 §5.2, §10).
struct RecordCache: Hashable, Sendable {
    /// The most records of a name and type that are kept, but for lists of services, which have as many as there are
    /// services.
    static let maximumRecordsOfName = 64
    /// When a record is asked for again, as parts of a hundred of its time to live (RFC 6762 §5.2).
    private static let refreshes: [Int64] = [80, 85, 90, 95]

    /// The question that a set of records answers.
    struct Key: Hashable {
        let name: DNSName
        let type: RecordType

        func precedes(_ other: Key) -> Bool {
            name == other.name
                ? type.rawValue < other.type.rawValue
                : name.wireForm.lexicographicallyPrecedes(other.name.wireForm)
        }
    }

    struct Entry: Hashable {
        /// Without the cache-flush bit, with its names in their own memory.
        let record: ResourceRecord
        /// When it was heard last.
        var heard: Int64
        var expiry: Int64
        /// When it is to be asked for next, nil if not any more.
        var refresh: Int64?
        var refreshCount = 0
        /// Whether its owner has taken it back.
        var isTakenBack = false

        /// Whether more than half of its time to live is left (RFC 6762 §7.1).
        func isListed(at time: Int64) -> Bool {
            expiry.subtracting(saturating: time) > Int64(seconds: record.ttl) / 2
        }
    }

    struct RecordSet: Hashable {
        /// In the order in which they were heard first.
        var entries: [Entry] = []
        /// When they were last asked for, by this host or another.
        var asked: Int64?
        /// No entry has anything due before this time.
        var earliest = Int64.max
    }

    /// What became of a record that was heard.
    enum Effect {
        /// It was not known before.
        case added
        /// Its time begins anew, or ends soon.
        case noted
        /// There was no room for it.
        case omitted
    }

    private(set) var sets: [Key: RecordSet] = [:]
    private(set) var count = 0
    /// No entry has anything due before this time.
    private(set) var earliest = Int64.max

    func entries(_ name: DNSName, _ type: RecordType) -> [Entry] {
        sets[Key(name: name, type: type)]?.entries ?? []
    }

    /// Takes a record in, or begins its time anew. A goodbye leaves it one more second (RFC 6762 §10.1).
    ///
    /// - Parameter maximum: How many of its name and type are kept.
    mutating func note(
        _ record: ResourceRecord, maximum: Int, at time: Int64, using generator: inout some RandomNumberGenerator
    ) -> Effect {
        let key = Key(name: record.name, type: record.type)
        let index = sets[key]?.entries.firstIndex {
            $0.record.data == record.data && $0.record.recordClass == record.recordClass
        }
        guard record.ttl > 0 else {
            if let index, sets[key]?.entries[index].isTakenBack == false { end(key, index, at: time, takenBack: true) }
            return .noted
        }
        var entry = Entry(
            record: record.with(cacheFlush: false), heard: time,
            expiry: time.advanced(saturating: Int64(seconds: record.ttl)))
        entry.refresh = Self.refresh(entry, using: &generator)
        let due = entry.refresh ?? entry.expiry
        if let index {
            sets[key]?.entries[index] = entry
            expect(key, due)
            return .noted
        }
        guard count < ServiceBrowser.maximumRecords, sets[key]?.entries.count ?? 0 < maximum else { return .omitted }
        let compact = Entry(
            record: entry.record.compacted(), heard: time, expiry: entry.expiry, refresh: entry.refresh)
        sets[Key(name: compact.record.name, type: record.type), default: RecordSet()].entries.append(compact)
        expect(key, due)
        count += 1
        return .added
    }

    /// Lets records of a name and type end in a second that a message with the cache-flush bit did not confirm, but for those
    /// of the second before it, which may be from other messages of the same burst (RFC 6762 §10.2).
    mutating func flush(_ key: Key, at time: Int64) {
        guard let set = sets[key] else { return }
        for (index, entry) in set.entries.enumerated()
        where entry.heard < time.advanced(saturating: -ProbingProfile.second) {
            end(key, index, at: time, takenBack: false)
        }
    }

    private mutating func end(_ key: Key, _ index: Int, at time: Int64, takenBack: Bool) {
        let end = time.advanced(saturating: ProbingProfile.second)
        guard let expiry = sets[key]?.entries[index].expiry else { return }
        sets[key]?.entries[index].expiry = min(expiry, end)
        sets[key]?.entries[index].refresh = nil
        sets[key]?.entries[index].isTakenBack = takenBack
        expect(key, end)
    }

    /// Takes note that a set has something due.
    private mutating func expect(_ key: Key, _ time: Int64) {
        earliest = min(earliest, time)
        guard let known = sets[key]?.earliest, known > time else { return }
        sets[key]?.earliest = time
    }

    /// Removes what has expired, and finds what is to be asked for again.
    mutating func pass(
        to time: Int64, using generator: inout some RandomNumberGenerator
    ) -> (expired: [Entry], due: [Key]) {
        guard earliest <= time else { return ([], []) }
        var expired: [Entry] = []
        var due: [Key] = []
        // Chance must not depend on the order of a hash table.
        for key in sets.filter({ $0.value.earliest <= time }).keys.sorted(by: { $0.precedes($1) }) {
            guard var set = sets[key] else { continue }
            set.earliest = .max
            let before = set.entries.count
            expired += set.entries.filter { $0.expiry <= time }
            set.entries.removeAll { $0.expiry <= time }
            count -= before - set.entries.count
            for index in set.entries.indices {
                if let refresh = set.entries[index].refresh, refresh <= time {
                    // A question of the last second is as good.
                    if set.asked ?? .min < refresh.advanced(saturating: -ProbingProfile.second) {
                        due.append(key)
                        set.asked = time
                    }
                    set.entries[index].refreshCount += 1
                    set.entries[index].refresh = Self.refresh(set.entries[index], using: &generator)
                }
                let entry = set.entries[index]
                set.earliest = min(set.earliest, entry.refresh ?? entry.expiry)
            }
            sets[key] = set.entries.isEmpty ? nil : set
        }
        earliest = sets.values.reduce(.max) { min($0, $1.earliest) }
        return (expired, due)
    }

    /// Removes all records of a name and type.
    mutating func remove(_ key: Key) {
        count -= sets.removeValue(forKey: key)?.entries.count ?? 0
        if sets.isEmpty { earliest = .max }
    }

    /// Takes note that a question was asked that the records answer.
    mutating func noteAsked(_ key: Key, at time: Int64) { sets[key]?.asked = time }

    /// The records to list as known in a question, with the whole seconds that are left of their times to live.
    func knownAnswers(_ key: Key, at time: Int64) -> [ResourceRecord] {
        (sets[key]?.entries ?? []).filter { $0.isListed(at: time) }.map { entry in
            let left = entry.expiry.subtracting(saturating: time) / ProbingProfile.second
            return entry.record.with(ttl: UInt32(clamping: left))
        }
    }

    /// When an entry is asked for next: at 80, 85, 90 and 95 % of its time to live and up to 2 % later.
    private static func refresh(_ entry: Entry, using generator: inout some RandomNumberGenerator) -> Int64? {
        guard entry.refreshCount < refreshes.count else { return nil }
        // A hundredth: no time to live is so long that a hundred of them are too many.
        let part = Int64(seconds: entry.record.ttl) / 100
        let later = (0...2 * part).drawn(using: &generator)
        return entry.heard.advanced(saturating: part * refreshes[entry.refreshCount] + later)
    }
}
