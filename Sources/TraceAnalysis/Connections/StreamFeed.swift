/// Makes one stream of all streams of a direction, for readers that know but one: whole messages, in the order in which they
/// were whole, whatever stream they came on. Bytes of streams on which no message is found are left out.
///
/// Most connections have one stream. It leads: its bytes are passed on as they come, and messages of others between its own.
struct StreamFeed: Sendable {
    /// What is wanted of what is inside, and who reads it.
    struct Reading {
        var reading: StreamReading
        var guests: GuestList?
    }

    /// Streams without messages that are remembered.
    private static let maximumForeign = 1 << 16
    /// Bytes of all streams together that wait for the end of a message, or for the first one.
    private static let maximumHeld = 1 << 20
    /// Streams that are looked at for messages at the same time.
    private static let maximumScouts = 256

    /// Reads a stream by itself, to know where its messages end.
    private struct Scout: Sendable {
        var content: Box<StreamContent>
        private(set) var held: [OpenedPassage] = []
        private(set) var heldBytes = 0

        init(_ reading: Reading) {
            var inside = reading.reading.inside
            // Only where messages end is wanted.
            (inside.listing, inside.isFollowed) = (.none, false)
            content = Box(StreamContent(origin: 0, isMidstream: false, inside))
        }

        mutating func take(_ passage: OpenedPassage, _ reading: Reading) {
            content.value.take(passage, guests: reading.guests)
            _ = content.value.takePending()
            _ = content.value.takeGuestEvents()
        }

        mutating func hold(_ passage: OpenedPassage) {
            held.append(passage)
            if case .bytes(let bytes) = passage.content { heldBytes += bytes.count }
        }

        mutating func takeHeld() -> [OpenedPassage] {
            defer { (held, heldBytes) = ([], 0) }
            return held
        }

        var isBetweenMessages: Bool { content.value.isBetweenMessages }
        var hasMessages: Bool { content.value.hasMessages }
    }

    private var lead: (id: UInt64, scout: Scout)?
    private var scouts: [UInt64: Scout] = [:]
    /// Streams without messages, which are not read any more.
    private var foreign: Set<UInt64> = []
    /// Messages of other streams that wait for the end of the lead's.
    private var ready: [OpenedPassage] = []
    /// Bytes that wait, in ``ready`` and of all streams but the lead.
    private var heldBytes = 0
    /// Whether messages were passed on, so that nothing may come between that is none.
    private var hasPassedMessages = false

    /// Takes what comes next of a stream.
    ///
    /// - Returns: What comes next of the one stream of all.
    mutating func take(_ passage: OpenedPassage, of id: UInt64, _ reading: Reading) -> [OpenedPassage] {
        var passages: [OpenedPassage] = []
        if case .end = passage.content {
            if lead?.id == id { endLead(into: &passages) } else { drop(id) }
            return passages
        }
        if lead == nil, scouts.isEmpty, !hasPassedMessages { lead = (id, Scout(reading)) }
        if lead?.id == id {
            follow(passage, reading, into: &passages)
        } else {
            look(at: passage, of: id, reading, into: &passages)
        }
        return passages
    }

    private mutating func follow(
        _ piece: OpenedPassage, _ reading: Reading, into passages: inout [OpenedPassage]
    ) {
        lead!.scout.take(piece, reading)
        passages.append(piece)
        if lead!.scout.hasMessages { hasPassedMessages = true }
        if lead!.scout.isBetweenMessages { passReady(into: &passages) }
    }

    private mutating func endLead(into passages: inout [OpenedPassage]) {
        guard let (id, scout) = lead else { return }
        lead = nil
        if !scout.hasMessages, !hasPassedMessages {
            // An echo test shows only with the other direction; if it is one, no other stream will come.
            foreign.insert(id)
        } else if !scout.isBetweenMessages, let last = passages.last {
            passages.append(gap(like: last))
        }
        passReady(into: &passages)
    }

    private func gap(like passage: OpenedPassage) -> OpenedPassage {
        OpenedPassage(
            fromInitiator: passage.fromInitiator, content: .missing(1), sent: passage.sent, arrived: passage.arrived)
    }

    private mutating func passReady(into passages: inout [OpenedPassage]) {
        passages += ready
        for case .bytes(let bytes) in ready.map(\.content) { heldBytes -= bytes.count }
        ready = []
    }

    private mutating func drop(_ id: UInt64) {
        heldBytes -= scouts[id]?.heldBytes ?? 0
        scouts[id] = nil
    }

    /// Holds the bytes of another stream until they are whole messages.
    private mutating func look(
        at piece: OpenedPassage, of id: UInt64, _ reading: Reading, into passages: inout [OpenedPassage]
    ) {
        guard !foreign.contains(id) else { return }
        if scouts[id] == nil {
            guard scouts.count < Self.maximumScouts else { return }
            scouts[id] = Scout(reading)
        }
        scouts[id]!.take(piece, reading)
        scouts[id]!.hold(piece)
        if case .bytes(let bytes) = piece.content { heldBytes += bytes.count }
        guard heldBytes <= Self.maximumHeld else { return give(up: id) }
        guard scouts[id]!.hasMessages, scouts[id]!.isBetweenMessages else { return }
        ready += scouts[id]!.takeHeld()
        guard let lead else {
            restart(like: piece, into: &passages)
            return passReady(into: &passages)
        }
        if !lead.scout.hasMessages {
            // What led has no messages.
            scouts[lead.id] = lead.scout
            self.lead = nil
            restart(like: piece, into: &passages)
            passReady(into: &passages)
        } else if lead.scout.isBetweenMessages {
            passReady(into: &passages)
        }
        hasPassedMessages = true
    }

    private mutating func restart(like piece: OpenedPassage, into passages: inout [OpenedPassage]) {
        guard !hasPassedMessages else { return }
        hasPassedMessages = true
        passages.append(
            OpenedPassage(
                fromInitiator: piece.fromInitiator, content: .restart, sent: piece.sent, arrived: piece.arrived))
    }

    private mutating func give(up id: UInt64) {
        drop(id)
        if foreign.count < Self.maximumForeign { foreign.insert(id) }
    }
}
