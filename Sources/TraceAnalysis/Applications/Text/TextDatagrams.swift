import PeerMessaging
import TraceModel
import WireCoding

/// Datagrams with messages of a text protocol.
struct TextDatagrams: DatagramReader {
    init?(beginningWith payload: Span<UInt8>, length: Int, fromInitiator: Bool) { return nil }
    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?
    ) {}
    mutating func flip() {}
    mutating func finish() {}
    var isProven: Bool { false }

    static func evidence(of payload: Span<UInt8>) -> String? {
        TextKind(prefix: payload.extracting(0..<min(payload.count, TextKind.maximumPrefix)))
            .map { "unencrypted \($0.rawValue)" }
    }
}
