/// Why an end closes a connection, as QUIC itself numbers the reasons (IANA, "QUIC Transport Error Codes"; RFC 9000 §20.1).
public struct QUICTransportError: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let noError = QUICTransportError(rawValue: 0x00)
    public static let internalError = QUICTransportError(rawValue: 0x01)
    public static let connectionRefused = QUICTransportError(rawValue: 0x02)
    public static let flowControlError = QUICTransportError(rawValue: 0x03)
    public static let streamLimitError = QUICTransportError(rawValue: 0x04)
    public static let streamStateError = QUICTransportError(rawValue: 0x05)
    public static let finalSizeError = QUICTransportError(rawValue: 0x06)
    public static let frameEncodingError = QUICTransportError(rawValue: 0x07)
    public static let transportParameterError = QUICTransportError(rawValue: 0x08)
    public static let connectionIDLimitError = QUICTransportError(rawValue: 0x09)
    public static let protocolViolation = QUICTransportError(rawValue: 0x0A)
    public static let invalidToken = QUICTransportError(rawValue: 0x0B)
    /// The application closed, with a reason that a packet before the end of the handshake must not say (§10.2.3).
    public static let applicationError = QUICTransportError(rawValue: 0x0C)
    public static let cryptoBufferExceeded = QUICTransportError(rawValue: 0x0D)
    public static let keyUpdateError = QUICTransportError(rawValue: 0x0E)
    public static let aeadLimitReached = QUICTransportError(rawValue: 0x0F)
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
