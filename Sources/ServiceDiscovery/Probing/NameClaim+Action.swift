import DNSWire
import WireCoding

extension NameClaim {
    /// The actions to take, in this order.
    @nonexhaustive
    public enum Action: Hashable, Sendable {
        /// Send the message from port 5353.
        case send(DNSMessage, as: Purpose, to: Destination)
        /// The name was won. Its first announcement goes out at the same time.
        case established(DNSName)
        /// The name has changed. It is not held yet.
        case renamed(Rename)
        /// The claim failed; there will be no name.
        case failed(Failure)
        /// Call ``NameClaim/timer(at:using:)`` at this time, in nanoseconds; earlier wishes no longer count. Always the
        /// last action, and missing where nothing is due.
        case wait(until: Int64)
    }

    /// The purpose of a message.
    @nonexhaustive
    public enum Purpose: Hashable, Sendable {
        /// Asks who has the name (RFC 6762 §8.1).
        case probe
        /// Announces it to all (RFC 6762 §8.3).
        case announcement
        /// Answers another host's probe for it (RFC 6762 §8.1, §9).
        case defense
        /// Takes it back (RFC 6762 §10.1).
        case goodbye
    }

    /// Whom a message is for.
    @nonexhaustive
    public enum Destination: Hashable, Sendable {
        /// All, at 224.0.0.251 or ff02::fb, port 5353.
        case multicast
        /// The host that asked for it, at port 5353.
        case unicast(IPAddress)
    }

    /// How a message came.
    public enum Delivery: Hashable, Sendable {
        /// To the group, for all hosts.
        case multicast
        /// To this host alone.
        case unicast
    }

    /// A change of the name.
    public struct Rename: Hashable, Sendable {
        /// The name that was lost.
        public let old: DNSName
        /// The name that is claimed instead.
        public let new: DNSName
        /// Why the old name could not be had.
        public let reason: LossReason
    }

    /// Why a name cannot be had.
    @nonexhaustive
    public enum LossReason: Hashable, Sendable {
        /// Another host has a record that contradicts ours.
        case conflict(RecordConflict)
        /// Another host asked for the name at the same time, with greater data.
        case lostTieBreak(ProbeTieBreak.Decision)
        /// Somebody has a pointer to the name.
        case pointer(DNSName)
    }

    /// Why a claim ends without a name.
    @nonexhaustive
    public enum Failure: Hashable, Sendable {
        /// The name is taken, and is not to be changed.
        case taken(LossReason)
        /// The rule has no further label.
        case noFurtherLabel(RenameViolation)
        /// The next label is too long, or makes the whole name too long.
        case nameTooLong(WireError)
    }
}

extension NameClaim.LossReason: CustomStringConvertible {
    /// One phrase. Names in it are escaped as `DNSWire.DNSName.presentation` does.
    public var description: String {
        switch self {
        case .conflict(let conflict): "another host has \(conflict.heard.name.presentation) \(conflict.heard.type)"
        case .lostTieBreak(let decision): "lost to a simultaneous probe: \(decision)"
        case .pointer(let name): "another host has a pointer to \(name.presentation)"
        }
    }
}
