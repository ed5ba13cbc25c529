import WireCoding

/// A packet of the session layer: a header and a body.
///
/// The body is kept as it came, so every packet is written back with the same bytes. ``content()`` reads it.
public struct MultipeerPacket: Hashable, Sendable {
    /// The longest body: what the length can say, without the header.
    public static let maximumBodyLength = 0xFFFF - MultipeerPacketHeader.size
    /// The channel of hellos (B2).
    public static let helloChannel: UInt16 = 3

    /// The type in the header, which says what the body is.
    public var type: MultipeerPacketHeader.PacketType
    /// 3 in hellos, 0 elsewhere (B2); logs have others (W).
    public var channel: UInt16
    /// The participant that sends the packet.
    public var sender: MultipeerParticipantID
    /// The participant that the packet is for.
    public var receiver: MultipeerParticipantID
    /// The bytes after the header, at most ``maximumBodyLength``.
    public var body: [UInt8]

    /// A packet with that body; length and checksum are computed when it is written.
    public init(
        _ type: MultipeerPacketHeader.PacketType, channel: UInt16 = 0, sender: MultipeerParticipantID,
        receiver: MultipeerParticipantID, body: [UInt8]
    ) {
        (self.type, self.channel, self.sender, self.receiver) = (type, channel, sender, receiver)
        self.body = body
    }

    /// - Throws: `truncated` where the packet is cut, `invalidValue` for another marker, a length below that of the
    ///   header, or a wrong checksum.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let header = try MultipeerPacketHeader.verified(input)
        try input.skip(MultipeerPacketHeader.size, "packet header")
        (type, channel, sender, receiver) = (header.type, header.channel, header.sender, header.receiver)
        body = try input.readBytes(Int(header.length) - MultipeerPacketHeader.size, "packet body")
    }

    /// Writes the packet with its length and checksum.
    ///
    /// - Throws: `tooLong` for a body of more than 65,519 bytes.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try WireError.checkLength(body.count, "packet body", maximum: Self.maximumBodyLength)
        var header = MultipeerPacketHeader()
        (header.type, header.channel, header.sender, header.receiver) = (type, channel, sender, receiver)
        header.length = UInt16(MultipeerPacketHeader.size + body.count)
        var packet = ByteWriter(reservingCapacity: Int(header.length))
        header.serialize(into: &packet)
        packet.writeBytes(body)
        let bytes = packet.bytes
        packet.overwriteUInt16(MultipeerPacketHeader.checksum(of: bytes.span), at: MultipeerPacketHeader.checksumOffset)
        output.writeBytes(packet.bytes)
    }
}

extension MultipeerPacket {
    /// What the body of a packet says.
    @nonexhaustive
    public enum Content: Hashable, Sendable {
        /// The first packet of a side: type 1.
        case hello(MultipeerSessionHello)
        /// The nodes that the sender knows: type 2.
        case database(MultipeerLinkDatabase)
        /// A change of nodes and links: type 3.
        case linkState(MultipeerLinkState)
        /// The acknowledgment of such a change: type 4.
        case linkStateAck(MultipeerLinkStateAck)
        /// The app's data, or the acknowledgment of it: type 5.
        case delivery(MultipeerDelivery)
        /// A sign of life: type 8.
        case heartbeat(MultipeerHeartbeat)
        /// A packet that no source has: types 6, 7 and from 9 on, and type 5 with an unknown first word. Its bytes are
        /// those of the packet.
        case unknown
    }

    /// What the packet is. Any packet is something.
    public var kind: MultipeerDatagramKind { MultipeerDatagramKind(type, body: body.span) }

    /// Reads the body.
    ///
    /// - Throws: What is wrong with it, with offsets from the first byte of the packet.
    public func content() throws(WireError) -> Content {
        var input = ByteReader(body.span, baseOffset: MultipeerPacketHeader.size, limit: "packet length")
        switch type {
        case .sessionHello: return .hello(try MultipeerSessionHello(parsing: &input))
        case .databaseDescription: return .database(try MultipeerLinkDatabase(parsing: &input))
        case .linkState: return .linkState(try MultipeerLinkState(parsing: &input))
        case .linkStateAck: return .linkStateAck(try MultipeerLinkStateAck(parsing: &input))
        case .heartbeat: return .heartbeat(try MultipeerHeartbeat(parsing: &input))
        case .delivery:
            guard MultipeerDelivery.Kind(startingWith: body.span) != nil || body.count < 2 else { return .unknown }
            return .delivery(try MultipeerDelivery(parsing: &input))
        default: return .unknown
        }
    }

    /// A packet with that content.
    ///
    /// - Throws: What has no wire form; `invalidValue` for ``Content/unknown``.
    public init(
        _ content: Content, sender: MultipeerParticipantID, receiver: MultipeerParticipantID
    ) throws(WireError) {
        var output = ByteWriter()
        let type: MultipeerPacketHeader.PacketType
        switch content {
        case .hello(let hello):
            type = .sessionHello
            hello.serialize(into: &output)
        case .database(let database):
            type = .databaseDescription
            try database.serialize(into: &output)
        case .linkState(let linkState):
            type = .linkState
            try linkState.serialize(into: &output)
        case .linkStateAck(let ack):
            type = .linkStateAck
            ack.serialize(into: &output)
        case .delivery(let delivery):
            type = .delivery
            delivery.serialize(into: &output)
        case .heartbeat(let heartbeat):
            type = .heartbeat
            heartbeat.serialize(into: &output)
        case .unknown: throw WireError(.invalidValue(0), field: "packet type", offset: 0)
        }
        self.init(
            type, channel: type == .sessionHello ? Self.helloChannel : 0, sender: sender, receiver: receiver,
            body: output.bytes)
    }
}
