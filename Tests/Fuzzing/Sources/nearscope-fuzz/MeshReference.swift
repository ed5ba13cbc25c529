import Foundation
import PeerMessaging

/// A mesh message as applications declare it, for Foundation's decoder: what ours is held to.
///
/// The differences that ``PeerMessaging/MeshMessageView/init(scanning:)`` documents are not asked about.
struct MeshReference: Decodable {
    enum MessageType: Decodable {
        case identification(peerID: String, displayName: String)
        case broadcast(payload: Data)
        case direct(payload: Data)
        case relayedBroadcast(payload: Data, originalSender: String, seenBy: Set<String>)
    }

    let type: MessageType
    let senderID: String
    let timestamp: Date

    static func check(_ bytes: [UInt8]) {
        guard !JSONDifferences.mayBeOtherEncoding(bytes) else {
            _ = try? MeshMessage(parsing: bytes.span)
            return
        }
        let reference = try? JSONDecoder().decode(MeshReference.self, from: JSONDifferences.data(bytes))
        do throws(MeshMessageError) {
            let message = try MeshMessage(parsing: bytes.span)
            RoundTrip.check(message)
            if message.isBeyondFoundation {
                require(reference == nil, "Foundation refuses what ours takes beyond it")
            } else if reference == nil {
                require(JSONDifferences.hasZeroWithExponent(bytes), "Foundation takes what ours takes")
            } else {
                require(reference?.matches(message) == true, "Ours reads what Foundation reads")
            }
        } catch {
            let isDeliberate = error.kind == .invalidBase64 && bytes.contains(UInt8(ascii: "="))
            require(reference == nil || isDeliberate, "Ours takes what Foundation takes, but: \(error)")
        }
    }

    private func matches(_ message: MeshMessage) -> Bool {
        guard senderID == message.senderID,
            message.timestamp == .secondsSince2001(timestamp.timeIntervalSinceReferenceDate)
        else { return false }
        return switch (type, message.type) {
        case (.identification(let peerID, let name), .identification(let otherID, let otherName)):
            peerID == otherID && name == otherName
        case (.broadcast(let payload), .broadcast(let other)), (.direct(let payload), .direct(let other)):
            Array(payload) == other
        case (
            .relayedBroadcast(let payload, let sender, let seenBy), .relayedBroadcast(let other, let origin, let seen)
        ):
            Array(payload) == other && sender == origin && seenBy == Set(seen)
        default: false
        }
    }
}

extension MeshMessage {
    /// Whether Foundation's decoder has no such case or no such timestamp.
    fileprivate var isBeyondFoundation: Bool {
        if case .unknown = type { return true }
        if case .iso8601 = timestamp { return true }
        return false
    }
}

/// What makes JSON something else for Foundation than for us, on purpose.
enum JSONDifferences {
    /// Whether Foundation may take the text for UTF-16 or UTF-32: by a mark, or by zeros among the first bytes.
    static func mayBeOtherEncoding(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(4).contains(0) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    }

    /// The text for Foundation's decoder, with a line feed behind it: where its limit of depth is passed with the last
    /// byte of a text, the decoder of Swift 6.3 traps on Linux.
    static func data(_ bytes: [UInt8]) -> Data { Data(bytes + [0x0A]) }

    /// Whether there is a zero with an exponent, of which Foundation refuses some spellings on Linux.
    static func hasZeroWithExponent(_ bytes: [UInt8]) -> Bool {
        bytes.indices.dropFirst().contains { index in
            bytes[index] | 0x20 == UInt8(ascii: "e")
                && (bytes[index - 1] == UInt8(ascii: "0") || bytes[index - 1] == UInt8(ascii: "."))
        }
    }
}
