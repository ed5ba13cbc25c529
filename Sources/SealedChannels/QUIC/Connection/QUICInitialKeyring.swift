import WireCoding

/// The keys of a connection's Initial packets, which follow from connection IDs on the wire: of the client's first packet,
/// then of a Retry, and in every version that is spoken (RFC 9001 §5.2, RFC 9368).
struct QUICInitialKeyring: Sendable {
    /// The maximum number of connection IDs that keys are derived from: an attempt, a Retry, and the same in another version.
    static let maximumConnectionIDs = 4
    /// Failures after which no packet is tried any more.
    static let maximumFailures = 64
    private static let maximumKeys = 8

    private struct Keys: Sendable {
        let attempt: Int
        let version: QUICVersion
        let keys: QUICInitialKeys
    }

    /// Each begins an attempt of the client to connect; the last one counts.
    private(set) var connectionIDs: [[UInt8]] = []
    private var derived: [Keys] = []
    private var failures = 0

    /// Adds the connection ID that a server chose in its Retry.
    mutating func addRetry(_ connectionID: [UInt8]) {
        guard !connectionIDs.contains(connectionID), connectionIDs.count < Self.maximumConnectionIDs else { return }
        connectionIDs.append(connectionID)
    }

    /// Forgets keys, which are derived again when they are needed.
    mutating func dropKeys() { derived = [] }

    /// Opens an Initial packet.
    ///
    /// - Returns: The packet, and which attempt of the client it belongs to.
    mutating func open(
        _ packet: QUICPacketView, in datagram: Span<UInt8>, fromClient: Bool, largestNumber: UInt64?
    ) -> (packet: QUICOpenedPacket, attempt: Int)? {
        guard failures < Self.maximumFailures, let version = packet.version, version.isKnown else { return nil }
        for attempt in connectionIDs.indices.reversed() {
            guard let keys = keys(attempt, version) else { continue }
            let protection = fromClient ? keys.client : keys.server
            if let opened = try? protection.open(packet, in: datagram, largestNumber: largestNumber) {
                return (opened, attempt)
            }
        }
        // The capture may lack the client's first packet or a Retry.
        let own = datagram.copied(packet.destinationConnectionID)
        guard fromClient, !own.isEmpty, connectionIDs.count < Self.maximumConnectionIDs,
            !connectionIDs.contains(own), let keys = QUICInitialKeys(version: version, destinationConnectionID: own),
            let opened = try? keys.client.open(packet, in: datagram, largestNumber: nil)
        else {
            // What comes before the client's first packet fails because of that.
            if !connectionIDs.isEmpty || fromClient { failures += 1 }
            return nil
        }
        connectionIDs.append(own)
        hold(Keys(attempt: connectionIDs.count - 1, version: version, keys: keys))
        return (opened, connectionIDs.count - 1)
    }

    private mutating func keys(_ attempt: Int, _ version: QUICVersion) -> QUICInitialKeys? {
        if let known = derived.first(where: { $0.attempt == attempt && $0.version == version }) { return known.keys }
        guard let keys = QUICInitialKeys(version: version, destinationConnectionID: connectionIDs[attempt]) else {
            return nil
        }
        hold(Keys(attempt: attempt, version: version, keys: keys))
        return keys
    }

    private mutating func hold(_ keys: Keys) {
        if derived.count == Self.maximumKeys { derived.removeFirst() }
        derived.append(keys)
    }
}
