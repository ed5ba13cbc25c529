/// Deals the flows of a capture to a fixed number of shards, in a way on which all workers agree without a word.
///
/// Flows are distinguished by a hash of 12 bits here. Each of its values is dealt to the next shard when it first
/// occurs, so that a capture with a few large flows keeps all workers busy; all workers see the same packets in the
/// same order. Limits are counted per shard and never per worker: the report is the same with any number of workers.
///
/// The hash has no seed, so an attacker who chooses addresses and ports can put all flows into one shard, and so on one
/// worker. This costs only what the other workers would have saved: within the shard a flow is found by the hash of
/// ``FlowTable``, which has a seed, and the time stays linear. No limit is exceeded either, because each applies to
/// each shard separately. It is reached sooner, by a sixteenth of the flows that fill all shards, and other flows in
/// that shard are then left out and counted as in any flood. With a seed drawn in each run, it would depend on the run
/// which flows are left out, and a constant seed would be known.
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
