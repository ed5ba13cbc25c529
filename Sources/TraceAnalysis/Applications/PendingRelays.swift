import PeerMessaging
import XMPPStreams

/// Messages of one direction that may have further copies elsewhere, until they are taken.
struct PendingRelays: Sendable {
    private(set) var stanzas: [(stanza: RelayStanza, moment: PacketMoment)] = []
    private(set) var broadcasts: [(message: MeshMessage, moment: PacketMoment)] = []

    var isEmpty: Bool { stanzas.isEmpty && broadcasts.isEmpty }

    mutating func note(_ stanza: RelayStanza, at moment: PacketMoment) { stanzas.append((stanza, moment)) }

    mutating func note(_ broadcast: MeshMessage, at moment: PacketMoment) { broadcasts.append((broadcast, moment)) }
}
