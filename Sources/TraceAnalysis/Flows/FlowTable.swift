/// Finds the number of a flow by its key: open addressing with linear probing and a seeded hash.
///
/// Four times faster than a `Dictionary` with the same key (`Docs/performance.md`). Keys are never removed; a key's
/// number can be replaced, as when a port pair is used again for a new connection.
package struct FlowTable: Sendable {
    struct Slot {
        /// The upper half of the hash, to skip most other keys without reading them.
        var tag: UInt32
        /// Index into `entries` plus one, 0 for an empty slot.
        var entry: UInt32
    }

    /// Side by side, because they are read together.
    struct Entry {
        let key: FlowKey
        var number: Int32
    }

    private(set) var slots: [Slot]
    private(set) var entries: [Entry] = []
    private(set) var mask: Int
    let seed: UInt64

    /// - Parameter seed: Drawn at random by default; the order of nothing in a report depends on it.
    package init(seed: UInt64 = .random(in: .min ... .max)) {
        self.seed = seed
        slots = Array(repeating: Slot(tag: 0, entry: 0), count: 64)
        mask = 63
    }

    /// Flows in the table.
    var count: Int { entries.count }

    /// The number stored for a key, or nil.
    @inline(__always)
    package func number(of key: FlowKey) -> Int? {
        find(key, hash: key.hash(seed: seed)).entry.map { Int(entries[$0].number) }
    }

    /// Stores a number for a key, in place of an older one.
    ///
    /// - Precondition: `number` fits in 31 bits; ``ConnectionTracker`` limits flows to far fewer.
    package mutating func set(_ number: Int, for key: FlowKey) {
        let hash = key.hash(seed: seed)
        let (index, entry) = find(key, hash: hash)
        if let entry {
            entries[entry].number = Int32(number)
            return
        }
        entries.append(Entry(key: key, number: Int32(number)))
        slots[index] = Slot(tag: UInt32(truncatingIfNeeded: hash >> 32), entry: UInt32(entries.count))
        if entries.count * 2 > slots.count { grow() }
    }

    /// The slot of a key and its index in ``entries``, or the free slot where it belongs.
    @inline(__always)
    private func find(_ key: FlowKey, hash: UInt64) -> (slot: Int, entry: Int?) {
        let tag = UInt32(truncatingIfNeeded: hash >> 32)
        var index = Int(truncatingIfNeeded: hash) & mask
        while true {
            let slot = slots[index]
            if slot.entry == 0 { return (index, nil) }
            let entry = Int(slot.entry) &- 1
            if slot.tag == tag, entries[entry].key == key { return (index, entry) }
            index = (index &+ 1) & mask
        }
    }

    private mutating func grow() {
        slots = Array(repeating: Slot(tag: 0, entry: 0), count: slots.count * 2)
        mask = slots.count - 1
        for (entry, stored) in entries.enumerated() {
            let hash = stored.key.hash(seed: seed)
            let index = find(stored.key, hash: hash).slot
            slots[index] = Slot(tag: UInt32(truncatingIfNeeded: hash >> 32), entry: UInt32(entry + 1))
        }
    }
}
