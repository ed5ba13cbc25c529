/// The room that the nodes of one protocol in a shard may still fill, beside the first entry of each list: a sender's data
/// decides how long it is, and one sender may have any number of addresses.
///
/// Shards, unlike workers, are as many for each capture: what is left out is so for any number of workers.
struct NodeBudget: Sendable {
    /// In bytes or entries, as the protocol counts them.
    private(set) var names: Int
    private(set) var events: Int

    /// - Returns: Whether there is room for a name of that size, which it takes then.
    mutating func takeName(_ size: Int = 1) -> Bool { Self.take(size, of: &names) }

    /// - Returns: Whether there is room for an event of that size, which it takes then.
    mutating func takeEvent(_ size: Int = 1) -> Bool { Self.take(size, of: &events) }

    private static func take(_ size: Int, of room: inout Int) -> Bool {
        guard size <= room else { return false }
        room -= size
        return true
    }
}
