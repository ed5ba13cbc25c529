import WireCoding

/// The reason why the body of a frame is not a mesh message: kind and byte offset.
public typealias MeshMessageError = JSONDecodingError

/// The result of one pass over the JSON text of a ``MeshMessage``: ranges, lengths and the time, in a value of fixed
/// size that allocates nothing.
///
/// Texts are ranges in the scanned body; those that the kind does not have are empty.
public struct MeshMessageView: Hashable, Sendable {
    /// The case of `MessageType`.
    @nonexhaustive
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// The introduction of a peer: its ID and its display name.
        case identification
        /// A payload for all peers.
        case broadcast
        /// A payload for the receiver alone.
        case direct
        /// A broadcast of another peer that the sender hands on.
        case relayedBroadcast
        /// Another name than the four; see ``MeshMessageView/caseName``.
        case unknown
    }

    /// How a timestamp is written.
    @nonexhaustive
    public enum TimestampForm: UInt8, Hashable, Sendable {
        /// A number: seconds since 2001-01-01T00:00:00Z, what `JSONEncoder` writes by default.
        case secondsSince2001
        /// A string by RFC 3339: `"2025-11-06T08:49:37Z"`.
        case iso8601
    }

    /// The case of the message; ``MeshMessageView/Kind/unknown`` before anything was scanned.
    public internal(set) var kind = Kind.unknown
    /// How ``timestamp`` is written.
    public internal(set) var timestampForm = TimestampForm.secondsSince2001
    /// The name of the case as it is written.
    public internal(set) var caseName = JSONStringRange.empty
    /// The peer that sent the message; for a relayed broadcast, the relay.
    public internal(set) var senderID = JSONStringRange.empty
    /// The peer ID of an identification.
    public internal(set) var peerID = JSONStringRange.empty
    /// The display name of an identification.
    public internal(set) var displayName = JSONStringRange.empty
    /// Base64, of every kind but an identification.
    public internal(set) var payload = JSONStringRange.empty
    /// The original sender of a relayed broadcast.
    public internal(set) var originalSender = JSONStringRange.empty
    /// The number of bytes that ``payload`` represents.
    public var payloadLength: Int { Int(payloadCount) }
    /// The elements of a relayed broadcast's `seenBy`, repeated ones included.
    public var seenByCount: Int { Int(peerCount) }
    /// Seconds since 2001-01-01T00:00:00Z by the sender's clock, whatever the form.
    public internal(set) var timestamp = 0.0
    /// A timestamp by RFC 3339 as it is written.
    public internal(set) var timestampText = JSONStringRange.empty
    // Enough for texts shorter than 2 GiB.
    var payloadCount: Int32 = 0
    var peerCount: Int32 = 0
    /// Both values as they are written: no strings.
    var seenBy = JSONStringRange.empty
    var caseValue = JSONStringRange.empty

    init() {}

    /// Whether Foundation's decoder knows the case.
    public var isKnownType: Bool { kind != .unknown }

    /// Seconds since 1970-01-01T00:00:00Z by the sender's clock.
    public var unixTime: Double { timestamp + MeshTimestamp.referenceUnixTime }

    /// The array `seenBy` with its brackets, by its positions in the body.
    public var seenByRange: Range<Int> { seenBy.range }

    /// The JSON value of the case, by its positions in the body.
    public var caseRange: Range<Int> { caseValue.range }
}
