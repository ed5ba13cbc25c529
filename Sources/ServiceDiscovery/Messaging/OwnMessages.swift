import DNSWire

/// The messages that were multicast lately, so that their copies are known when the system loops them back or another of
/// the host's interfaces hears them.
///
/// A copy is known by its content, not by its sender: other programs on this host may send from the same address and port.
/// To ignore an identical message of another host is safe, as identical records never conflict and an identical probe is
/// a tie.
struct OwnMessages: Hashable, Sendable {
    /// The most messages that are remembered.
    static let maximumCount = 256
    /// How long one is remembered, in nanoseconds: longer than any link delays it.
    static let lifetime: Int64 = 10 * ProbingProfile.second

    /// By what is quickly compared of them, oldest first.
    private var sendings: [Outline: [Sending]] = [:]
    private var count = 0

    /// What tells most messages apart.
    private struct Outline: Hashable {
        let questions: Int
        let answers: Int
        let name: DNSName?

        init(_ message: DNSMessage) {
            questions = message.questions.count
            answers = message.answers.count
            name = message.questions.first?.name ?? message.answers.last?.name
        }
    }

    private struct Sending: Hashable {
        let message: DNSMessage
        let time: Int64
    }

    mutating func note(_ message: DNSMessage, at time: Int64) {
        if count >= Self.maximumCount { forget(before: time) }
        sendings[Outline(message), default: []].append(Sending(message: message, time: time))
        count += 1
    }

    /// Forgets what was sent too long ago, and all if that is not enough.
    private mutating func forget(before time: Int64) {
        let earliest = time.advanced(saturating: -Self.lifetime)
        sendings = sendings.mapValues { $0.filter { $0.time >= earliest } }.filter { !$0.value.isEmpty }
        count = sendings.values.reduce(0) { $0 + $1.count }
        guard count >= Self.maximumCount else { return }
        (sendings, count) = ([:], 0)
    }

    /// Whether it is a copy of a message that was sent within ``lifetime``.
    func contains(_ message: DNSMessage, at time: Int64) -> Bool {
        guard let alike = sendings[Outline(message)] else { return false }
        let earliest = time.advanced(saturating: -Self.lifetime)
        return alike.contains { $0.time >= earliest && $0.message == message }
    }
}
