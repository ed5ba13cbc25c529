/// How an analysis behaves beside other tasks.
enum WorkTurn {
    /// Packets between two turns: milliseconds of work.
    static let packets = 1024
    /// Connections that are ended between two turns.
    static let connections = 256

    /// Ends the task if it was canceled, and lets another one have the thread.
    static func end() async throws {
        try Task.checkCancellation()
        await Task.yield()
    }
}
