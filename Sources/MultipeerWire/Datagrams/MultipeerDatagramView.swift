import WireCoding

/// What analysis needs of a datagram between two peers, read in place and without allocation.
///
/// ```swift
/// let view = try MultipeerDatagramView(datagram)
/// switch view.kind {
/// case .data: count(view.number, datagram.extracting(view.payload))
/// case .dtlsHandshake: observer.observe(datagram.extracting(view.payload))
/// default: break
/// }
/// ```
public struct MultipeerDatagramView: Hashable, Sendable {
    /// What the datagram is, by its first bytes.
    public let kind: MultipeerDatagramKind
    /// The sender of a plain packet, by its header; nil for others.
    public private(set) var sender: MultipeerParticipantID?
    /// The receiver of a plain packet, by its header; nil for others.
    public private(set) var receiver: MultipeerParticipantID?
    /// The number of a data packet, or the one that is acknowledged; the number of a heartbeat; the sequence of a link
    /// state or of its acknowledgment. Nil for others, and where it is cut.
    public private(set) var number: UInt32?
    /// Whether the checksum of a delivery header is right, true for all others. The rule is our own
    /// guess (D), so a wrong checksum is not an error.
    public private(set) var hasRightDeliveryChecksum = true
    /// Of `data` the app's bytes, of a sealed record the record without its marker, of a check the attributes, of other
    /// packets the body.
    public let payload: Range<Int>

    /// - Parameter datagram: The whole payload of a UDP datagram.
    /// - Throws: If the datagram is of no known kind, too short or too long, or a plain packet with a wrong CRC-16.
    public init(_ datagram: Span<UInt8>) throws(WireError) {
        let input = ByteReader(datagram)
        try input.require(1, "datagram")
        switch datagram[0] {
        case MultipeerPacketHeader.marker: try self.init(packet: input)
        case MultipeerSealedRecord.marker: try self.init(sealed: input)
        case 0...0x3F: try self.init(check: input)
        default: throw input.error(.invalidValue(UInt64(datagram[0])), "datagram")
        }
    }

    /// Throws unless the datagram has so many bytes.
    private static func expect(_ count: Int, _ input: ByteReader, limit: WireError.Field) throws(WireError) {
        try input.require(count, "datagram")
        guard input.remaining == count else {
            throw WireError(
                .trailingBytes(count: input.remaining - count), field: "datagram", offset: count, limit: limit)
        }
    }

    private init(check input: ByteReader) throws(WireError) {
        let length = try MultipeerCheck.checkHeader(input)
        try Self.expect(MultipeerCheck.headerSize + length, input, limit: "check length")
        let datagram = input.input
        kind = MultipeerDatagramKind(MultipeerCheck.MessageType(rawValue: datagram.bigEndianUInt16(at: 0)))
        payload = MultipeerCheck.headerSize..<datagram.count
    }

    private init(sealed input: ByteReader) throws(WireError) {
        try input.require(MultipeerSealedRecord.headerSize, "sealed record")
        let datagram = input.input
        let length = Int(datagram.bigEndianUInt16(at: MultipeerSealedRecord.headerSize - 2))
        try Self.expect(MultipeerSealedRecord.headerSize + length, input, limit: "DTLS record length")
        kind = MultipeerDatagramKind(MultipeerSealedRecord.ContentType(rawValue: datagram[1]))
        payload = MultipeerSealedRecord.recordOffset..<datagram.count
    }

    private init(packet input: ByteReader) throws(WireError) {
        let header = try MultipeerPacketHeader.verified(input)
        try Self.expect(Int(header.length), input, limit: "packet length")
        let datagram = input.input
        let start = MultipeerPacketHeader.size
        let body = datagram.extracting(start..<datagram.count)
        kind = MultipeerDatagramKind(header.type, body: body)
        (sender, receiver) = (header.sender, header.receiver)
        let hasDeliveryHeader = body.count >= MultipeerDelivery.headerSize
        payload = (kind == .data && hasDeliveryHeader ? start + MultipeerDelivery.headerSize : start)..<datagram.count
        switch kind {
        case .data, .dataAck:
            guard hasDeliveryHeader else {
                hasRightDeliveryChecksum = false
                return
            }
            number = body.littleEndianUInt32(at: 12)
            let checksum = body.littleEndianUInt16(at: MultipeerDelivery.checksumOffset)
            hasRightDeliveryChecksum = MultipeerDelivery.checksum(of: body) == checksum
        case .heartbeat: number = body.count >= 4 ? UInt32(body.bigEndianUInt16(at: 2)) : nil
        case .linkState, .linkStateAck: number = body.count >= 2 ? UInt32(body.bigEndianUInt16(at: 0)) : nil
        default: break
        }
    }
}

extension MultipeerDatagramView {
    /// Whether a datagram belongs to a session of two peers: a plain packet with the right CRC-16, a sealed record of
    /// DTLS 1.0 that fills it, or a check with the attributes that these peers use. Other protocols' datagrams that
    /// begin alike (QUIC, RTP, STUN of other programs) do not.
    ///
    /// - Parameter datagram: The whole payload of a UDP datagram.
    public static func recognizes(_ datagram: Span<UInt8>) -> Bool {
        guard datagram.count > 0 else { return false }
        switch datagram[0] {
        case MultipeerPacketHeader.marker: return (try? MultipeerDatagramView(datagram)) != nil
        case MultipeerSealedRecord.marker:
            guard let view = try? MultipeerDatagramView(datagram), view.kind.isSealed else { return false }
            return datagram.bigEndianUInt16(at: 2) == MultipeerSealedRecord.dtls10
                && datagram.count > MultipeerSealedRecord.headerSize
        default: return recognizesCheck(datagram)
        }
    }

    /// Whether a datagram is a check of these peers: STUN with a user name of two tokens, each with 000000000001 after
    /// it, and the attribute 8003.
    public static func recognizesCheck(_ datagram: Span<UInt8>) -> Bool {
        guard datagram.count > 0, datagram[0] <= 1, let view = try? MultipeerDatagramView(datagram) else {
            return false
        }
        var (hasUserName, hasMark) = (false, false)
        var position = view.payload.lowerBound
        while datagram.count - position >= 4 {
            let type = MultipeerCheckAttribute.AttributeType(rawValue: datagram.bigEndianUInt16(at: position))
            let length = Int(datagram.bigEndianUInt16(at: position + 2))
            let next = position + 4 + length + MultipeerCheckAttribute.paddingSize(length)
            guard next <= datagram.count else { return false }
            switch type {
            case .userName:
                hasUserName =
                    length == MultipeerCheckAttribute.userNameSize
                    && hasTokenMark(datagram, at: position + 8) && hasTokenMark(datagram, at: position + 18)
            case .unknown3: hasMark = length == 4
            default: break
            }
            position = next
        }
        return hasUserName && hasMark && position == datagram.count
    }

    /// Whether 000000000001 is there.
    private static func hasTokenMark(_ datagram: Span<UInt8>, at position: Int) -> Bool {
        datagram.bigEndianUInt32(at: position) == 0 && datagram.bigEndianUInt16(at: position + 4) == 1
    }
}
