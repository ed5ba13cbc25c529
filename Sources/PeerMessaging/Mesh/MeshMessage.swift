import WireCoding

/// A message between peers of a mesh, the body of one frame: JSON as Swift's `JSONEncoder` writes it.
///
/// ```json
/// {"type":{"direct":{"payload":"UElORw=="}},"senderID":"3F2504E0-…","timestamp":816920534.3597851}
/// ```
///
/// The order of members varies from message to message.
public struct MeshMessage: Hashable, Sendable {
    /// The content of the message, and its recipients.
    public enum MessageType: Hashable, Sendable {
        /// The sender's identity; the first message on a connection.
        case identification(peerID: String, displayName: String)
        /// To all peers.
        case broadcast(payload: [UInt8])
        /// To one peer.
        case direct(payload: [UInt8])
        /// A broadcast handed on. `seenBy` is a set on the wire; its order and repetitions are kept.
        case relayedBroadcast(payload: [UInt8], originalSender: String, seenBy: [String])
        /// A case of another version: its name and its value, a JSON text that is written back as it is.
        case unknown(name: String, value: [UInt8])
    }

    public var type: MessageType
    /// The peer that sent this; for a relayed broadcast, the relay.
    public var senderID: String
    /// The sender's clock at encoding.
    public var timestamp: MeshTimestamp

    public init(type: MessageType, senderID: String, timestamp: MeshTimestamp) {
        self.type = type
        self.senderID = senderID
        self.timestamp = timestamp
    }
}

/// A time by the sender's clock, in one of the two forms that peers write.
public enum MeshTimestamp: Hashable, Sendable {
    /// A number: seconds since 2001-01-01T00:00:00Z, the encoder's default.
    case secondsSince2001(Double)
    /// A date and time by RFC 3339, as it is written.
    case iso8601(String)

    /// 2001-01-01T00:00:00Z in seconds since 1970-01-01T00:00:00Z.
    static let referenceUnixTime = 978_307_200.0

    /// Seconds since 1970-01-01T00:00:00Z, or nil for a text that is not a date and time.
    public var unixTime: Double? {
        switch self {
        case .secondsSince2001(let seconds): seconds + Self.referenceUnixTime
        case .iso8601(let text): Self.unixTime(rfc3339: Array(text.utf8).span)
        }
    }

    /// Seconds since 1970-01-01T00:00:00Z; date and time have a `T` between them, as Foundation wants it.
    static func unixTime(rfc3339 text: Span<UInt8>) -> Double? {
        guard text.count > 10, text[10] == UInt8(ascii: "T"), let time = RFC3339.time(text) else { return nil }
        return Double(time.seconds) + Double(time.nanoseconds) / 1e9
    }
}
