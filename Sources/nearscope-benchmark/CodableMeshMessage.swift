import Foundation
import PeerMessaging

/// The message as applications declare it, for Foundation's encoder and decoder.
struct CodableMeshMessage: Codable {
    enum MessageType: Codable {
        case identification(peerID: String, displayName: String)
        case broadcast(payload: Data)
        case direct(payload: Data)
        case relayedBroadcast(payload: Data, originalSender: String, seenBy: Set<String>)
    }

    let type: MessageType
    let senderID: String
    let timestamp: Date
}
