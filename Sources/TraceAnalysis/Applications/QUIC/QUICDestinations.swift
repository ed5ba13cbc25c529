import SealedChannels

/// To which connection IDs an end sent its 1-RTT packets, one after the other.
struct QUICDestinations: Sendable {
    /// Changes that are kept; ends rarely use more than a few IDs.
    private static let maximumChanges = 64

    private var changes: [(id: [UInt8], since: PacketMoment)] = []

    mutating func note(_ id: [UInt8], at moment: PacketMoment) {
        guard changes.last?.id != id, changes.count < Self.maximumChanges else { return }
        changes.append((id, moment))
    }

    /// Whether a packet was sent to another ID than those before it: a host that moves takes another one, and a router that
    /// gives it another port knows nothing of them (RFC 9000 §9.5). Nil if that is not known, and for empty IDs.
    func changed(at frame: Int) -> Bool? {
        guard let after = changes.last(where: { $0.since.frame <= frame }),
            let before = changes.last(where: { $0.since.frame < frame }), !after.id.isEmpty, !before.id.isEmpty
        else { return nil }
        return after.id != before.id
    }
}
