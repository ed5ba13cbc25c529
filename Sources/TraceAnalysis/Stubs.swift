import PeerMessaging
import WireCoding
struct TLSHandshakeObserver { mutating func consume(_ b: Span<UInt8>) {}; mutating func stop() {} }
enum TLSRecord {
    static func looksLikeHandshake(_ b: Span<UInt8>) -> Bool { b.count >= 5 && b[0] == 22 && b[1] == 3 && b[2] <= 4 }
}
struct DTLSConversation {
    static func begins(_ b: Span<UInt8>) -> Bool { false }
    mutating func receive(_ b: Span<UInt8>, fromInitiator: Bool) {}; mutating func turn() {}
}
enum STUNMessageHeader { static func looksLikeMessage(_ b: Span<UInt8>) -> Bool { false } }
