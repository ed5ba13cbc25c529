/// The type of a packet by qlog's names.
public struct QUICLogPacketType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// RFC 9000 §17.2.2.
    public static let initial = QUICLogPacketType(rawValue: "initial")
    /// RFC 9000 §17.2.4.
    public static let handshake = QUICLogPacketType(rawValue: "handshake")
    /// RFC 9000 §17.2.3.
    public static let zeroRTT = QUICLogPacketType(rawValue: "0RTT")
    /// A packet with a short header, RFC 9000 §17.3.1.
    public static let oneRTT = QUICLogPacketType(rawValue: "1RTT")
    /// RFC 9000 §17.2.5.
    public static let retry = QUICLogPacketType(rawValue: "retry")
    /// RFC 9000 §17.2.1.
    public static let versionNegotiation = QUICLogPacketType(rawValue: "version_negotiation")
    /// RFC 9000 §10.3; it looks like a packet with a short header.
    public static let statelessReset = QUICLogPacketType(rawValue: "stateless_reset")

    /// The types whose names programs write in capitals or small letters as they like.
    private static let known: [QUICLogPacketType] = [
        .initial, .handshake, .zeroRTT, .oneRTT, .retry, .versionNegotiation, .statelessReset,
    ]

    /// The type by its name in any case; an unknown name stays as it is.
    init(name: String) {
        let lowercased = name.lowercased()
        self = Self.known.first { $0.rawValue.lowercased() == lowercased } ?? QUICLogPacketType(rawValue: name)
    }

    /// The space in which packets of this type are numbered; nil for those without a number.
    public var space: QUICLogPacketSpace? {
        switch self {
        case .initial: .initial
        case .handshake: .handshake
        case .zeroRTT, .oneRTT: .application
        default: nil
        }
    }
}

/// A packet number space (RFC 9000 §12.3).
public enum QUICLogPacketSpace: String, Hashable, Sendable, CaseIterable {
    /// Initial packets.
    case initial
    /// Handshake packets.
    case handshake
    /// 0-RTT and 1-RTT packets.
    case application
}

extension QUICLogCodec<QUICLogPacketType> {
    static let type = QUICLogCodec(
        decode: { json, _ in json.string.map(QUICLogPacketType.init(name:)) }, encode: { .text($0.rawValue) })
}

/// Whose something is: `local`, `remote`.
public struct QUICLogOwner: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The end that wrote the log.
    public static let local = QUICLogOwner(rawValue: "local")
    /// The peer of the end that wrote the log.
    public static let remote = QUICLogOwner(rawValue: "remote")
}
