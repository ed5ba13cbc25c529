/// The memory that the nodes of a shard may still fill, beside the first entry of each list: a sender's data decides
/// how long it is, and one sender may have any number of addresses.
///
/// Shards, unlike workers, are as many for each capture: what is left out is so for any number of workers.
struct AWDLAllowance: Sendable {
    /// The limit for names of services in one shard, as they are in the report: 4 MiB in all.
    static let maximumNameBytes = 1 << 18
    /// For changes in one shard: 8 MiB in all, of a busy room's nodes all that they may list.
    static let maximumChangeBytes = 1 << 19

    private var nameBytes = maximumNameBytes
    private var changeBytes = maximumChangeBytes

    /// - Returns: Whether there is room for a name of so many bytes, which it takes then.
    mutating func takeName(_ size: Int) -> Bool { Self.take(size, of: &nameBytes) }

    /// - Returns: Whether there is room for a change of so many bytes, which it takes then.
    mutating func takeChange(_ size: Int) -> Bool { Self.take(size, of: &changeBytes) }

    private static func take(_ size: Int, of room: inout Int) -> Bool {
        guard size <= room else { return false }
        room -= size
        return true
    }
}
