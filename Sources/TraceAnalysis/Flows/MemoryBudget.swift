/// The memory that an analysis may fill with what it finds, dealt to what the input can make it find.
///
/// Sizes are estimated from what the input has, never measured, and dealt by shard (`FlowShards`): the report is the same on
/// every machine and with any number of workers. Beside the budget come the program itself, the buffers of files, and what the
/// limits of `Docs/architecture.md` bound that no budget changes; together some 100 MB at most.
public struct MemoryBudget: Hashable, Sendable {
    /// Bytes that the analysis may fill with what it finds.
    public let bytes: Int

    /// No other limits than those that hold for all analyses.
    public static let unlimited = MemoryBudget(bytes: .max)

    /// So many bytes; ``unlimited`` is the largest number.
    public init(bytes: Int) { self.bytes = bytes }

    /// What a connection takes that only opened, with its row in the report and the peers at its ends.
    static let opening = 1024
    /// What it takes in addition from the first data on that goes both ways, or belongs to a stream.
    static let followed = 4096
    /// And for each application that the analysis was given: readers of both directions, and what they hold together.
    static let application = 4096
    /// Bytes of a message about services can make so many times as many in memory.
    static let growthOfMessages = 64

    /// Half of all is for connections.
    var connectionsPerShard: Int { bytes / 2 / FlowShards.count }
    /// An eighth of all is for bytes that wait for others.
    var heldBytesPerShard: Int { bytes / 8 / FlowShards.count }
    /// A quarter of all is for services, hosts and questions for them.
    var services: Int { bytes / 4 }
    /// A sixteenth of all is for messages of which there may be copies.
    var relaysPerShard: Int { bytes / 16 / FlowShards.count }
    /// A sixteenth of all is for nodes of AWDL and Wi-Fi Aware: so many of each kind.
    var nodesPerShard: Int { max(1, bytes / 32 / FlowShards.count / Self.node) }

    /// What a node takes with the lists that it has to itself.
    private static let node = 12_288
}

/// Watches something that grows with bytes of the input, and whose size takes time to estimate.
struct GrowthGauge: Sendable {
    private let limit: Int
    private var measured = 0
    /// Bytes of the input since then.
    private var unmeasured = 0
    /// Nothing more is taken from then on.
    private(set) var isFull = false

    init(limit: Int) { self.limit = limit }

    /// Takes note of bytes of the input.
    ///
    /// - Returns: Whether what came since the last time could have filled the rest, so that the size has to be estimated.
    mutating func note(_ count: Int) -> Bool {
        unmeasured += count
        return unmeasured >= (limit - measured) / MemoryBudget.growthOfMessages
    }

    /// Takes the size.
    mutating func take(size: Int) {
        measured = size
        unmeasured = 0
        // So close to the limit it would be estimated again and again.
        isFull = size >= limit - limit / 16
    }
}
