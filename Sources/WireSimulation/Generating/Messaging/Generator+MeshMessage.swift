import PeerMessaging
import WireTesting

extension Generator where Value == MeshMessage {
    /// Messages of mesh peers: identifications, and small payloads to one, to all, and relayed.
    public static var plausible: Generator { Generator { $0.plausibleMeshMessage() } }

    /// All types and unknown ones, text of all of Unicode, payloads from none to some ten thousand bytes, times of both forms,
    /// sets with repetitions. Numbers are finite, so that every message can be written.
    public static var extreme: Generator { Generator { $0.extremeMeshMessage() } }
}

extension Generator where Value == MeshMessageStyle {
    /// Every style that peers are seen to write.
    public static var any: Generator {
        Generator { random in
            MeshMessageStyle(
                escapesSlashes: random.chance(1, in: 2), memberOrder: random.pick([.declared, .sorted]))
        }
    }
}

extension SeededGenerator {
    /// A UUID as `UUID().uuidString` writes it.
    mutating func peerID() -> String {
        let digits = Array("0123456789ABCDEF")
        return [8, 4, 4, 4, 12].map { count in
            String((0..<count).map { _ in pick(digits) })
        }.joined(separator: "-")
    }

    private mutating func meshTime() -> Double {
        816_920_534 + Double(number(in: 0...86_400)) + unitInterval()
    }

    fileprivate mutating func plausibleMeshMessage() -> MeshMessage {
        let sender = peerID()
        let payload = bytes(number(in: 1...200))
        let type: MeshMessage.MessageType =
            switch number(in: 0...4) {
            case 0: .identification(peerID: sender, displayName: deviceName())
            case 1: .broadcast(payload: payload)
            case 2:
                .relayedBroadcast(
                    payload: payload, originalSender: peerID(),
                    seenBy: [sender] + (0..<number(in: 1...4)).map { _ in peerID() })
            default: .direct(payload: payload)
            }
        return MeshMessage(type: type, senderID: sender, timestamp: .secondsSince2001(meshTime()))
    }

    fileprivate mutating func extremeMeshMessage() -> MeshMessage {
        let payload = extremeBytes(upTo: 20_000)
        let type: MeshMessage.MessageType =
            switch number(in: 0...4) {
            case 0: .identification(peerID: extremeString(), displayName: extremeString())
            case 1: .broadcast(payload: payload)
            case 2: .direct(payload: payload)
            case 3:
                .relayedBroadcast(
                    payload: payload, originalSender: extremeString(),
                    seenBy: (0..<extremeCount(upTo: 100)).map { _ in pick(["", "a", extremeString()]) })
            default: .unknown(name: "future" + extremeString(), value: json())
            }
        let timestamp: MeshTimestamp =
            chance(2, in: 3)
            ? .secondsSince2001(finiteNumber())
            : .iso8601(pick(Self.dates))
        return MeshMessage(type: type, senderID: extremeString(), timestamp: timestamp)
    }

    /// Dates and times of RFC 3339 in every spelling, leap days and leap seconds among them.
    private static let dates = [
        "2025-11-21T09:48:54Z", "2025-11-21T09:48:54.123456789+01:00", "1970-01-01T00:00:00Z", "1969-12-31T23:59:59z",
        "2000-02-29T23:59:59-0430", "2016-12-31T23:59:60Z", "9999-12-31T23:59:59.9Z", "0001-01-01T00:00:00+23:59",
    ]

    mutating func extremeString() -> String { text(extremeCount(upTo: 200)) }

    /// Any number that JSON can write: zeros, the least and the greatest, whole ones and fractions.
    mutating func finiteNumber() -> Double {
        switch number(in: 0...7) {
        case 0: return pick([0, -0.0, 1, -1, 0.1, 1e21, 1e-7, 0x1p53, 0x1p53 + 2])
        case 1: return pick([.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, -1e308])
        case 2: return Double(number(in: -1_000_000...1_000_000))
        case 3: return meshTime()
        default:
            let number = Double(bitPattern: next())
            return number.isFinite ? number : 0
        }
    }
}
