/// What a comparison with a log needs of a captured QUIC packet.
public struct QUICCapturedPacket: Hashable, Sendable {
    /// The space in which ``number`` counts.
    public var space: QUICLogPacketSpace
    /// The whole packet number, not its truncated form on the wire.
    public var number: UInt64
    /// Whether the endpoint that wrote the log sent it.
    public var isFromEndpoint: Bool
    /// Nanoseconds on the capture's axis, usually since 1970.
    public var time: Int64
    /// The size of the packet in bytes.
    public var size: Int
    /// The packet numbers that its ACK frames cover; empty where they could not be read.
    public var acknowledged: [ClosedRange<UInt64>]

    /// A packet of a capture; without `acknowledged`, one whose ACK frames are not known.
    public init(
        space: QUICLogPacketSpace, number: UInt64, isFromEndpoint: Bool, time: Int64, size: Int,
        acknowledged: [ClosedRange<UInt64>] = []
    ) {
        self.space = space
        self.number = number
        self.isFromEndpoint = isFromEndpoint
        self.time = time
        self.size = size
        self.acknowledged = acknowledged
    }

    var key: QUICPacketKey { QUICPacketKey(space: space, number: number, isFromEndpoint: isFromEndpoint) }
}

/// All packets of one number space and direction: what is known of a captured packet that stays sealed.
public struct QUICPacketGroup: Hashable, Sendable {
    /// The packet number space of the packets.
    public var space: QUICLogPacketSpace
    /// Whether the endpoint that wrote the log sent it.
    public var isFromEndpoint: Bool

    /// The packets of that space that the endpoint sent, or received.
    public init(space: QUICLogPacketSpace, isFromEndpoint: Bool) {
        self.space = space
        self.isFromEndpoint = isFromEndpoint
    }
}

/// What a log and a capture know a packet by.
public struct QUICPacketKey: Hashable, Sendable {
    /// The space in which ``number`` counts.
    public var space: QUICLogPacketSpace
    /// The whole packet number.
    public var number: UInt64
    /// Whether the endpoint that wrote the log sent it.
    public var isFromEndpoint: Bool

    /// The key of a packet that the endpoint sent, or received.
    public init(space: QUICLogPacketSpace, number: UInt64, isFromEndpoint: Bool) {
        self.space = space
        self.number = number
        self.isFromEndpoint = isFromEndpoint
    }

    /// Those that it is one of.
    var group: QUICPacketGroup { QUICPacketGroup(space: space, isFromEndpoint: isFromEndpoint) }

    /// The key of a packet of a log; nil where its number or type is not known.
    init?(_ packet: QUICLogPacket, isFromEndpoint: Bool) {
        guard let space = packet.type?.space, let number = packet.number else { return nil }
        self.init(space: space, number: number, isFromEndpoint: isFromEndpoint)
    }
}
