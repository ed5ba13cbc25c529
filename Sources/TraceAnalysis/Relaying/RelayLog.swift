import TraceModel

/// The messages that may have further copies, as they pass.
///
/// One log serves a shard of the connections, so that what a limit leaves out does not depend on the number of workers.
struct RelayLog: Sendable {
    /// The maximum number of stanzas and broadcasts together, of all shards.
    static let maximumObservations = 1 << 17
    /// The maximum bytes of their texts, of all shards.
    static let maximumBytes = 64 << 20

    /// The least that a copy takes beside its texts.
    private static let observation = 512

    private(set) var stanzas: [RelayObservation] = []
    private(set) var broadcasts: [MeshRelayObservation] = []
    /// The number that the limits left out.
    private(set) var omitted = 0
    private var bytes = 0
    private let byteLimit: Int
    private let countLimit: Int
    /// Whether a budget has set the limits, and not the maximum.
    let isBudgeted: Bool

    /// - Parameter byteLimit: How much it may take, if less than its share of the maximum.
    init(byteLimit: Int = .max) {
        let (bytes, count) = (Self.maximumBytes / FlowShards.count, Self.maximumObservations / FlowShards.count)
        self.byteLimit = min(bytes, byteLimit)
        countLimit = min(count, byteLimit / Self.observation)
        isBudgeted = self.byteLimit < bytes || countLimit < count
    }

    var isEmpty: Bool { stanzas.isEmpty && broadcasts.isEmpty }

    /// Adds all that another log holds, whatever the limits: each log has kept them.
    mutating func append(_ other: RelayLog) {
        stanzas += other.stanzas
        broadcasts += other.broadcasts
        omitted += other.omitted
        bytes += other.bytes
    }

    /// The same with other numbers for the sessions.
    func renumbered(_ number: (Int) -> Int) -> RelayLog {
        var log = self
        for index in log.stanzas.indices { log.stanzas[index].sighting.session = number(log.stanzas[index].session) }
        for index in log.broadcasts.indices {
            log.broadcasts[index].sighting.session = number(log.broadcasts[index].session)
        }
        return log
    }

    mutating func add(_ stanza: RelayObservation?) { add(stanza, to: \.stanzas) }

    mutating func add(_ broadcast: MeshRelayObservation?) { add(broadcast, to: \.broadcasts) }

    private mutating func add<Copy: RelayCopy>(_ copy: Copy?, to list: WritableKeyPath<RelayLog, [Copy]>) {
        guard let copy else { return }
        guard stanzas.count + broadcasts.count < countLimit, copy.size <= byteLimit - bytes else {
            omitted += 1
            return
        }
        bytes += copy.size
        self[keyPath: list].append(copy)
    }
}
