/// The number of a transport parameter (IANA, "QUIC Transport Parameters").
public struct QUICTransportParameterID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The destination connection ID of the client's first Initial packet; sent by servers (RFC 9000 §18.2).
    public static let originalDestinationConnectionID = QUICTransportParameterID(rawValue: 0x00)
    /// The idle timeout in milliseconds; 0 disables it (RFC 9000 §18.2).
    public static let maxIdleTimeout = QUICTransportParameterID(rawValue: 0x01)
    /// The token of a stateless reset, 16 bytes; sent by servers (RFC 9000 §18.2).
    public static let statelessResetToken = QUICTransportParameterID(rawValue: 0x02)
    /// The longest UDP payload that the end accepts, 1200 bytes or more (RFC 9000 §18.2).
    public static let maxUDPPayloadSize = QUICTransportParameterID(rawValue: 0x03)
    /// Bytes of all streams together that the peer may send at first (RFC 9000 §18.2).
    public static let initialMaxData = QUICTransportParameterID(rawValue: 0x04)
    /// Bytes that the peer may send at first on a bidirectional stream which this end opens (RFC 9000 §18.2).
    public static let initialMaxStreamDataBidirectionalLocal = QUICTransportParameterID(rawValue: 0x05)
    /// Bytes that the peer may send at first on a bidirectional stream which the peer opens (RFC 9000 §18.2).
    public static let initialMaxStreamDataBidirectionalRemote = QUICTransportParameterID(rawValue: 0x06)
    /// Bytes that the peer may send at first on a unidirectional stream (RFC 9000 §18.2).
    public static let initialMaxStreamDataUnidirectional = QUICTransportParameterID(rawValue: 0x07)
    /// Bidirectional streams that the peer may open at first, at most 2^60 (RFC 9000 §18.2).
    public static let initialMaxStreamsBidirectional = QUICTransportParameterID(rawValue: 0x08)
    /// Unidirectional streams that the peer may open at first, at most 2^60 (RFC 9000 §18.2).
    public static let initialMaxStreamsUnidirectional = QUICTransportParameterID(rawValue: 0x09)
    /// The power of two by which delays in this end's ACK frames are multiplied, 0 to 20 (RFC 9000 §18.2).
    public static let ackDelayExponent = QUICTransportParameterID(rawValue: 0x0A)
    /// The longest delay of this end's acknowledgments in milliseconds, below 2^14 (RFC 9000 §18.2).
    public static let maxAckDelay = QUICTransportParameterID(rawValue: 0x0B)
    /// The peer must not use other addresses; the value is empty (RFC 9000 §18.2).
    public static let disableActiveMigration = QUICTransportParameterID(rawValue: 0x0C)
    /// Where the server wants to be reached after the handshake (RFC 9000 §18.2).
    public static let preferredAddress = QUICTransportParameterID(rawValue: 0x0D)
    /// Connection IDs of the peer that this end keeps, 2 or more (RFC 9000 §18.2).
    public static let activeConnectionIDLimit = QUICTransportParameterID(rawValue: 0x0E)
    /// The source connection ID of this end's first Initial packet (RFC 9000 §18.2).
    public static let initialSourceConnectionID = QUICTransportParameterID(rawValue: 0x0F)
    /// The source connection ID of the server's Retry packet (RFC 9000 §18.2).
    public static let retrySourceConnectionID = QUICTransportParameterID(rawValue: 0x10)
    /// RFC 9368 §3.
    public static let versionInformation = QUICTransportParameterID(rawValue: 0x11)
    /// RFC 9221 §3.
    public static let maxDatagramFrameSize = QUICTransportParameterID(rawValue: 0x20)
    /// RFC 9287 §3.
    public static let greaseQUICBit = QUICTransportParameterID(rawValue: 0x2AB2)

    /// Whether the number is set aside to keep receivers tolerant (RFC 9000 §18.1).
    public var isReserved: Bool { rawValue >= 27 && (rawValue - 27) % 31 == 0 }

    /// Whether only servers may send it (RFC 9000 §18.2).
    public var isOfServers: Bool {
        switch self {
        case .originalDestinationConnectionID, .statelessResetToken, .preferredAddress, .retrySourceConnectionID: true
        default: false
        }
    }

    /// How its value is written; nil where that is not known.
    var format: Format? {
        switch self {
        case .maxUDPPayloadSize: .integer(1200...QUICVariableInteger.maximum)
        case .initialMaxStreamsBidirectional, .initialMaxStreamsUnidirectional:
            .integer(0...QUICFrameView.maximumStreamCount)
        case .ackDelayExponent: .integer(0...20)
        case .maxAckDelay: .integer(0...(1 << 14) - 1)
        case .activeConnectionIDLimit: .integer(2...QUICVariableInteger.maximum)
        case .maxIdleTimeout, .initialMaxData, .initialMaxStreamDataBidirectionalLocal,
            .initialMaxStreamDataBidirectionalRemote, .initialMaxStreamDataUnidirectional, .maxDatagramFrameSize:
            .integer(0...QUICVariableInteger.maximum)
        case .originalDestinationConnectionID, .initialSourceConnectionID, .retrySourceConnectionID: .connectionID
        case .statelessResetToken: .resetToken
        case .disableActiveMigration, .greaseQUICBit: .empty
        case .preferredAddress: .preferredAddress
        case .versionInformation: .versionInformation
        default: nil
        }
    }

    enum Format {
        case integer(ClosedRange<UInt64>)
        case connectionID, resetToken, empty, preferredAddress, versionInformation
    }
}

extension QUICTransportParameterID: CustomStringConvertible {
    /// The name in the RFCs: `max_idle_timeout`; otherwise the number in hexadecimal digits.
    public var description: String { Self.names[rawValue] ?? "0x\(String(rawValue, radix: 16))" }

    private static let names: [UInt64: String] = [
        0x00: "original_destination_connection_id", 0x01: "max_idle_timeout", 0x02: "stateless_reset_token",
        0x03: "max_udp_payload_size", 0x04: "initial_max_data", 0x05: "initial_max_stream_data_bidi_local",
        0x06: "initial_max_stream_data_bidi_remote", 0x07: "initial_max_stream_data_uni",
        0x08: "initial_max_streams_bidi", 0x09: "initial_max_streams_uni", 0x0A: "ack_delay_exponent",
        0x0B: "max_ack_delay", 0x0C: "disable_active_migration", 0x0D: "preferred_address",
        0x0E: "active_connection_id_limit", 0x0F: "initial_source_connection_id",
        0x10: "retry_source_connection_id", 0x11: "version_information", 0x20: "max_datagram_frame_size",
        0x2AB2: "grease_quic_bit",
    ]
}
