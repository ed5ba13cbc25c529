import WireCoding

/// What a datagram of a session is, by the names of the report.
@nonexhaustive
public enum MultipeerDatagramKind: String, Hashable, Sendable, CaseIterable {
    /// A check of an address (B2).
    case stunRequest
    /// The answer to a check, also an error (B2).
    case stunResponse
    /// D0 and a record of a handshake (B).
    case dtlsHandshake
    /// D0 and a ChangeCipherSpec record: the next records are under new keys.
    case dtlsChangeCipherSpec
    /// D0 and a record with an alert.
    case dtlsAlert
    /// D0 and a record with data under a key. What it carries cannot be seen.
    case dtlsData
    /// Type 1 (B2).
    case sessionHello
    /// Type 2 (D, two samples).
    case databaseDescription
    /// Type 3 (D, one sample).
    case linkState
    /// Type 4 (B).
    case linkStateAck
    /// Type 5 with the first word 0005 (B2).
    case data
    /// Type 5 with the first word 0B07 (B2).
    case dataAck
    /// Type 8 (B).
    case heartbeat
    /// A datagram or packet of another kind.
    case unknown

    /// The kind of a packet of the session layer.
    init(_ type: MultipeerPacketHeader.PacketType, body: Span<UInt8>) {
        self =
            switch type {
            case .sessionHello: .sessionHello
            case .databaseDescription: .databaseDescription
            case .linkState: .linkState
            case .linkStateAck: .linkStateAck
            case .heartbeat: .heartbeat
            case .delivery:
                switch MultipeerDelivery.Kind(startingWith: body) {
                case .data?: .data
                case .acknowledgment?: .dataAck
                default: .unknown
                }
            default: .unknown
            }
    }

    /// The kind of a sealed record.
    init(_ contentType: MultipeerSealedRecord.ContentType) {
        self =
            switch contentType {
            case .changeCipherSpec: .dtlsChangeCipherSpec
            case .alert: .dtlsAlert
            case .handshake: .dtlsHandshake
            case .applicationData: .dtlsData
            default: .unknown
            }
    }

    /// Whether it is one of the session layer, in plain.
    public var isPlainPacket: Bool {
        switch self {
        case .sessionHello, .databaseDescription, .linkState, .linkStateAck, .data, .dataAck, .heartbeat: true
        default: false
        }
    }

    /// Whether it is a record of DTLS.
    public var isSealed: Bool {
        switch self {
        case .dtlsHandshake, .dtlsChangeCipherSpec, .dtlsAlert, .dtlsData: true
        default: false
        }
    }
}
