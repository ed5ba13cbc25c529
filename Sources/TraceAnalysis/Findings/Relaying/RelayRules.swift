import TraceModel

/// A rule about the copies of relayed messages.
protocol RelayRule: FindingRule {
    /// - Parameter label: What a person would call the peer with a peer ID.
    static func finding(about message: RelayedMessage, label: (String) -> String) -> Finding?
}

extension RelayRule {
    static func findings(in messages: [RelayedMessage]) -> [Finding] {
        messages.compactMap { finding(about: $0) { $0 } }
    }

    static func findings(in context: FindingContext) -> [Finding] {
        let labels = context.labelsByPeerID
        return context.report.relayedMessages.compactMap { finding(about: $0) { labels[$0] ?? $0 } }
    }
}

/// Carriers delivered different texts of one message.
enum RelayAlteredRule: RelayRule {
    static func finding(about message: RelayedMessage, label: (String) -> String) -> Finding? {
        guard message.kind == .stanza, message.bodies.count > 1 else { return nil }
        let altered = message.deliveries.filter { $0.altered != false }
        let evidence = altered.isEmpty ? message.deliveries : altered
        let carriers = evidence.compactMap(\.carrier).grouped { $0 }.map { Excerpt.cut($0[0]) }
        let shown = Array(carriers.prefix(Excerpt.maximumEntries))
        let texts = message.bodies.prefix(2).map { Excerpt.quoted($0.text ?? "") }
        let name = RelayWords.name(message)
        let isKnown = message.deliveries.contains { $0.altered == false }
        return RelayWords.finding(
            "relay-altered", about: message, evidence[0], of: evidence,
            message: isKnown
                ? "\(Excerpt.list(shown)) carried \(name) with a different text than \(message.bodies[0].copies) of "
                    + "\(message.copies) copies: \(texts[1]) instead of \(texts[0])."
                : "The \(message.copies) copies of \(name) have \(message.bodyCount) different texts, such as "
                    + "\(texts[0]) and \(texts[1]), and none has a majority.",
            facts: ["carriers": shown, "texts": message.bodyCount],
            remedy: "Have authors sign their messages, and do not show relayed text that carriers disagree about.")
    }
}

/// More carriers took a message along than the application allows.
enum TooManyCarriersRule: RelayRule {
    /// CarrierPigeon gives a message to so many at most.
    static let maximumCarriers = 5

    static func finding(about message: RelayedMessage, label: (String) -> String) -> Finding? {
        let relayed = message.deliveries.filter(\.relayed)
        guard message.kind == .stanza, message.carrierCount > maximumCarriers, let last = relayed.last else {
            return nil
        }
        return RelayWords.finding(
            "too-many-carriers", about: message, last, of: relayed,
            message: "\(message.carrierCount) accounts carried \(RelayWords.name(message)), more than "
                + "\(maximumCarriers).",
            facts: ["carriers": message.carrierCount, "limit": maximumCarriers],
            remedy: "The author should count the carriers that it gives the message to.")
    }
}

/// A message came to the same receiver again: from the same carrier, or in a mesh from anyone.
///
/// In a mesh with cycles broadcasts arrive by several ways, as they should: that is a note.
enum DuplicateMessageRule: RelayRule {
    static func finding(about message: RelayedMessage, label: (String) -> String) -> Finding? {
        let again = message.deliveries.filter(\.duplicate)
        guard let first = again.first else { return nil }
        func name(_ id: String) -> String { message.kind == .broadcast ? label(id) : id }
        let receiver = Excerpt.cut((first.receiver ?? message.recipient).map(name) ?? "the same peer")
        let carrier = Excerpt.cut(first.carrier.map(name) ?? "the same account")
        let text: String
        let remedy: String
        switch message.kind {
        case .stanza:
            text =
                "\(carrier) delivered \(RelayWords.name(message, label)) again"
                + (message.duplicates > 1 ? ", the first of \(message.duplicates) times." : ".")
            remedy = "Record which messages the server has accepted, and send none of them twice."
        default:
            text =
                "\(receiver) received \(RelayWords.name(message, label)) again, from \(carrier)"
                + (message.duplicates > 1 ? ", the first of \(message.duplicates) duplicate deliveries." : ".")
            remedy = "Relay a message only once. If the mesh has cycles, a second arrival is normal."
        }
        return RelayWords.finding(
            "duplicate-message", message.kind == .stanza ? .warning : .note, about: message, first, of: again,
            message: text, facts: ["duplicates": message.duplicates], remedy: remedy)
    }
}

/// A peer relayed a broadcast to one that had already seen it.
enum RelayLoopRule: RelayRule {
    static func finding(about message: RelayedMessage, label: (String) -> String) -> Finding? {
        let loops = message.deliveries.filter { $0.loop == true }
        guard let first = loops.first else { return nil }
        let carrier = Excerpt.cut(first.carrier.map(label) ?? "A peer")
        let receiver = Excerpt.cut(first.receiver.map(label) ?? "a peer")
        return RelayWords.finding(
            "relay-loop", about: message, first, of: loops,
            message:
                "\(carrier) relayed \(RelayWords.name(message, label)) to \(receiver), which had already seen it"
                + (loops.count > 1 ? ", the first of \(loops.count) such copies." : "."),
            remedy: "Relay only to peers that are not in seenBy, and not to the peer that the message came from.")
    }
}

/// A peer relayed a broadcast with an incomplete list of those that have seen it. The whole list keeps copies from
/// coming back.
enum ShortenedSeenByRule: RelayRule {
    static func finding(about message: RelayedMessage, label: (String) -> String) -> Finding? {
        let copies = message.deliveries.filter { !$0.missingFromSeenBy.isEmpty }
        guard let first = copies.first else { return nil }
        let carrier = Excerpt.cut(first.carrier.map(label) ?? "A peer")
        let missing = first.missingFromSeenBy.map { $0 == first.carrier ? "itself" : Excerpt.cut(label($0)) }
        return RelayWords.finding(
            "relay-loop", about: message, first, of: copies,
            message:
                "\(carrier) relayed \(RelayWords.name(message, label)) without \(Excerpt.list(missing)) in its "
                + "seenBy, so it may come back"
                + (copies.count > 1 ? ", the first of \(copies.count) such copies." : "."),
            facts: ["missingFromSeenBy": first.missingFromSeenBy],
            remedy: "Add the relay to the seenBy that came with the message, and remove no entry.")
    }
}

extension FindingContext {
    /// The names that a person would use for the peers that sign broadcasts, by the IDs with which they sign.
    fileprivate var labelsByPeerID: [String: String] {
        guard report.relayedMessages.contains(where: { $0.kind == .broadcast }) else { return [:] }
        var owners: [String: String?] = [:]
        for peer in report.peers {
            // An ID of several peers names none of them.
            for id in peer.peerIDs { owners.updateValue(owners[id] == nil ? label(ofPeer: peer.id) : nil, forKey: id) }
        }
        return owners.compactMapValues(\.self)
    }
}

/// Helpers of the findings about relayed messages.
enum RelayWords {
    /// The display name of the message.
    ///
    /// - Parameter label: What a person would call the peer with a peer ID.
    static func name(_ message: RelayedMessage, _ label: (String) -> String = { $0 }) -> String {
        switch message.kind {
        case .stanza:
            "message \(Excerpt.quoted(message.id ?? "")) of \(Excerpt.cut(message.author))"
        default:
            "a broadcast of \(message.bodies.first?.length ?? 0) bytes by \(Excerpt.cut(label(message.author)))"
        }
    }

    /// A finding about copies of a message.
    ///
    /// - Parameters:
    ///   - main: The copy that gives time and subject.
    ///   - copies: All that show it.
    ///   - facts: What there is beside the message and the main copy.
    static func finding(
        _ code: String, _ severity: Finding.Severity = .warning, about message: RelayedMessage,
        _ main: RelayedMessage.Delivery, of copies: [RelayedMessage.Delivery], message text: String,
        facts: FindingFacts = [:], remedy: String
    ) -> Finding {
        var all = KeyedValues<Finding.Fact>([
            "kind": message.kind.rawValue, "author": message.author, "messageID": message.id, "carrier": main.carrier,
            "receiver": main.receiver ?? message.recipient, "copies": copies.count,
        ])
        all.add(facts)
        // The time of its delivery, or of its way to the server if that is all there is.
        let session = main.session ?? main.sent?.session
        return Finding(
            code: .init(rawValue: code), severity: severity, time: main.time ?? main.sent?.time ?? message.time,
            frames: Array(copies.compactMap { $0.frame ?? $0.sent?.frame }.prefix(Finding.maximumFrames)),
            subject: session.map { .session($0) } ?? .capture, message: text, remedy: remedy,
            reference: "Docs/findings.md, \(code)", facts: all)
    }
}
