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
