import WireCoding

/// Why a connection ended: the content of a CONNECTION_CLOSE frame (RFC 9000 §19.19).
public struct QUICCloseReason: Hashable, Sendable {
    /// The maximum size of the text that is kept, in bytes.
    public static let maximumTextBytes = 1024

    /// RFC 9000 §20.1, or the application's own.
    public let code: UInt64
    /// The type of the frame that caused it, 0 if that is not known; nil where the application closed.
    public let frameType: UInt64?
    /// As the peer wrote it. What is not UTF-8 is replaced.
    public let text: String
    /// Whether the client sent the frame.
    public let isByClient: Bool

    /// - Parameters:
    ///   - frame: The frame that was read.
    ///   - payload: The bytes that the frame was read from.
    ///   - isByClient: Whether the client sent it.
    public init(_ frame: QUICFrameView.ConnectionClose, in payload: Span<UInt8>, isByClient: Bool) {
        code = frame.errorCode.value
        frameType = frame.frameType?.value
        let reason = frame.reason.clamped(to: 0..<payload.count)
        text = String(decoding: payload.copied(reason).prefix(Self.maximumTextBytes), as: UTF8.self)
        self.isByClient = isByClient
    }
}

/// Finds the reason among the CONNECTION_CLOSE frames of a connection: the first one in a 1-RTT packet, or else the first
/// one in any. Before the handshake is confirmed, copies in other packets hide the application's reason (RFC 9000 §10.2.3).
public struct QUICCloseReasons: Sendable {
    private var firstInOneRTT: QUICCloseReason?
    private var firstInAny: QUICCloseReason?

    /// No CONNECTION_CLOSE frame so far.
    public init() {}

    /// Nil where no connection was closed.
    public var reason: QUICCloseReason? { firstInOneRTT ?? firstInAny }

    /// Takes note of a frame.
    ///
    /// - Parameters:
    ///   - frame: The frame that was read.
    ///   - payload: The bytes that the frame was read from.
    ///   - type: The type of the packet with the frame.
    ///   - fromClient: Whether the client sent it.
    public mutating func note(
        _ frame: QUICFrameView.ConnectionClose, in payload: Span<UInt8>, of type: QUICPacketType, fromClient: Bool
    ) {
        guard firstInOneRTT == nil else { return }
        let reason = QUICCloseReason(frame, in: payload, isByClient: fromClient)
        if type == .oneRTT { firstInOneRTT = reason }
        if firstInAny == nil { firstInAny = reason }
    }
}
