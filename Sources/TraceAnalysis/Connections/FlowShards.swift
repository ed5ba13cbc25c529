/// Deals the flows of a capture to a fixed number of shards, in a way on which all workers agree without a word.
///
/// Flows are told apart by a hash of 12 bits here. Each of its values is dealt to the next shard when it is met first, so
/// that a capture with a few large flows keeps all workers busy; all workers see the same packets in the same order.
/// Limits are counted by shard and never by worker: the report is the same with any number of workers.
struct FlowShards: Sendable {
    static let count = 16
    private static let slots = 4096
    private static let unassigned: UInt8 = .max

    private var shards = [UInt8](repeating: unassigned, count: slots)
    private var dealt = 0

    /// - Parameter hash: `DissectedPacket.flowHash`.
    @inline(__always)
    mutating func shard(ofHash hash: UInt16) -> Int {
        let slot = Int(hash) & (Self.slots &- 1)
        let shard = shards[slot]
        return shard == Self.unassigned ? deal(slot) : Int(shard)
    }

    @inline(never)
    private mutating func deal(_ slot: Int) -> Int {
        let shard = dealt % Self.count
        dealt += 1
        shards[slot] = UInt8(shard)
        return shard
    }
}
