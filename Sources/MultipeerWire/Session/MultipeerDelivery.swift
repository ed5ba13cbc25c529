import WireCoding

/// The body of a packet that carries an app's data, or acknowledges it: a delivery header, its numbers with the lowest
/// byte first, and a payload. Confidence: D, 19 samples.
///
/// | offset | bytes | field |
/// |---|---|---|
/// | 0 | 2 | 0005 data, 0B07 acknowledgment |
/// | 2 | 2 | checksum, see ``checksum(of:)`` |
/// | 4 | 4 | sender |
/// | 8 | 4 | receiver |
/// | 12 | 4 | number of the data packet from 0, or the number that is acknowledged |
/// | 16 | 1 | 4 × data packets received so far + 2, lowest byte |
/// | 17 | 1 | number, lowest byte |
/// | 18 | 1 | 0 |
/// | 19 | 1 | 4 × (number + 1), lowest byte |
/// | 20 | … | the app's bytes; eight zeros in an acknowledgment |
///
/// How unreliable data, messages above about 4 kB, streams, resources and the end of a session look is not known.
public struct MultipeerDelivery: LaidOutHeader, Hashable {
    /// Bytes of the header.
    public static let headerSize = 20
    /// Where the checksum is.
    static let checksumOffset = 2
    /// Bytes of an acknowledgment's payload.
    public static let acknowledgmentSize = 8

    /// The first word of a delivery header.
    public struct Kind: RawRepresentable, Hashable, Sendable, HeaderPart {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }
        public init(word: UInt64) { self.init(rawValue: UInt16(truncatingIfNeeded: word)) }

        /// The app's data: 0005.
        public static let data = Kind(rawValue: 0x0005)
        /// The acknowledgment of a data packet: 0B07.
        public static let acknowledgment = Kind(rawValue: 0x0B07)

        /// The kind of a body; nil for an unknown word, and where there is none.
        init?(startingWith body: Span<UInt8>) {
            guard body.count >= 2 else { return nil }
            self.init(rawValue: body.littleEndianUInt16(at: 0))
            guard self == .data || self == .acknowledgment else { return nil }
        }
    }

    /// Whether the packet has data or acknowledges some.
    public var kind = Kind.data
    /// The participant that sends this packet.
    public var sender = MultipeerParticipantID(rawValue: 0)
    /// The participant that the packet is for.
    public var receiver = MultipeerParticipantID(rawValue: 0)
    /// The number of this data packet, or the one that is acknowledged.
    public var number: UInt32 = 0
    /// 4 × data packets received so far + 2, lowest byte.
    public var receiveMark: UInt8 = 2
    /// The lowest byte of the number.
    public var numberMark: UInt8 = 0
    /// 0 in all published packets.
    public var reserved: UInt8 = 0
    /// 4 × (number + 1), lowest byte.
    public var sendMark: UInt8 = 4
    /// The app's bytes; eight zeros in an acknowledgment.
    public var payload: [UInt8] = []
    /// As it was read, to be checked.
    private var checksum: UInt16 = 0

    public init() {}

    /// - Parameters:
    ///   - kind: Data, or the acknowledgment of some.
    ///   - sender: The participant that sends the packet.
    ///   - receiver: The participant that the packet is for.
    ///   - number: The number of this data packet from 0, or the one that is acknowledged.
    ///   - received: Data packets that the sender has received so far.
    ///   - payload: Nil for that of an acknowledgment.
    public init(
        _ kind: Kind, from sender: MultipeerParticipantID, to receiver: MultipeerParticipantID, number: UInt32,
        received: Int, payload: [UInt8]? = nil
    ) {
        (self.kind, self.sender, self.receiver, self.number) = (kind, sender, receiver, number)
        receiveMark = UInt8(truncatingIfNeeded: received &* 4 &+ 2)
        numberMark = UInt8(truncatingIfNeeded: number)
        sendMark = UInt8(truncatingIfNeeded: (number &+ 1) &* 4)
        self.payload = payload ?? [UInt8](repeating: 0, count: Self.acknowledgmentSize)
    }

    /// The twenty bytes of the delivery header, field by field.
    public static let layout = HeaderLayout<Self>(
        "delivery header", isLittleEndian: true,
        .part(\.kind, "kind", .name { [0x0005: "data", 0x0B07: "acknowledgment"][$0] }),
        .part(\.checksum, "checksum", .hexadecimal(digits: 4)), .part(\.sender, "sender"),
        .part(\.receiver, "receiver"), .part(\.number, "number"), .part(\.receiveMark, "receiveMark"),
        .part(\.numberMark, "numberMark"), .part(\.reserved, "reserved"), .part(\.sendMark, "sendMark"))

    /// Reads all bytes that are left.
    ///
    /// - Throws: `truncated` for fewer than twenty bytes, `invalidValue` for an unknown first word or a wrong checksum.
    public init(parsing input: inout ByteReader) throws(WireError) {
        self.init()
        let start = input
        try Self.layout.read(&input, into: &self)
        guard kind == .data || kind == .acknowledgment else {
            throw start.error(.invalidValue(UInt64(kind.rawValue)), "delivery kind")
        }
        payload = input.readRemainingBytes()
        let body = start.input.extracting(start.position..<start.end)
        guard Self.checksum(of: body) == checksum else {
            throw WireError(
                .invalidValue(UInt64(checksum)), field: "delivery checksum",
                offset: start.offset + Self.checksumOffset, limit: start.limit)
        }
        // It follows from the rest.
        checksum = 0
    }

    /// Writes header and payload with their checksum.
    public func serialize(into output: inout ByteWriter) {
        var body = ByteWriter(reservingCapacity: Self.headerSize + payload.count)
        Self.layout.write(self, into: &body)
        body.writeBytes(payload)
        let bytes = body.bytes
        // Written highest byte first by the writer, lowest byte first on the wire.
        body.overwriteUInt16(Self.checksum(of: bytes.span).byteSwapped, at: Self.checksumOffset)
        output.writeBytes(body.bytes)
    }

    /// The checksum that a delivery header should have: the complement of the sum of the 16-bit words of header and
    /// payload, lowest byte first, with the checksum itself as zero. A last odd byte is padded with zero, and carries
    /// are dropped, which makes it different from the Internet checksum.
    ///
    /// Confidence: D, 19 of 19 published packets. One source takes it for a random number.
    ///
    /// - Parameter body: Delivery header and payload.
    public static func checksum(of body: Span<UInt8>) -> UInt16 {
        // Four words at a time, the field too, which is taken off at the end.
        var sum: UInt64 = 0
        var index = 0
        while index &+ 8 <= body.count {
            let words = body.loadUInt64(at: index)
            sum &+= words &+ words >> 16 &+ words >> 32 &+ words >> 48
            index &+= 8
        }
        while index < body.count {
            sum &+= UInt64(body[index]) << UInt64(index & 1 == 0 ? 0 : 8)
            index &+= 1
        }
        for index in checksumOffset..<max(checksumOffset, min(checksumOffset + 2, body.count)) {
            sum &-= UInt64(body[index]) << UInt64(index & 1 == 0 ? 0 : 8)
        }
        return ~UInt16(truncatingIfNeeded: sum)
    }
}
