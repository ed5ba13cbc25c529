import PacketDissection
import TraceModel
import WireCoding

/// Facts that few connections have: stored separately, so that the others stay small.
struct ConnectionDetails: Sendable {
    /// Kinds of errors of one connection; further ones are left out.
    static let maximumErrors = 16

    /// The ICMP errors about the connection's packets.
    private(set) var errors: [DeliveryError] = []
    /// The process at the capturing host, by the first packet that names it.
    var origin: PacketOrigin?
    /// The first reset after the last SYN, of a connection that came further than that.
    var reset: ConnectionReset?
    /// The last time that neither side had sent anything for long.
    var pause: ConnectionPause?

    /// Packets that were followed on another link already.
    var copiedPackets = 0
    /// Of one that carries something sealed for which there may be keys: the keys, and what was inside.
    var opened: SealedKeys?
    /// The ends that went on from other addresses; at most ``maximumMoves``.
    var moves: [ConnectionMove] = []
    static let maximumMoves = 256
    /// Datagrams, and what was inside of them, since they were last taken, if the conversation is followed.
    var datagrams: [(fromFirst: Bool, piece: StreamPiece)] = []
    /// How far what was inside of them has come.
    var followed: [FollowedPart: Int64] = [:]

    /// What has an order of its own in a followed conversation of datagrams.
    struct FollowedPart: Hashable {
        /// Whether it is of the first end of the key.
        var fromFirst: Bool
        /// Of QUIC; nil for datagrams that were inside of others.
        var stream: UInt64?
    }

    /// The other end is called the initiator.
    mutating func flip() {
        reset = reset?.flipped
        pause = pause?.flipped
        moves = moves.map(\.flipped)
        opened?.flip()
    }

    /// Counts an error, one entry for each kind and sender.
    mutating func note(_ error: DeliveryError) {
        let known = errors.firstIndex {
            ($0.quoted.type, $0.quoted.code, $0.source) == (error.quoted.type, error.quoted.code, error.source)
        }
        if let known {
            errors[known].count += 1
        } else if errors.count < Self.maximumErrors {
            errors.append(error)
        }
    }
}

/// An ICMP or ICMPv6 error about packets of a connection.
struct DeliveryError: Sendable {
    let moment: PacketMoment
    /// The sender: a router, or the host itself.
    let source: IPAddress
    /// The packet, as the first such error quotes it.
    let quoted: QuotedPacket
    var count = 1
}

/// A reset in the state that it found.
struct ConnectionReset: Sendable {
    let moment: PacketMoment
    let fromInitiator: Bool
    /// Whether the other side had sent bytes that were not acknowledged, not by the reset either.
    let losesBytes: Bool
    /// Whether its sender had more to send: its last segment was full and not pushed.
    let cutsSending: Bool
    /// Whether one of the sides had sent its FIN: then a reset only ends what was to end.
    let followsFIN: Bool

    fileprivate var flipped: Self {
        Self(
            moment: moment, fromInitiator: !fromInitiator, losesBytes: losesBytes, cutsSending: cutsSending,
            followsFIN: followsFIN)
    }
}

/// The end of a long time without packets.
struct ConnectionPause: Sendable {
    /// The packet that ended it.
    let resumed: PacketMoment
    let fromInitiator: Bool
    /// In nanoseconds.
    let length: Int64

    fileprivate var flipped: Self { Self(resumed: resumed, fromInitiator: !fromInitiator, length: length) }
}
