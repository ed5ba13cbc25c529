import PeerMessaging
import WireSimulation
import WireTesting

/// Framed mesh messages of the sizes that the workloads need.
struct MessageSource {
    private var generator: SeededGenerator
    /// What the hosts' clocks say at the start of a capture, in seconds since 2001.
    private static let start = 816_920_534.3597851

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Host `number`'s own, as long as a UUID.
    private static func peerID(_ number: Int) -> String {
        "3F2504E0-4F89-41D3-9A0C-0305E82C" + String(0x3300 + number, radix: 16, uppercase: true)
    }

    mutating func identification(_ number: Int, at time: Int64 = 0) -> [UInt8] {
        let id = Self.peerID(number)
        return frame(.identification(peerID: id, displayName: "Peer \(number)"), from: id, number, at: time)
    }

    /// A body of about 200 bytes.
    ///
    /// - Parameter time: Nanoseconds since the start of the capture.
    mutating func short(from number: Int, at time: Int64 = 0) -> [UInt8] {
        let payload = generator.bytes(57)
        let sender = Self.peerID(number)
        return frame(
            generator.chance(1, in: 2) ? .broadcast(payload: payload) : .direct(payload: payload), from: sender, number,
            at: time)
    }

    /// A body of 64 KiB.
    mutating func long() -> [UInt8] {
        frame(.broadcast(payload: generator.bytes(49_000)), from: Self.peerID(0), 0, at: 0)
    }

    /// A message that was made up to two milliseconds before it is sent, by a clock of the host's own.
    private mutating func frame(
        _ type: MeshMessage.MessageType, from sender: String, _ number: Int, at time: Int64
    ) -> [UInt8] {
        let delay = 2e-4 + 1.8e-3 * generator.unitInterval()
        let seconds = Self.start + Double(number % 7) * 0.125 + Double(time) / 1e9 - delay
        return MeshMessage.frame(type, from: sender, secondsSince2001: seconds)
    }
}
