/// An opened packet of a connection, with the moment of its capture.
public struct QUICConnectionPacket: Equatable, Sendable {
    /// Initial, Handshake, 0-RTT or 1-RTT.
    public let type: QUICPacketType
    /// The version that its keys were derived for.
    public let version: QUICVersion
    /// Whether the client sent it: the end that sent the first Initial packet.
    public let fromClient: Bool
    /// The header without its protection.
    public let header: QUICUnprotectedHeader
    /// The whole packet number.
    public let number: UInt64
    /// Whether a packet with this number was opened before: the network or the capture duplicated it.
    public let isCopy: Bool
    /// When and in which frame of the capture the packet was.
    public let moment: CaptureMoment
    /// The frames, to be read with ``QUICFrameView``.
    public let payload: [UInt8]
    /// The connection ID of the receiver, which the packet is sent to.
    public internal(set) var destinationConnectionID: [UInt8] = []

    /// The space in which ``number`` counts.
    public var space: QUICPacketNumberSpace { type.numberSpace ?? .application }
    /// The key phase of a 1-RTT packet (RFC 9001 §6); nil for other packets.
    public var keyPhase: Bool? { header.keyPhase }
    /// The latency spin bit of a 1-RTT packet (RFC 9000 §17.4); nil for other packets.
    public var spinBit: Bool? { type == .oneRTT ? header.firstByte & 0x20 != 0 : nil }
}
