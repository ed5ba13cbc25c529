import WireCoding

/// Opens the Initial packets of a QUIC connection and collects what the TLS handshake in them shows: the server's name, the
/// protocols that the client offers, the cipher suite that the server chose (RFC 9001 §4).
///
/// Once both hellos were read and the client goes on with Handshake packets, more packets cost nothing: it has dropped the keys of
/// Initial packets then (RFC 9001 §4.9.1), so that no other one says why the connection ends.
public struct QUICHandshakeObserver: Sendable {
    /// Initial packets of a connection that are opened: a handshake has a few, the rest are for those sent again.
    public static let maximumPackets = 64
    /// Bytes of handshake messages that are held at most for each end.
    public static let maximumBufferedBytes = 2 * QUICHandshakeStream.maximumMessageBytes

    /// What both directions have shown so far.
    public var facts: TLSHandshakeFacts { reader.handshake.tls }
    /// The random of the client's hello, by which key logs name a connection; nil before it was read.
    public var clientRandom: [UInt8]? { reader.handshake.clientRandom }
    /// Those of all hellos: a client may begin again with another one.
    public var clientRandoms: [[UInt8]] { reader.clientRandoms }
    /// What the client declares for the connection; nil before its hello was read, and where that is malformed.
    public var clientParameters: QUICTransportParameters? { reader.handshake.clientParameters }
    /// Whether the server sent a Retry packet: one with the right integrity tag, which only a host on the path of the client's
    /// first packet can make (RFC 9001 §5.8).
    public var hasRetry: Bool { reader.handshake.hasRetry }
    /// Whether nothing more is looked at.
    public private(set) var isFinished = false

    /// Why the connection ended, where an Initial packet says so: one end refused what the other one said until then.
    public private(set) var closeReason: QUICCloseReason?

    private var packetCount = 0
    private var reader = QUICInitialReader()

    /// An observer that has seen no packet.
    public init() {}

    /// Bytes of incomplete handshake messages that are held.
    public var bufferedBytes: Int { reader.heldBytes }

    /// Looks at the next packet of the connection.
    ///
    /// - Parameters:
    ///   - packet: A packet of any type, none of which but Initial packets is opened.
    ///   - datagram: The datagram in which it was found.
    ///   - fromClient: Whether the client sent it.
    public mutating func observe(_ packet: QUICPacketView, in datagram: Span<UInt8>, fromClient: Bool) {
        guard !isFinished else { return }
        switch packet.type {
        case .versionNegotiation where !fromClient: reader.noteVersionNegotiation()
        case .retry where !fromClient: _ = reader.noteRetry(packet, in: datagram)
        case .initial:
            packetCount &+= 1
            let opened = reader.open(packet, in: datagram, fromClient: fromClient, largestNumber: nil)
            if let opened, closeReason == nil { noteClose(opened.payload.span, fromClient: fromClient) }
            if packetCount == Self.maximumPackets || closeReason != nil && reader.hasBothHellos { finish() }
        case .handshake where fromClient && reader.hasBothHellos: finish()
        default: break
        }
    }

    /// Looks for a CONNECTION_CLOSE frame. A frame that is malformed ends the packet.
    private mutating func noteClose(_ payload: Span<UInt8>, fromClient: Bool) {
        var input = ByteReader(payload)
        while !input.isAtEnd, let frame = try? QUICFrameView(parsing: &input) {
            guard case .connectionClose(let close) = frame else { continue }
            closeReason = QUICCloseReason(close, in: payload, isByClient: fromClient)
            return
        }
    }

    /// Ends reading, and drops what is held.
    public mutating func finish() {
        isFinished = true
        reader.drop()
    }
}
