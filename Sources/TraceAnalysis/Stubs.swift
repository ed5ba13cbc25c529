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
struct MeshRelay { init(_ m: MeshMessageView, in b: Span<UInt8>, moment: PacketMoment) {} }
struct StanzaStream {
    init(startingAt: Int) {};
    static func begins(_ b: [UInt8]) -> Bool { b.starts(with: "<?xml".utf8) || b.starts(with: "<stre".utf8) }
    mutating func begin(_ b: Span<UInt8>) {}
    mutating func consume(
        _ bytes: Span<UInt8>, at offset: Int64, sent: PacketMoment, arrived: PacketMoment, records: inout MessageRecords
    ) {}
    mutating func miss(_ c: Int64, at o: Int64) {}; mutating func finish(at m: PacketMoment) {};
    var bufferedBytes: Int { 0 }
    mutating func shed() {}; mutating func release() {}; var isXMPP: Bool { true }; var count: Int { 0 };
    var bytes: Int { 0 }; var byName: NamedCounts { NamedCounts() }; var fault: StreamFault? { nil }
}
