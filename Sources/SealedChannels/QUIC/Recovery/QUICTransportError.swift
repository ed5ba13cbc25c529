/// Why an end closes a connection, as QUIC itself numbers the reasons (IANA, "QUIC Transport Error Codes"; RFC 9000 §20.1).
public struct QUICTransportError: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The connection closes without an error.
    public static let noError = QUICTransportError(rawValue: 0x00)
    /// The end cannot go on because of a fault of its own.
    public static let internalError = QUICTransportError(rawValue: 0x01)
    /// The server does not accept a new connection.
    public static let connectionRefused = QUICTransportError(rawValue: 0x02)
    /// The peer sent more data than it was allowed to.
    public static let flowControlError = QUICTransportError(rawValue: 0x03)
    /// The peer opened more streams than it was allowed to.
    public static let streamLimitError = QUICTransportError(rawValue: 0x04)
    /// A frame came for a stream in a state that does not allow it.
    public static let streamStateError = QUICTransportError(rawValue: 0x05)
    /// Data came behind the end of a stream, or its length changed.
    public static let finalSizeError = QUICTransportError(rawValue: 0x06)
    /// A frame is malformed.
    public static let frameEncodingError = QUICTransportError(rawValue: 0x07)
    /// Transport parameters are malformed, missing, invalid or not allowed.
    public static let transportParameterError = QUICTransportError(rawValue: 0x08)
    /// The peer issued more connection IDs than it was allowed to.
    public static let connectionIDLimitError = QUICTransportError(rawValue: 0x09)
    /// The peer broke another rule of the protocol.
    public static let protocolViolation = QUICTransportError(rawValue: 0x0A)
    /// The token in a client's Initial packet is not valid.
    public static let invalidToken = QUICTransportError(rawValue: 0x0B)
    /// The application closed, with a reason that a packet before the end of the handshake must not say (§10.2.3).
    public static let applicationError = QUICTransportError(rawValue: 0x0C)
    /// More data of the handshake came in CRYPTO frames than the end can hold.
    public static let cryptoBufferExceeded = QUICTransportError(rawValue: 0x0D)
    /// A key update broke the rules (RFC 9001 §6).
    public static let keyUpdateError = QUICTransportError(rawValue: 0x0E)
    /// The keys protected or refused as many packets as their cipher allows (RFC 9001 §6.6).
    public static let aeadLimitReached = QUICTransportError(rawValue: 0x0F)
    /// The network path cannot carry QUIC.
    public static let noViablePath = QUICTransportError(rawValue: 0x10)
    /// RFC 9368 §10.2.
    public static let versionNegotiationError = QUICTransportError(rawValue: 0x11)

    /// Alerts of TLS (RFC 9001 §4.8): the last byte is the alert's code.
    public static let cryptoErrors: ClosedRange<UInt64> = 0x100...0x1FF

    /// Whether it is an alert of TLS.
    public var isCrypto: Bool { Self.cryptoErrors.contains(rawValue) }
}

extension QUICTransportError: CustomStringConvertible {
    /// The registered name, or the number in hexadecimal digits.
    public var description: String {
        if isCrypto { return "CRYPTO_ERROR" }
        return Self.names.indices.contains(Int(clamping: rawValue))
            ? Self.names[Int(clamping: rawValue)] : "0x\(String(rawValue, radix: 16))"
    }

    private static let names = [
        "NO_ERROR", "INTERNAL_ERROR", "CONNECTION_REFUSED", "FLOW_CONTROL_ERROR", "STREAM_LIMIT_ERROR",
        "STREAM_STATE_ERROR", "FINAL_SIZE_ERROR", "FRAME_ENCODING_ERROR", "TRANSPORT_PARAMETER_ERROR",
        "CONNECTION_ID_LIMIT_ERROR", "PROTOCOL_VIOLATION", "INVALID_TOKEN", "APPLICATION_ERROR",
        "CRYPTO_BUFFER_EXCEEDED", "KEY_UPDATE_ERROR", "AEAD_LIMIT_REACHED", "NO_VIABLE_PATH",
        "VERSION_NEGOTIATION_ERROR",
    ]
}
