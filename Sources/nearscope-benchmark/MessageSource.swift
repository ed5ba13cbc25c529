import PeerMessaging
import WireTesting

/// Framed mesh messages of the sizes that the workloads need.
struct MessageSource {
    private var generator: SeededGenerator
    private var seconds = 816_920_534.3597851

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Host `number`'s own, as long as a UUID.
    private static func peerID(_ number: Int) -> String {
        "3F2504E0-4F89-41D3-9A0C-0305E82C" + String(0x3300 + number, radix: 16, uppercase: true)
    }

    mutating func identification(_ number: Int) -> [UInt8] {
        let id = Self.peerID(number)
        return frame(.identification(peerID: id, displayName: "Peer \(number)"), from: id)
    }

    /// A body of about 200 bytes.
    mutating func short(from number: Int) -> [UInt8] {
        let payload = generator.bytes(57)
        let sender = Self.peerID(number)
        return frame(
            generator.chance(1, in: 2) ? .broadcast(payload: payload) : .direct(payload: payload), from: sender)
    }

    /// A body of 64 KiB.
    mutating func long() -> [UInt8] {
        frame(.broadcast(payload: generator.bytes(49_000)), from: Self.peerID(0))
    }

    private mutating func frame(_ type: MeshMessage.MessageType, from sender: String) -> [UInt8] {
        seconds += 0.0123457
        return MeshMessage.frame(type, from: sender, secondsSince2001: seconds)
    }
}
