import WireCoding

/// Opens the Initial packets of a connection, which needs no secrets, and reads the hellos in them. It follows a client
/// that begins again, after a Retry or in another version.
struct QUICInitialReader: Sendable {
    /// The facts of both hellos, and of a Retry.
    var handshake = QUICHandshakeFacts()
    /// The randoms of the client's hellos, those of earlier attempts too: early data may be sealed by the keys of one of them.
    private(set) var clientRandoms: [[UInt8]] = []
    private static let maximumRandoms = 16
    /// Changes with every message and every connection ID from which keys follow: packets that failed may be opened now.
    private(set) var revision = 0

    private var keyring = QUICInitialKeyring()
    /// The attempt of the client to connect whose hello counts.
    private var attempt = 0
    /// The version of the packet with the client's hello.
    private var helloVersion: QUICVersion?
    private var hasVersionNegotiation = false
    private var client = QUICHandshakeStream()
    private var server = QUICHandshakeStream()

    /// Bytes of incomplete handshake messages that are held.
    var heldBytes: Int { client.heldBytes + server.heldBytes }
    /// The connection IDs from which keys follow.
    var connectionIDs: [[UInt8]] { keyring.connectionIDs }

    /// Whether both hellos were read and no other is to come.
    var hasBothHellos: Bool {
        handshake.tls.hasClientHello && handshake.tls.hasServerHello && !handshake.tls.isHelloRetried
    }

    /// Opens an Initial packet and reads its handshake messages. One of an earlier attempt is only opened.
    ///
    /// - Parameter largestNumber: The largest number of this end's opened Initial packets.
    mutating func open(
        _ packet: QUICPacketView, in datagram: Span<UInt8>, fromClient: Bool, largestNumber: UInt64?
    ) -> QUICOpenedPacket? {
        let known = keyring.connectionIDs.count
        guard
            let found = keyring.open(packet, in: datagram, fromClient: fromClient, largestNumber: largestNumber)
        else { return nil }
        if keyring.connectionIDs.count != known { revision += 1 }
        if begin(found.attempt, fromClient: fromClient, packet.version) {
            read(found.packet.payload.span, fromClient: fromClient, packet.version)
        }
        return found.packet
    }

    /// Takes note of a Version Negotiation packet of the server. Anybody can send one: it counts only once the client begins
    /// again.
    mutating func noteVersionNegotiation() { hasVersionNegotiation = true }

    /// Takes note of a Retry of the server.
    ///
    /// - Returns: False where its tag is wrong. Only who has seen the client's packet can make it.
    mutating func noteRetry(_ packet: QUICPacketView, in datagram: Span<UInt8>) -> Bool {
        if let original = keyring.connectionIDs.last, !handshake.hasRetry,
            QUICRetryIntegrity.isValid(packet, in: datagram, originalDestinationConnectionID: original) == false
        {
            return false
        }
        handshake.hasRetry = true
        keyring.addRetry(datagram.copied(packet.sourceConnectionID))
        revision += 1
        return true
    }

    /// Drops what is held to open and read more packets, which may still come.
    mutating func drop() {
        keyring.dropKeys()
        (client, server) = (QUICHandshakeStream(), QUICHandshakeStream())
    }

    /// Takes note of which attempt to connect a packet belongs to. Some clients begin again with another hello, against RFC
    /// 9000 §17.2.5.3.
    ///
    /// - Returns: Whether the packet is not one of an earlier attempt.
    private mutating func begin(_ found: Int, fromClient: Bool, _ version: QUICVersion?) -> Bool {
        guard fromClient, !handshake.tls.hasServerHello else { return found >= attempt }
        let isOtherVersion = hasVersionNegotiation && helloVersion != nil && version != helloVersion
        guard found > attempt || isOtherVersion else { return found == attempt }
        attempt = found
        (handshake.clientRandom, handshake.clientParameters) = (nil, nil)
        (helloVersion, hasVersionNegotiation) = (nil, false)
        client = QUICHandshakeStream()
        return true
    }

    private mutating func noteRandom() {
        guard let random = handshake.clientRandom, clientRandoms.count < Self.maximumRandoms,
            !clientRandoms.contains(random)
        else { return }
        clientRandoms.append(random)
    }

    /// Reads the CRYPTO frames of a packet. A frame that is malformed ends it.
    private mutating func read(_ payload: Span<UInt8>, fromClient: Bool, _ version: QUICVersion?) {
        var input = ByteReader(payload)
        while !input.isAtEnd, let frame = try? QUICFrameView(parsing: &input) {
            guard case .crypto(let offset, _, let data) = frame else { continue }
            let bytes = payload.extracting(data)
            let messages =
                fromClient ? client.add(bytes, at: offset.value) : server.add(bytes, at: offset.value)
            for message in messages {
                handshake.noteInitial(message.type, message.body, fromClient: fromClient)
                if fromClient {
                    helloVersion = version
                    noteRandom()
                }
                revision += 1
            }
        }
    }
}
