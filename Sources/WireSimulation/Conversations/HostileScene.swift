import DNSWire
import PeerMessaging
import ServiceDiscovery
import WireCoding
import WireTesting

/// A hostile host and who suffers it, while it happens.
struct HostileScene {
    private static let segmentSize = 1448
    private static let port: UInt16 = 9000

    let attacker: SyntheticHost
    let victim: SyntheticHost
    var time: Int64

    mutating func play(_ attack: HostileAttack, into capture: inout SyntheticCapture) throws(WireError) {
        switch attack.content {
        case .service(let name, let value): try announce(name, value, into: &capture)
        case .message(let bytes): try multicast(bytes, into: &capture)
        case .peer(let displayName, let text):
            var connection = try open(displayName, into: &capture)
            if !text.isEmpty {
                time += 4_100_000_000
                try send(message(.direct(payload: text)), over: &connection, into: &capture)
            }
            try close(&connection, into: &capture)
        case .stream(let bytes):
            var connection = try open("Peer", into: &capture)
            time += 4_100_000_000
            try send(bytes, over: &connection, into: &capture)
            try close(&connection, into: &capture)
        }
    }

    private mutating func multicast(_ bytes: [UInt8], into capture: inout SyntheticCapture) throws(WireError) {
        try capture.append(
            udpFrom: WellKnownPort.multicastDNS, to: WellKnownPort.multicastDNS, payload: bytes, from: attacker,
            to: .multicastDNS, at: time)
        time += 1_000_000
    }

    private mutating func announce(
        _ name: [UInt8], _ value: [UInt8], into capture: inout SyntheticCapture
    ) throws(WireError) {
        let host = try DNSName(labels: [Array("host-\(attacker.address)".utf8), Array("local".utf8)])
        let type = unfailing { try ServiceType(name: "yourmesh", transport: .tcp) }
        let entry = Array("key=".utf8) + value
        let records = try ClaimedRecords(
            instance: name, type: type, domain: .local, location: ServiceLocation(port: Self.port, target: host),
            text: [UInt8(entry.count)] + entry)
        let announcement = try records.announcement.serialized()
        try multicast(announcement, into: &capture)
        try multicast(announcement, into: &capture)
    }

    private func message(_ type: MeshMessage.MessageType) -> [UInt8] { MeshMessage.frame(type, from: "A", at: time) }

    /// The attacker connects and identifies itself.
    private mutating func open(
        _ displayName: String, into capture: inout SyntheticCapture
    ) throws(WireError) -> SyntheticConnection {
        var connection = SyntheticConnection(
            from: attacker, port: 50_000, to: victim, port: Self.port,
            initialSequence: UInt32(truncatingIfNeeded: time / 1000))
        try connection.open(at: time, in: &capture)
        time += 3_000_000
        try send(
            message(.identification(peerID: "A", displayName: displayName)), over: &connection, into: &capture)
        return connection
    }

    private mutating func send(
        _ bytes: [UInt8], over connection: inout SyntheticConnection, into capture: inout SyntheticCapture
    ) throws(WireError) {
        for start in stride(from: 0, to: bytes.count, by: Self.segmentSize) {
            let piece = Array(bytes[start..<min(start + Self.segmentSize, bytes.count)])
            try connection.send(piece, from: .initiator, at: time, in: &capture)
            time += 20_000
        }
        try connection.acknowledge(from: .responder, at: time + 1_000_000, in: &capture)
        time += 2_000_000
    }

    private mutating func close(
        _ connection: inout SyntheticConnection, into capture: inout SyntheticCapture
    ) throws(WireError) {
        try connection.close(at: time, in: &capture)
        time += 3_000_000
    }
}
