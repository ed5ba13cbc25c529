import Foundation
import PeerMessaging
import WireSimulation
import WireTesting

/// The message as applications declare it, for Foundation's encoder and decoder: the reference that ours is held to.
struct ReferenceMessage: Codable {
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

extension ReferenceMessage {
    static func random(_ generator: inout SeededGenerator) -> ReferenceMessage {
        let type: MessageType =
            switch generator.number(in: 0...3) {
            case 0: .identification(peerID: text(&generator), displayName: text(&generator))
            case 1: .broadcast(payload: payload(&generator))
            case 2: .direct(payload: payload(&generator))
            default:
                .relayedBroadcast(
                    payload: payload(&generator), originalSender: text(&generator),
                    seenBy: Set((0..<generator.number(in: 0...4)).map { _ in text(&generator) }))
            }
        return ReferenceMessage(
            type: type, senderID: text(&generator), timestamp: Date(timeIntervalSinceReferenceDate: time(&generator)))
    }

    static func text(_ generator: inout SeededGenerator) -> String {
        let pieces = [
            "3F2504E0-4F89-41D3-9A0C-0305E82C3301", "Alice", "Bruno's iPhone", "a/b", "\"", "\\", "\n", "\u{1}", "é",
            "日本", "😀", "\u{2028}", "", "\u{0}", "\u{7F}", "x", " ",
        ]
        return (0..<generator.number(in: 1...3)).map { _ in generator.pick(pieces) }.joined()
    }

    static func payload(_ generator: inout SeededGenerator) -> Data {
        let length = generator.chance(1, in: 10) ? generator.number(in: 0...3000) : generator.number(in: 0...90)
        return Data(generator.chance(1, in: 3) ? [UInt8](repeating: 0xFF, count: length) : generator.bytes(length))
    }

    static func time(_ generator: inout SeededGenerator) -> Double {
        switch generator.number(in: 0...5) {
        case 0: Double(generator.number(in: -2_000_000_000...2_000_000_000))
        case 1: Double(generator.number(in: 0...1_000_000)) * 1e12
        case 2: Double(generator.number(in: 1...1_000_000)) * 1e-12
        case 3: -Double(generator.number(in: 1...1_000_000)) / 1024
        default: 816_920_534 + Double(generator.number(in: 0...99_999_999)) / 1e7
        }
    }

    /// What ours must make of it.
    func matches(_ message: MeshMessage) -> Bool {
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
