/// The memory that the Wi-Fi Aware nodes of a shard may still fill, beside the first entry of each list: a sender's
/// data decides how long it is, and one sender may have any number of addresses.
///
/// Shards, unlike workers, are as many for each capture: what is left out is so for any number of workers.
struct NANAllowance: Sendable {
    /// Clusters, anchor masters and services of all nodes in one shard: 32,768 in all.
    static let maximumNames = 1 << 11
    /// Steps of data paths and follow-ups of all nodes in one shard: 65,536 in all, together 5 MiB.
    static let maximumEvents = 1 << 12

    private var names = maximumNames
    private var events = maximumEvents

    /// - Returns: Whether there is room for one more name, which it takes then.
    mutating func takeName() -> Bool { Self.take(&names) }

    /// - Returns: Whether there is room for one more event, which it takes then.
    mutating func takeEvent() -> Bool { Self.take(&events) }

    private static func take(_ room: inout Int) -> Bool {
        guard room > 0 else { return false }
        room -= 1
        return true
    }
}
