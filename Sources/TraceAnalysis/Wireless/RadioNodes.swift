import WireCoding

/// The history of one sender of a protocol's frames.
protocol RadioNode: Sendable {
    /// Its first frame.
    var first: PacketMoment { get }

    init(address: LinkAddress, at moment: PacketMoment)
}

/// Nodes of one protocol, found by their addresses, in each shard a sixteenth of ``WirelessTracker/maximumNodes`` at most.
struct RadioNodes<Node: RadioNode>: Sendable {
    /// In the order of their first frames, until those of another tracker are added.
    var all: [Node] = []
    /// By shard.
    var budgets: [NodeBudget]
    /// Frames of nodes above the limit.
    private(set) var untrackedFrames = 0
    private var table = AddressTable()
    private var counts = [Int](repeating: 0, count: FlowShards.count)

    /// Nodes of a shard.
    private let limit: Int

    init(budget: NodeBudget, limit: Int) {
        budgets = Array(repeating: budget, count: FlowShards.count)
        self.limit = limit
    }

    /// The index of the node with an address, created if there is none and there is room.
    ///
    /// - Parameter shard: That of the address.
    @inline(__always)
    mutating func index(of address: LinkAddress, shard: Int, at moment: PacketMoment) -> Int? {
        table.number(of: address) ?? add(address, shard: shard, at: moment)
    }

    @inline(never)
    private mutating func add(_ address: LinkAddress, shard: Int, at moment: PacketMoment) -> Int? {
        guard counts[shard] < limit else {
            untrackedFrames += 1
            return nil
        }
        counts[shard] += 1
        table.add(address)
        all.append(Node(address: address, at: moment))
        return all.count - 1
    }

    /// Adds those of another tracker: other nodes, in any order.
    mutating func add(_ other: RadioNodes) {
        all += other.all
        untrackedFrames += other.untrackedFrames
    }
}

/// Finds the number of a link address: open addressing with linear probing and a seeded hash, as ``FlowTable`` does it for
/// flows. Addresses are never removed.
struct AddressTable: Sendable {
    /// Address and number plus one; 0 for an empty slot.
    private var slots: [(address: UInt64, entry: UInt32)]
    private(set) var count = 0
    private let seed: UInt64

    /// - Parameter seed: Drawn at random by default; the order of nothing in a report depends on it.
    init(seed: UInt64 = .random(in: .min ... .max)) {
        self.seed = seed | 1
        slots = Array(repeating: (0, 0), count: 16)
    }

    @inline(__always)
    private func start(_ address: UInt64) -> Int {
        let product = (address ^ seed).multipliedFullWidth(by: seed &* 0x9E37_79B9_7F4A_7C15)
        return Int(truncatingIfNeeded: product.high ^ product.low) & (slots.count &- 1)
    }

    /// The number stored for an address, or nil.
    func number(of address: LinkAddress) -> Int? {
        var index = start(address.rawValue)
        while true {
            let slot = slots[index]
            if slot.entry == 0 { return nil }
            if slot.address == address.rawValue { return Int(slot.entry) &- 1 }
            index = (index &+ 1) & (slots.count &- 1)
        }
    }

    /// Gives an address that is not there yet the next number.
    ///
    /// - Precondition: Numbers fit in 32 bits; ``WirelessTracker`` limits nodes to far fewer.
    mutating func add(_ address: LinkAddress) {
        count += 1
        insert(address.rawValue, entry: UInt32(count))
        guard count * 2 > slots.count else { return }
        let old = slots
        slots = Array(repeating: (0, 0), count: old.count * 2)
        for slot in old where slot.entry != 0 { insert(slot.address, entry: slot.entry) }
    }

    private mutating func insert(_ address: UInt64, entry: UInt32) {
        var index = start(address)
        while slots[index].entry != 0 { index = (index &+ 1) & (slots.count &- 1) }
        slots[index] = (address, entry)
    }
}
