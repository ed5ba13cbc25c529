/// Deals the flows of a capture to a fixed number of shards, in a way on which all workers agree without a word.
///
/// Flows are told apart by a hash of 12 bits here. Each of its values is dealt to the next shard when it is met first, so
/// that a capture with a few large flows keeps all workers busy; all workers see the same packets in the same order.
/// Limits are counted by shard and never by worker: the report is the same with any number of workers.
///
/// The hash has no seed, so that whoever chooses addresses and ports can have all of his flows in one shard, and so with
/// one worker. This costs what the other workers would have saved, and no more: within the shard a flow is found by the
/// hash of ``FlowTable``, which has a seed, and the time stays linear. No limit is passed either, since each holds for each
/// shard by itself; it is reached sooner, by a sixteenth of the flows that fill all shards, and flows of others that
/// share the shard are then left out and counted as in any flood. A seed drawn in each run would make it depend on the run
/// which flows are left out, and one that is always the same would be known.
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
