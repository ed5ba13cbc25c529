import WireCoding

/// Whether data that a client sent before the handshake reached the server's application (RFC 9001 §4.6).
@nonexhaustive
public enum QUICZeroRTT: Hashable, Sendable {
    /// The client offered none.
    case none
    /// The client offered some, and the server accepts it in its EncryptedExtensions.
    case accepted
    /// The client offered some, and the server does not accept it.
    case rejected
}

/// The facts in the handshake of a QUIC connection: those of both hellos, which need no secrets, and with handshake
/// secrets those of the server's encrypted messages.
public struct QUICHandshakeFacts: Hashable, Sendable {
    /// The facts of both hellos, and of the server's EncryptedExtensions where it was opened.
    public internal(set) var tls = TLSHandshakeFacts()
    /// The random of the client's hello, by which key logs name a connection; nil before it was read.
    public internal(set) var clientRandom: [UInt8]?
    /// Nil before the client's hello was read, and where they are malformed.
    public internal(set) var clientParameters: QUICTransportParameters?
    /// Nil before the server's EncryptedExtensions was opened, and where they are malformed.
    public internal(set) var serverParameters: QUICTransportParameters?
    /// Whether the client offers 0-RTT data.
    public internal(set) var offersEarlyData = false
    /// Whether the server accepts 0-RTT data; nil before its EncryptedExtensions was opened.
    public internal(set) var acceptsEarlyData: Bool?
    /// Whether the server sent a Retry (RFC 9000 §8.1.2).
    public internal(set) var hasRetry = false

    /// The facts of a handshake of which nothing was seen.
    public init() {}

    /// The fate of 0-RTT data; nil where the client offers some and the server's answer was not opened.
    public var zeroRTT: QUICZeroRTT? {
        guard offersEarlyData else { return clientRandom == nil ? nil : QUICZeroRTT.none }
        return acceptsEarlyData.map { $0 ? .accepted : .rejected }
    }

    /// Takes note of a message in Initial packets. One that is malformed shows nothing.
    mutating func noteInitial(_ type: TLSHandshakeType, _ body: [UInt8], fromClient: Bool) {
        guard type == (fromClient ? .clientHello : .serverHello),
            (try? tls.note(type, body.span, offset: 0, isDatagram: false)) != nil, fromClient
        else { return }
        var input = ByteReader(body.span)
        guard let hello = try? ClientHello(parsing: &input) else { return }
        // A second hello, which the server asks for, has the same random and no early data (RFC 8446 §4.1.2).
        clientRandom = hello.random
        clientParameters = try? hello.quicTransportParameters()
        if hello.extensions?[.earlyData] != nil { offersEarlyData = true }
    }

    /// Takes note of a message in the server's Handshake packets. One that is malformed shows nothing.
    mutating func noteServersHandshake(_ type: TLSHandshakeType, _ body: [UInt8]) {
        guard let extensions = try? tls.noteEncrypted(type, body.span) else { return }
        acceptsEarlyData = extensions[.earlyData] != nil
        serverParameters = (try? extensions.quicTransportParameters(isClient: false)) ?? nil
    }
}
