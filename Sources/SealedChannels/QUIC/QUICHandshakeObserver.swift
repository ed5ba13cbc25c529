import WireCoding

/// Opens the Initial packets of a QUIC connection and collects what the TLS handshake in them shows: the server's name, the
/// protocols that the client offers, the cipher suite that the server chose (RFC 9001 §4).
///
/// Once both hellos were read, more packets cost nothing.
public struct QUICHandshakeObserver: Sendable {
    /// Initial packets of a connection that are opened: a handshake has a few, the rest are for those sent again.
    public static let maximumPackets = 64
    /// Bytes of handshake messages that are held at most for each end.
    public static let maximumBufferedBytes = TLSHandshakeObserver.maximumBufferedBytes
    /// Pieces of an end's handshake that wait for earlier ones: some clients split their hello and send its pieces in a
    /// random order.
    public static let maximumEarlyPieces = 64

    /// What both directions have shown so far.
    public private(set) var facts = TLSHandshakeFacts()
    /// The random of the client's hello, by which key logs name a connection; nil before it was read.
    public private(set) var clientRandom: [UInt8]?
    /// What the client declares for the connection; nil before its hello was read, and where that is malformed.
    public private(set) var clientParameters: QUICTransportParameters?
    /// Whether nothing more is looked at.
    public private(set) var isFinished = false

    private var packetCount = 0
    /// The connection ID that the keys follow from, and the keys of the version seen last.
    private var connectionID: [UInt8]?
    private var keys: (version: QUICVersion, keys: QUICInitialKeys)?
    private var client = CryptoStream()
    private var server = CryptoStream()

    public init() {}

    /// Bytes of incomplete handshake messages that are held.
    public var bufferedBytes: Int { client.bufferedBytes + server.bufferedBytes }

    /// Looks at the next packet of the connection.
    ///
    /// - Parameters:
    ///   - packet: A packet of any type. Those of other types than Initial and Retry are passed over.
    ///   - datagram: The datagram in which it was found.
    ///   - fromClient: Whether the client sent it.
    public mutating func observe(_ packet: QUICPacketView, in datagram: Span<UInt8>, fromClient: Bool) {
        guard !isFinished, let version = packet.version else { return }
        switch packet.type {
        case .retry where !fromClient:
            // The client starts again, with keys that follow from the server's choice.
            connectionID = datagram.copied(packet.sourceConnectionID)
            keys = nil
            (client, server) = (CryptoStream(), CryptoStream())
            // Some clients make another hello, against RFC 9000 §17.2.5.3.
            (clientRandom, clientParameters) = (nil, nil)
        case .initial: observeInitial(packet, version, in: datagram, fromClient: fromClient)
        default: break
        }
    }

    /// Ends reading, and drops what is held.
    public mutating func finish() {
        isFinished = true
        keys = nil
        connectionID = nil
        (client, server) = (CryptoStream(), CryptoStream())
    }

    private mutating func observeInitial(
        _ packet: QUICPacketView, _ version: QUICVersion, in datagram: Span<UInt8>, fromClient: Bool
    ) {
        packetCount &+= 1
        if let opened = open(packet, version, in: datagram, fromClient: fromClient) {
            note(opened.payload.span, fromClient: fromClient)
        }
        let isComplete = facts.hasClientHello && facts.hasServerHello && !facts.isHelloRetried
        if isComplete || packetCount == Self.maximumPackets { finish() }
    }

    /// Opens a packet with the keys of the connection, or of its own connection ID: where the capture lacks the client's first
    /// packet or a Retry.
    private mutating func open(
        _ packet: QUICPacketView, _ version: QUICVersion, in datagram: Span<UInt8>, fromClient: Bool
    ) -> QUICInitialKeys.OpenedPacket? {
        if let connectionID {
            if keys?.version != version {
                keys = QUICInitialKeys(version: version, destinationConnectionID: connectionID).map { (version, $0) }
            }
            if let opened = keys?.keys.open(packet, in: datagram, fromClient: fromClient) { return opened }
        }
        guard fromClient, !packet.destinationConnectionID.isEmpty else { return nil }
        let own = datagram.copied(packet.destinationConnectionID)
        guard own != connectionID, let other = QUICInitialKeys(version: version, destinationConnectionID: own),
            let opened = other.open(packet, in: datagram, fromClient: true)
        else { return nil }
        (connectionID, keys) = (own, (version, other))
        return opened
    }

    /// A second hello, which the server asks for, has the same random and parameters (RFC 8446 §4.1.2).
    private mutating func noteHello() {
        guard let hello = client.hello else { return }
        clientRandom = hello.random
        clientParameters = try? hello.quicTransportParameters()
    }

    /// Takes the frames of an opened packet. A frame that is not one ends the packet.
    private mutating func note(_ payload: Span<UInt8>, fromClient: Bool) {
        var input = ByteReader(payload)
        while !input.isAtEnd, let frame = try? QUICInitialFrame(parsing: &input) {
            guard case .crypto(let offset, _, let data) = frame else { continue }
            let position = Int(truncatingIfNeeded: offset.value)
            if fromClient {
                client.add(data.span, at: position, facts: &facts)
                if clientRandom == nil, facts.hasClientHello { noteHello() }
            } else {
                server.add(data.span, at: position, facts: &facts)
            }
        }
    }
}

/// The handshake messages that one end sends in Initial packets.
private struct CryptoStream: Sendable {
    private var pieces = JoinedFragments(maximumEarly: QUICHandshakeObserver.maximumEarlyPieces)
    private var assembly = HandshakeAssembly()
    /// The number of bytes that the assembly has.
    private var position = 0
    private var budget = QUICHandshakeObserver.maximumBufferedBytes

    var bufferedBytes: Int { pieces.bufferedBytes + assembly.bufferedBytes }

    /// The message at the beginning, if it is a client's hello and all of it is there.
    var hello: ClientHello? {
        let bytes = pieces.bytes
        var input = ByteReader(bytes.span)
        guard let type = try? input.readUInt8("TLS message type"), type == TLSHandshakeType.clientHello.rawValue,
            let length = try? input.readUInt24("TLS message length"),
            var body = try? input.subreader(Int(length), "TLS message", limit: "TLS message length")
        else { return nil }
        return try? ClientHello(parsing: &body)
    }

    mutating func add(_ piece: Span<UInt8>, at offset: Int, facts: inout TLSHandshakeFacts) {
        guard piece.count > 0, piece.count <= budget, offset <= QUICHandshakeObserver.maximumBufferedBytes else {
            return
        }
        budget &-= pieces.add(piece, at: offset)
        let bytes = pieces.bytes
        guard position < bytes.count else { return }
        do throws(WireError) {
            try assembly.append(bytes.span.extracting(position..<bytes.count), offset: position, facts: &facts)
        } catch {
            // A hello that is malformed shows nothing, and nothing after it can.
            budget = 0
        }
        position = bytes.count
    }
}
