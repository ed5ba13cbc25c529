/// Makes one stream of all streams of a direction, for readers that know but one: whole messages, in the order in which they
/// were whole, whatever stream they came on. Bytes of streams on which no message is found are left out.
///
/// Most connections have one stream. It leads: its bytes are passed on as they come, and messages of others between its own.
/// Whoever takes what is passed on says how far it has come, so that the lead is read once.
struct StreamFeed: Sendable {
    /// How far the one stream has come with what was passed on.
    struct Progress {
        var isBetweenMessages: Bool
        var hasMessages: Bool
    }

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
        private(set) var knowsMessages = false

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
            held.append(passage)
            heldBytes += passage.byteCount
        }

        mutating func takeHeld() -> [OpenedPassage] {
            defer { (held, heldBytes) = ([], 0) }
            return held
        }

        mutating func progress() -> Progress {
            let progress = content.value.progress()
            knowsMessages = progress.hasMessages
            return progress
        }
    }

    /// The stream whose bytes are passed on as they come.
    private struct Lead: Sendable {
        let id: UInt64
        /// All of it as long as no message is found, because another stream may take its place.
        var passages: [OpenedPassage] = []
        var heldBytes = 0
        /// Whether it has a message, or more without one than is held.
        var isForgotten = false
        var isBetweenMessages = true
        var hasMessages = false
    }

    private var lead: Lead?
    private var scouts: [UInt64: Scout] = [:]
    /// Streams without messages, which are not read any more.
    private var foreign: Set<UInt64> = []
    /// Messages of other streams that wait for the end of the lead's.
    private var ready: [OpenedPassage] = []
    /// Bytes that wait: of the lead without a message, in ``ready``, and of all other streams. What is taken from a stream into
    /// ``ready`` counts until it is passed on.
    private var heldBytes = 0
    /// Whether messages were passed on, so that nothing may come between that is none.
    private var hasPassedMessages = false

    /// Takes what comes next of a stream.
    ///
    /// - Parameter pass: Takes what comes next of the one stream of all.
    mutating func take(
        _ passage: OpenedPassage, of id: UInt64, _ reading: Reading, _ pass: (OpenedPassage) -> Progress
    ) {
        if passage.isLast {
            return lead?.id == id ? endLead(passage, pass) : endScout(id, passage, pass)
        }
        if lead == nil, scouts.isEmpty, !hasPassedMessages { lead = Lead(id: id) }
        if lead?.id == id {
            follow(passage, pass)
        } else {
            look(at: passage, of: id, reading, pass)
        }
    }

    private mutating func follow(_ piece: OpenedPassage, _ pass: (OpenedPassage) -> Progress) {
        let progress = pass(piece)
        lead!.isBetweenMessages = progress.isBetweenMessages
        if progress.hasMessages {
            (lead!.hasMessages, hasPassedMessages) = (true, true)
            forgetLead()
        } else if !lead!.isForgotten {
            lead!.passages.append(piece)
            lead!.heldBytes += piece.byteCount
            heldBytes += piece.byteCount
            if heldBytes > Self.maximumHeld { forgetLead() }
        }
        if progress.isBetweenMessages { passReady(pass) }
    }

    /// Holds the lead's bytes no longer.
    private mutating func forgetLead() {
        guard lead?.isForgotten == false else { return }
        heldBytes -= lead!.heldBytes
        (lead!.passages, lead!.heldBytes, lead!.isForgotten) = ([], 0, true)
    }

    private mutating func endLead(_ end: OpenedPassage, _ pass: (OpenedPassage) -> Progress) {
        forgetLead()
        guard let ended = lead.take() else { return }
        if !ended.hasMessages, !hasPassedMessages {
            // An echo test shows only with the other direction; if it is one, no other stream will come.
            foreign.insert(ended.id)
        }
        // Between messages, the readers go on with those of the next stream.
        if !ended.isBetweenMessages { _ = pass(end) }
        passReady(pass)
    }

    private mutating func passReady(_ pass: (OpenedPassage) -> Progress) {
        guard !ready.isEmpty else { return }
        for passage in ready {
            heldBytes -= passage.byteCount
            _ = pass(passage)
        }
        ready = []
    }

    /// Another stream has ended. What it has of a message that is not whole is passed on as that.
    private mutating func endScout(_ id: UInt64, _ end: OpenedPassage, _ pass: (OpenedPassage) -> Progress) {
        let progress = scouts[id]?.progress()
        guard let progress, progress.hasMessages, !progress.isBetweenMessages else { return drop(id) }
        ready += scouts[id]!.takeHeld() + [end]
        drop(id)
        if lead?.isBetweenMessages ?? true { passReady(pass) }
    }

    private mutating func drop(_ id: UInt64) {
        heldBytes -= scouts[id]?.heldBytes ?? 0
        scouts[id] = nil
    }

    /// Holds the bytes of another stream until they are whole messages.
    private mutating func look(
        at piece: OpenedPassage, of id: UInt64, _ reading: Reading, _ pass: (OpenedPassage) -> Progress
    ) {
        guard !foreign.contains(id) else { return }
        if scouts[id] == nil {
            if scouts.count == Self.maximumScouts, let oldest = scouts.filter({ !$0.value.knowsMessages }).keys.min() {
                give(up: oldest)
            }
            guard scouts.count < Self.maximumScouts else { return }
            scouts[id] = Scout(reading)
        }
        scouts[id]!.take(piece, reading)
        heldBytes += piece.byteCount
        while heldBytes > Self.maximumHeld, let largest = largestScout { give(up: largest) }
        guard scouts[id] != nil else { return }
        let progress = scouts[id]!.progress()
        guard progress.hasMessages, progress.isBetweenMessages else { return }
        ready += scouts[id]!.takeHeld()
        guard let lead else {
            restart(like: piece, pass)
            return passReady(pass)
        }
        if !lead.hasMessages {
            replaceLead(reading)
            restart(like: piece, pass)
            passReady(pass)
        } else if lead.isBetweenMessages {
            passReady(pass)
        }
        hasPassedMessages = true
    }

    /// What led has no messages so far: from now on it is a stream like the others, with all that came of it.
    private mutating func replaceLead(_ reading: Reading) {
        guard let old = lead.take() else { return }
        guard !old.isForgotten else { return insertForeign(old.id) }
        var scout = Scout(reading)
        for passage in old.passages { scout.take(passage, reading) }
        scouts[old.id] = scout
    }

    private mutating func restart(like piece: OpenedPassage, _ pass: (OpenedPassage) -> Progress) {
        guard !hasPassedMessages else { return }
        hasPassedMessages = true
        var restart = piece
        restart.content = .restart
        _ = pass(restart)
    }

    /// The stream that holds most without a message; if all that hold anything have some, the one that holds most.
    private var largestScout: UInt64? {
        scouts.max { first, second in
            (first.value.knowsMessages ? 0 : 1, first.value.heldBytes, second.key)
                < (second.value.knowsMessages ? 0 : 1, second.value.heldBytes, first.key)
        }.flatMap { $0.value.heldBytes > 0 ? $0.key : nil }
    }

    private mutating func give(up id: UInt64) {
        drop(id)
        insertForeign(id)
    }

    private mutating func insertForeign(_ id: UInt64) {
        if foreign.count < Self.maximumForeign { foreign.insert(id) }
    }
}

extension OpenedPassage {
    /// Whether no more comes of its stream.
    fileprivate var isLast: Bool {
        switch content {
        case .end, .cut: true
        case .bytes, .missing, .datagram, .restart: false
        }
    }

    /// Bytes that it holds of a stream.
    fileprivate var byteCount: Int {
        if case .bytes(let bytes) = content { bytes.count } else { 0 }
    }
}
