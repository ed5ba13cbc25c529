import WireCoding

/// A datagram of the bulk part of an echo test over UDP: its number, and content that means nothing.
///
/// | octets | field |
/// |---|---|
/// | 8 | sequence number from 0 on, lowest octet first |
/// | … | content |
///
/// From the numbers a receiver knows which packets were lost, duplicated or reordered. Over TCP and QUIC the bulk part
/// has none.
public struct EchoDataPacket: Hashable, Sendable {
    /// The shortest packet.
    public static let minimumSize = 8

    /// The packet's position among those of its sender, from 0 on.
    public var sequenceNumber: UInt64
    /// The octets after the number, whose meaning only the application knows.
    public var content: [UInt8]

    /// A packet as one datagram carries it.
    public init(sequenceNumber: UInt64, content: [UInt8] = []) {
        self.sequenceNumber = sequenceNumber
        self.content = content
    }

    /// Reads the whole payload of a datagram.
    ///
    /// - Throws: `truncated` when it has fewer than eight octets.
    public init(parsing input: inout ByteReader) throws(WireError) {
        sequenceNumber = try input.readUInt64LittleEndian("echo sequence number")
        content = input.readRemainingBytes()
    }

    /// Writes the number, then the content.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt64LittleEndian(sequenceNumber)
        output.writeBytes(content)
    }

    /// The number of a datagram without copying its content, or nil for one that is too short to have any.
    public static func sequenceNumber(in datagram: Span<UInt8>) -> UInt64? {
        datagram.count >= minimumSize ? datagram.littleEndianUInt64(at: 0) : nil
    }
}
