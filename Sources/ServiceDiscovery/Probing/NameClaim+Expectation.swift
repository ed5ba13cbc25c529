import DNSWire

extension NameClaim {
    /// The next message that a host in this state sends, if nothing interrupts it.
    public struct Expectation: Hashable, Sendable {
        /// Which message it is.
        public let message: Message
        /// The name it is about.
        public let name: DNSName
        /// The times, in nanoseconds, between which it is sent. They are equal where chance has no part in it.
        public let earliest: Int64
        public let latest: Int64
    }

    /// A message with its index among the messages of its kind, counted from 1.
    public enum Message: Hashable, Sendable {
        case probe(Int)
        case announcement(Int)
        case goodbye(Int)
    }

    /// The next message, or nil if the host is silent until another host speaks.
    public var nextExpected: Expectation? {
        guard let deadline else { return nil }
        let message: Message
        switch state {
        case .probing(let sent): message = sent < profile.probeCount ? .probe(sent + 1) : .announcement(1)
        case .announcing(let sent): message = .announcement(sent + 1)
        case .retreating(let sent), .leaving(let sent): message = .goodbye(sent + 1)
        case .idle, .established, .released, .failed: return nil
        }
        return Expectation(message: message, name: name, earliest: deadline.earliest, latest: deadline.latest)
    }
}
