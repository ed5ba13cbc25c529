import SealedChannels
import TraceAnalysis
import WireCoding

/// Where the QUIC connections of a capture that keys open went on from other addresses (RFC 9000 §9): by the connection IDs that
/// their ends gave each other, as the analysis of one capture joins them.
struct QUICPaths: Sendable {
    /// Connections that are opened. Further ones count as they are addressed.
    static let maximumConnections = 4096
    /// Connection IDs that are known.
    static let maximumNames = 1 << 16
    /// Flows that are known to go on with a connection.
    static let maximumFlows = 1 << 16
    /// Datagrams within which a connection's hello shows whether there are keys for it.
    private static let patience = 64

    /// What flows between other addresses go on with.
    struct Origin: Sendable {
        /// The flow that the connection began with.
        let key: FlowKey
        /// Whether the first end of the other flow's key is the second one of this.
        let isTurned: Bool
    }

    private struct Connection: Sendable {
        let key: FlowKey
        let clientIsFirst: Bool
        /// Nil once there are no keys for it.
        var opener: QUICConnectionOpener? = QUICConnectionOpener()
        var datagrams = 0
    }

    /// What opens connections; without any, none is followed.
    var secrets = SessionSecrets()
    private var connections: [Connection] = []
    private var flows: [FlowKey: (number: Int, isTurned: Bool)] = [:]
    private var owners: [[UInt8]: (number: Int, isClients: Bool)] = [:]
    /// Those of the names, the longest first.
    private var nameLengths: [Int] = []
    /// By the keys of the flows between other addresses, on no interface in particular.
    private(set) var origins: [FlowKey: Origin] = [:]

    init(secrets: SessionSecrets = SessionSecrets()) { self.secrets = secrets }

    /// Takes the next datagram of the capture.
    ///
    /// - Parameters:
    ///   - length: Its bytes on the wire; the payload is what the capture holds of them.
    ///   - reversed: Whether the second end of the key sent it.
    ///   - isNew: Whether it is the first of its flow.
    mutating func take(
        _ payload: Span<UInt8>, length: Int, _ key: FlowKey, reversed: Bool, isNew: Bool, at moment: CaptureMoment
    ) {
        guard !secrets.isEmpty, !payload.isEmpty, let flow = flow(of: key, payload, length, reversed, isNew) else {
            return
        }
        let clientIsFirst = connections[flow.number].clientIsFirst
        var packets: [QUICConnectionPacket] = []
        connections[flow.number].opener?.receive(
            payload, length: length, fromClient: (reversed == flow.isTurned) == clientIsFirst, at: moment,
            secrets, into: &packets)
        connections[flow.number].datagrams += 1
        if connections[flow.number].datagrams == Self.patience, !isKnown(flow.number) {
            connections[flow.number].opener = nil
        }
        for name in connections[flow.number].opener?.takeNewConnectionIDs() ?? [] {
            guard owners.count < Self.maximumNames, owners[name.bytes] == nil else { continue }
            owners[name.bytes] = (flow.number, name.isClients)
            guard !nameLengths.contains(name.bytes.count) else { continue }
            nameLengths.append(name.bytes.count)
            nameLengths.sort(by: >)
        }
    }

    private func isKnown(_ number: Int) -> Bool {
        guard let random = connections[number].opener?.handshake.clientRandom else { return false }
        return secrets.knows(clientRandom: random)
    }

    /// The connection of a datagram, which may begin it or show that it goes on there; nil for other datagrams.
    private mutating func flow(
        of key: FlowKey, _ payload: Span<UInt8>, _ length: Int, _ reversed: Bool, _ isNew: Bool
    ) -> (number: Int, isTurned: Bool)? {
        if let known = flows[key] { return known }
        if isNew, let found = owner(of: payload) {
            let (origin, clientIsFirst) = (connections[found.number].key, connections[found.number].clientIsFirst)
            guard origin.capturedAt == key.capturedAt, origins.count < Self.maximumFlows else { return nil }
            // Who the datagram is for says which end sent it.
            let isFromFirst = found.isClients != clientIsFirst
            let isTurned = reversed == isFromFirst
            origins[key.anywhere] = Origin(key: origin, isTurned: isTurned)
            flows[key] = (found.number, isTurned)
        } else if connections.count < Self.maximumConnections, QUICPacketView.looksLikeInitial(payload, length: length)
        {
            flows[key] = (connections.count, false)
            connections.append(Connection(key: key, clientIsFirst: !reversed))
        }
        return flows[key]
    }

    private func owner(of payload: Span<UInt8>) -> (number: Int, isClients: Bool)? {
        for length in nameLengths {
            // After the first byte, and in a long header after version and length (RFC 8999 §5).
            let start = payload[0] & 0x80 == 0 ? 1 : 6
            guard payload.count >= start + length, start == 1 || Int(payload[5]) == length else { continue }
            if let owner = owners[payload.copied(start..<start + length)] { return owner }
        }
        return nil
    }
}
