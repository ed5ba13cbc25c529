import WireCoding

/// The header of a packet of the session layer, which is in DTLS or plain in a datagram. Apple's log names the layer
/// "OSPF"; it has nothing to do with the routing protocol.
///
/// | bytes | field | confidence |
/// |---|---|---|
/// | 1 | C1 | B2 |
/// | 1 | type | B2 |
/// | 2 | length of the packet | B2 |
/// | 2 | channel: 3 in hellos, 0 elsewhere; others in logs (W) | B2 |
/// | 2 | CRC-16/ARC of the packet with this field zero | B2, 27 of 27 |
/// | 4 | sender | B2 |
/// | 4 | receiver | B2 |
public struct MultipeerPacketHeader: LaidOutHeader, Hashable {
    /// Bytes of every header.
    public static let size = 16
    /// The first byte.
    public static let marker: UInt8 = 0xC1
    /// Where the checksum is.
    static let checksumOffset = 6

    /// The type of a packet.
    public struct PacketType: RawRepresentable, Hashable, Sendable, HeaderPart {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public init(word: UInt64) { self.init(rawValue: UInt8(truncatingIfNeeded: word)) }

        /// The first packet of a side, see ``MultipeerSessionHello`` (B2).
        public static let sessionHello = PacketType(rawValue: 1)
        /// The nodes that the sender knows, see ``MultipeerLinkDatabase`` (D, two samples).
        public static let databaseDescription = PacketType(rawValue: 2)
        /// A change of nodes and links, see ``MultipeerLinkState`` (D, one sample).
        public static let linkState = PacketType(rawValue: 3)
        /// The acknowledgment of a change, see ``MultipeerLinkStateAck`` (B).
        public static let linkStateAck = PacketType(rawValue: 4)
        /// Data and acknowledgments of them.
        public static let delivery = PacketType(rawValue: 5)
        /// A sign of life, see ``MultipeerHeartbeat`` (B).
        public static let heartbeat = PacketType(rawValue: 8)
    }

    /// C1 in all packets that are read.
    public var marker = Self.marker
    /// The type, which says what follows the header.
    public var type = PacketType.delivery
    /// Bytes of the packet, the header included.
    public var length: UInt16 = UInt16(Self.size)
    /// 3 in hellos, 0 elsewhere (B2); logs have others (W).
    public var channel: UInt16 = 0
    /// As it is on the wire, right or wrong.
    public var checksum: UInt16 = 0
    /// The participant that sends the packet.
    public var sender = MultipeerParticipantID(rawValue: 0)
    /// The participant that the packet is for.
    public var receiver = MultipeerParticipantID(rawValue: 0)

    public init() {}

    /// The sixteen bytes of the header, field by field.
    public static let layout = HeaderLayout<Self>(
        "packet header",
        .part(\.marker, "marker", .hexadecimal(digits: 2)),
        .part(
            \.type, "type",
            .name {
                [
                    1: "session hello", 2: "database description", 3: "link state", 4: "link state acknowledgment",
                    5: "delivery", 8: "heartbeat",
                ][$0]
            }),
        .part(\.length, "length", .unit(.bytes)), .part(\.channel, "channel"),
        .part(\.checksum, "checksum", .hexadecimal(digits: 4)), .part(\.sender, "sender"),
        .part(\.receiver, "receiver"))

    /// The header of sixteen bytes in two words. Analysis reads one of every datagram, without the layout.
    private init(high: UInt64, low: UInt64) {
        marker = UInt8(truncatingIfNeeded: high >> 56)
        type = PacketType(word: high >> 48)
        length = UInt16(truncatingIfNeeded: high >> 32)
        channel = UInt16(truncatingIfNeeded: high >> 16)
        checksum = UInt16(truncatingIfNeeded: high)
        sender = MultipeerParticipantID(word: low >> 32)
        receiver = MultipeerParticipantID(word: low)
    }

    /// Reads and checks the header of a packet that begins there, without moving over it.
    ///
    /// - Throws: `truncated` where the packet is cut, `invalidValue` for another marker, a length below that of the
    ///   header, or a wrong checksum.
    static func verified(_ input: ByteReader) throws(WireError) -> MultipeerPacketHeader {
        try input.require(size, "packet header")
        let header = MultipeerPacketHeader(
            high: input.input.bigEndianUInt64(at: input.position),
            low: input.input.bigEndianUInt64(at: input.position + 8))
        func fault(_ value: UInt64, _ field: WireError.Field, _ place: Int) -> WireError {
            WireError(.invalidValue(value), field: field, offset: input.offset + place, limit: input.limit)
        }
        guard header.marker == marker else { throw fault(UInt64(header.marker), "packet marker", 0) }
        let length = Int(header.length)
        guard length >= size else { throw fault(UInt64(length), "packet length", 2) }
        var cursor = input
        let packet = try cursor.readSpan(length, "packet")
        guard checksum(of: packet) == header.checksum else {
            throw fault(UInt64(header.checksum), "packet checksum", checksumOffset)
        }
        return header
    }

    /// The checksum that a packet should have: CRC-16/ARC of all of it, with the checksum itself as zeros.
    ///
    /// Confidence: B2, 27 of 27 published packets.
    ///
    /// - Parameter packet: A whole packet; the checksum of one that is shorter than a header is that of its bytes.
    public static func checksum(of packet: Span<UInt8>) -> UInt16 {
        let field = min(checksumOffset, packet.count)
        let end = min(checksumOffset + 2, packet.count)
        var check = ReflectedCRC.crc16
        check.add(packet, 0..<field)
        check.addZeros(end - field)
        check.add(packet, end..<packet.count)
        return UInt16(truncatingIfNeeded: check.state)
    }
}
