/// The messages that may have further copies, as they pass.
///
/// One log serves a shard of the connections, so that what a limit leaves out does not depend on the number of workers.
struct RelayLog: Sendable {
    /// Of stanzas and broadcasts together.
    static let maximumObservations = 8192
    /// Of their texts.
    static let maximumBytes = 4 << 20

    private(set) var stanzas: [RelayObservation] = []
    private(set) var broadcasts: [MeshRelayObservation] = []
    /// What the limits left out.
    private(set) var omitted = 0
    private var bytes = 0

    mutating func note(_ stanza: RelayObservation) {
        if hasRoom(for: stanza.size) { stanzas.append(stanza) }
    }

    mutating func note(_ broadcast: MeshRelayObservation) {
        if hasRoom(for: broadcast.size) { broadcasts.append(broadcast) }
    }

    private mutating func hasRoom(for size: Int) -> Bool {
        guard stanzas.count + broadcasts.count < Self.maximumObservations, size <= Self.maximumBytes - bytes else {
            omitted += 1
            return false
        }
        bytes += size
        return true
    }
}
