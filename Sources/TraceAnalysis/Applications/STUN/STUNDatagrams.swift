import SealedChannels
import TraceModel
import WireCoding

/// STUN (RFC 8489), which other applications put between their own datagrams: it is told only where nothing else is known of a
/// conversation.
struct STUNDatagrams: DatagramReader {
    init?(beginningWith payload: Span<UInt8>, length: Int, fromInitiator: Bool) { return nil }
    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?
    ) {}
    mutating func flip() {}
    mutating func finish() {}
    var isProven: Bool { false }

    static func evidence(of payload: Span<UInt8>) -> String? {
        STUNMessageHeader.looksLikeSTUN(payload) ? "STUN (RFC 8489)" : nil
    }
}

/// What the report says of STUN.
enum STUNApplication: NativeApplication {
    typealias Datagrams = STUNDatagrams
}
