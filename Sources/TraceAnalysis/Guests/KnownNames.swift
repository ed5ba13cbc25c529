/// The names of the last messages, by which copies are recognized. A copy comes soon after its original.
struct KnownNames: Sendable {
    /// Names that are remembered at least.
    static let count = 4096

    private var recent: Set<UInt64> = []
    private var older: Set<UInt64> = []

    /// - Returns: Whether the name is new.
    mutating func insert(_ name: UInt64) -> Bool {
        guard !older.contains(name), recent.insert(name).inserted else { return false }
        if recent.count >= Self.count {
            older = recent
            recent = []
        }
        return true
    }
}
