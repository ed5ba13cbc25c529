import PeerMessaging
import TraceModel
import WireCoding

/// Mesh messages of one direction by type.
struct MeshCounts: Equatable, Sendable {
    /// Custom type names come from the capture: only this many are distinguished.
    static let maximumUnknownTypes = 32
    /// Bytes of such a name; longer ones, which a frame has room for, are not kept.
    static let maximumTypeLength = 256

    private(set) var identification = 0
    private(set) var broadcast = 0
    private(set) var direct = 0
    private(set) var relayedBroadcast = 0
    private(set) var unknown: [String: Int] = [:]
    private(set) var bytes = 0

    /// Messages that decoded.
    var total: Int { identification + broadcast + direct + relayedBroadcast + unknown.values.reduce(0, +) }
    /// Messages of the four known types.
    var known: Int { identification + broadcast + direct + relayedBroadcast }

    @inline(__always)
    mutating func count(_ message: MeshMessageView, in body: Span<UInt8>) {
        bytes += body.count
        switch message.kind {
        case .identification: identification += 1
        case .broadcast: broadcast += 1
        case .direct: direct += 1
        case .relayedBroadcast: relayedBroadcast += 1
        case .unknown: countUnknown(message.caseName.string(in: body))
        }
    }

    private mutating func countUnknown(_ name: String) {
        let hasRoom = unknown.count < Self.maximumUnknownTypes && name.utf8.count <= Self.maximumTypeLength
        let known = hasRoom || unknown[name] != nil
        unknown[known ? name : "other", default: 0] += 1
    }

    var byName: NamedCounts {
        var counts = NamedCounts()
        counts.add(identification, of: "identification")
        counts.add(broadcast, of: "broadcast")
        counts.add(direct, of: "direct")
        counts.add(relayedBroadcast, of: "relayedBroadcast")
        for name in unknown.keys.sorted() { counts.add(unknown[name] ?? 0, of: name) }
        return counts
    }
}
