/// A host that asked for a service, and what it learned when.
struct ServiceQuerier: Sendable {
    let sender: ServiceSender
    /// Its first question that concerns the service.
    private(set) var first: PacketMoment
    private(set) var browsed: (query: PacketMoment, answer: PacketMoment)?
    /// Whether it knew the service when it first asked: then no answer was due.
    private(set) var knewBefore = false
    private(set) var resolved: (query: PacketMoment, answer: PacketMoment)?
    /// Whether it listed the SRV record as known before an answer came: then none was due.
    private(set) var knewLocation = false
    /// Questions in which it listed the service as known already.
    private(set) var knownAnswers = 0
    private(set) var lastKnownAnswer = Int64.min

    mutating func browse(asked: PacketMoment, answered: PacketMoment) {
        guard browsed == nil, asked <= answered else { return }
        browsed = (asked, answered)
        knewBefore = knownAnswers > 0
    }

    mutating func resolve(asked: PacketMoment, answered: PacketMoment) {
        if resolved == nil, asked <= answered { resolved = (asked, answered) }
    }

    mutating func noteKnownLocation() {
        if resolved == nil { knewLocation = true }
    }

    mutating func noteKnownAnswer(at time: Int64) {
        // One question goes out over IPv4 and IPv6.
        if knownAnswers == 0 || time - lastKnownAnswer > EventLog.sameEventWindow { knownAnswers += 1 }
        lastKnownAnswer = time
    }

    /// Adds what the same host learned of another interface of the holder.
    mutating func absorb(_ other: ServiceQuerier) {
        first = min(first, other.first)
        browsed = [browsed, other.browsed].compactMap(\.self).min { $0.answer < $1.answer }
        resolved = [resolved, other.resolved].compactMap(\.self).min { $0.answer < $1.answer }
        knewBefore = knewBefore || other.knewBefore
        knownAnswers = max(knownAnswers, other.knownAnswers)
        lastKnownAnswer = max(lastKnownAnswer, other.lastKnownAnswer)
    }
}
