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

    /// When each was sent last.
    private var times: [DNSMessage: Int64] = [:]
    /// All sendings, oldest first.
    private var order: [Sending] = []

    private struct Sending: Hashable {
        let message: DNSMessage
        let time: Int64
    }

    mutating func note(_ message: DNSMessage, at time: Int64) {
        if order.count >= Self.maximumCount {
            let forgotten = order.prefix(Self.maximumCount / 2)
            for sending in forgotten where times[sending.message] == sending.time { times[sending.message] = nil }
            order.removeFirst(forgotten.count)
        }
        times[message] = time
        order.append(Sending(message: message, time: time))
    }

    /// Whether it is a copy of a message that was sent within ``lifetime``.
    func contains(_ message: DNSMessage, at time: Int64) -> Bool {
        guard let sent = times[message] else { return false }
        return time.subtracting(saturating: sent) <= Self.lifetime
    }
}
