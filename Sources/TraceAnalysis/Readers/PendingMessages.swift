import PeerMessaging
import XMPPStreams

/// Messages of one direction that are to be tied to those of the other direction, or to copies elsewhere, until they are
/// taken.
struct PendingMessages: Sendable {
    /// Requests and answers that wait to be tied together.
    static let maximumMarks = 64

    private(set) var requests: [RequestPairs.Mark] = []
    private(set) var answers: [RequestPairs.Mark] = []
    /// Messages that may have further copies.
    private(set) var stanzas: [(stanza: RelayStanza, moment: PacketMoment)] = []
    private(set) var broadcasts: [(message: MeshMessage, moment: PacketMoment)] = []
    /// Whether both directions may open something now.
    private(set) var hasSealed = false
    /// How much waits: ``maximumMarks`` and more cannot wait. Stored, because it is asked for after every packet.
    private(set) var marks = 0

    var hasRelays: Bool { !stanzas.isEmpty || !broadcasts.isEmpty }

    mutating func note(request: RequestPairs.Mark) {
        requests.append(request)
        marks &+= 1
    }

    mutating func note(answer: RequestPairs.Mark) {
        answers.append(answer)
        marks &+= 1
    }

    mutating func note(_ stanza: RelayStanza, at moment: PacketMoment) {
        stanzas.append((stanza, moment))
        noteUrgent()
    }

    mutating func note(_ broadcast: MeshMessage, at moment: PacketMoment) {
        broadcasts.append((broadcast, moment))
        noteUrgent()
    }

    /// A sealed record came.
    mutating func noteSealed() {
        hasSealed = true
        noteUrgent()
    }

    /// Something came that cannot wait.
    mutating func noteUrgent() { marks &+= Self.maximumMarks }

    /// Adds what came later.
    mutating func add(_ later: PendingMessages) {
        requests += later.requests
        answers += later.answers
        stanzas += later.stanzas
        broadcasts += later.broadcasts
        marks &+= later.marks
    }

    mutating func take() -> PendingMessages {
        defer { self = PendingMessages() }
        return self
    }
}
