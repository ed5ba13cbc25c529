/// The type of a frame (IANA, "QUIC Frame Types").
public struct QUICFrameType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// RFC 9000 §19.1.
    public static let padding = QUICFrameType(rawValue: 0x00)
    /// RFC 9000 §19.2.
    public static let ping = QUICFrameType(rawValue: 0x01)
    /// RFC 9000 §19.3, without ECN counts.
    public static let acknowledgment = QUICFrameType(rawValue: 0x02)
    /// RFC 9000 §19.3, with ECN counts (§19.3.2).
    public static let acknowledgmentWithCounts = QUICFrameType(rawValue: 0x03)
    /// RFC 9000 §19.4.
    public static let resetStream = QUICFrameType(rawValue: 0x04)
    /// RFC 9000 §19.5.
    public static let stopSending = QUICFrameType(rawValue: 0x05)
    /// RFC 9000 §19.6.
    public static let crypto = QUICFrameType(rawValue: 0x06)
    /// RFC 9000 §19.7.
    public static let newToken = QUICFrameType(rawValue: 0x07)
    /// The first of eight (RFC 9000 §19.8): the low bits say whether there are an offset (4), a length (2) and the end
    /// (1).
    public static let stream = QUICFrameType(rawValue: 0x08)
    /// RFC 9000 §19.9.
    public static let maxData = QUICFrameType(rawValue: 0x10)
    /// RFC 9000 §19.10.
    public static let maxStreamData = QUICFrameType(rawValue: 0x11)
    /// MAX_STREAMS for bidirectional streams (RFC 9000 §19.11).
    public static let maxBidirectionalStreams = QUICFrameType(rawValue: 0x12)
    /// MAX_STREAMS for unidirectional streams (RFC 9000 §19.11).
    public static let maxUnidirectionalStreams = QUICFrameType(rawValue: 0x13)
    /// RFC 9000 §19.12.
    public static let dataBlocked = QUICFrameType(rawValue: 0x14)
    /// RFC 9000 §19.13.
    public static let streamDataBlocked = QUICFrameType(rawValue: 0x15)
    /// STREAMS_BLOCKED for bidirectional streams (RFC 9000 §19.14).
    public static let bidirectionalStreamsBlocked = QUICFrameType(rawValue: 0x16)
    /// STREAMS_BLOCKED for unidirectional streams (RFC 9000 §19.14).
    public static let unidirectionalStreamsBlocked = QUICFrameType(rawValue: 0x17)
    /// RFC 9000 §19.15.
    public static let newConnectionID = QUICFrameType(rawValue: 0x18)
    /// RFC 9000 §19.16.
    public static let retireConnectionID = QUICFrameType(rawValue: 0x19)
    /// RFC 9000 §19.17.
    public static let pathChallenge = QUICFrameType(rawValue: 0x1A)
    /// RFC 9000 §19.18.
    public static let pathResponse = QUICFrameType(rawValue: 0x1B)
    /// CONNECTION_CLOSE by QUIC itself (RFC 9000 §19.19).
    public static let connectionClose = QUICFrameType(rawValue: 0x1C)
    /// CONNECTION_CLOSE by the application (RFC 9000 §19.19).
    public static let applicationClose = QUICFrameType(rawValue: 0x1D)
    /// RFC 9000 §19.20.
    public static let handshakeDone = QUICFrameType(rawValue: 0x1E)
    /// A DATAGRAM frame that goes up to the end of the packet (RFC 9221 §4).
    public static let datagram = QUICFrameType(rawValue: 0x30)
    /// A DATAGRAM frame with a length (RFC 9221 §4).
    public static let datagramWithLength = QUICFrameType(rawValue: 0x31)

    /// Bits of the eight types of STREAM frames.
    enum StreamBit {
        static let end: UInt64 = 1
        static let length: UInt64 = 2
        static let offset: UInt64 = 4
    }
}

extension QUICFrameType: CustomStringConvertible {
    /// The name in the RFCs: `STREAM`; otherwise the number in hexadecimal digits.
    public var description: String {
        switch rawValue {
        case 0x00: "PADDING"
        case 0x01: "PING"
        case 0x02, 0x03: "ACK"
        case 0x04: "RESET_STREAM"
        case 0x05: "STOP_SENDING"
        case 0x06: "CRYPTO"
        case 0x07: "NEW_TOKEN"
        case 0x08...0x0F: "STREAM"
        case 0x10: "MAX_DATA"
        case 0x11: "MAX_STREAM_DATA"
        case 0x12, 0x13: "MAX_STREAMS"
        case 0x14: "DATA_BLOCKED"
        case 0x15: "STREAM_DATA_BLOCKED"
        case 0x16, 0x17: "STREAMS_BLOCKED"
        case 0x18: "NEW_CONNECTION_ID"
        case 0x19: "RETIRE_CONNECTION_ID"
        case 0x1A: "PATH_CHALLENGE"
        case 0x1B: "PATH_RESPONSE"
        case 0x1C, 0x1D: "CONNECTION_CLOSE"
        case 0x1E: "HANDSHAKE_DONE"
        case 0x30, 0x31: "DATAGRAM"
        default: "0x\(String(rawValue, radix: 16))"
        }
    }
}
