import WireCoding

/// Nodes of one protocol, found by their addresses, in each shard so many at most.
struct RadioNodes<Node: Sendable>: Sendable {
    /// In the order of their first frames, until those of another tracker are added.
    var all: [Node] = []
    private var table = AddressTable()
    private var counts = [Int](repeating: 0, count: FlowShards.count)

    /// The index of the node with an address, created if there is none and there is room.
    ///
    /// - Parameters:
    ///   - shard: That of the address.
    ///   - limit: Nodes in one shard.
    ///   - node: What is known of a new one.
    @inline(__always)
    mutating func place(of address: LinkAddress, shard: Int, limit: Int, _ node: () -> Node) -> Int? {
        table.number(of: address) ?? add(address, shard: shard, limit: limit, node)
    }

    @inline(never)
    private mutating func add(_ address: LinkAddress, shard: Int, limit: Int, _ node: () -> Node) -> Int? {
        guard counts[shard] < limit else { return nil }
        counts[shard] += 1
        table.add(address)
        all.append(node())
        return all.count - 1
    }
}
