/// The number of a transport parameter (IANA, "QUIC Transport Parameters").
public struct QUICTransportParameterID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// RFC 9000 §18.2, as all below without a note.
    public static let originalDestinationConnectionID = QUICTransportParameterID(rawValue: 0x00)
    /// In milliseconds; 0 is none.
    public static let maxIdleTimeout = QUICTransportParameterID(rawValue: 0x01)
    public static let statelessResetToken = QUICTransportParameterID(rawValue: 0x02)
    public static let maxUDPPayloadSize = QUICTransportParameterID(rawValue: 0x03)
    public static let initialMaxData = QUICTransportParameterID(rawValue: 0x04)
    public static let initialMaxStreamDataBidirectionalLocal = QUICTransportParameterID(rawValue: 0x05)
    public static let initialMaxStreamDataBidirectionalRemote = QUICTransportParameterID(rawValue: 0x06)
    public static let initialMaxStreamDataUnidirectional = QUICTransportParameterID(rawValue: 0x07)
    public static let initialMaxStreamsBidirectional = QUICTransportParameterID(rawValue: 0x08)
    public static let initialMaxStreamsUnidirectional = QUICTransportParameterID(rawValue: 0x09)
    public static let ackDelayExponent = QUICTransportParameterID(rawValue: 0x0A)
    /// In milliseconds.
    public static let maxAckDelay = QUICTransportParameterID(rawValue: 0x0B)
    public static let disableActiveMigration = QUICTransportParameterID(rawValue: 0x0C)
    public static let preferredAddress = QUICTransportParameterID(rawValue: 0x0D)
    public static let activeConnectionIDLimit = QUICTransportParameterID(rawValue: 0x0E)
    public static let initialSourceConnectionID = QUICTransportParameterID(rawValue: 0x0F)
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
