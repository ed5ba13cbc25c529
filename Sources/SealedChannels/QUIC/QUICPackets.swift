import WireCoding

/// The QUIC packets that share a datagram, one after another (RFC 9000 §12.2).
public struct QUICPackets: ~Escapable {
    private var reader: ByteReader
    private let connectionIDLength: Int
    private var isFirst = true

    /// - Parameters:
    ///   - datagram: The payload of a UDP datagram.
    ///   - connectionIDLength: Bytes of the destination connection ID of short headers.
    @_lifetime(copy datagram)
    public init(in datagram: Span<UInt8>, connectionIDLength: Int) {
        reader = ByteReader(datagram)
        self.connectionIDLength = connectionIDLength
    }

    /// The next packet, or nil after the last one. After the first packet, a byte without the fixed bit starts no
    /// packet: some senders pad datagrams.
    ///
    /// - Throws: The error in the packet, once; nothing can be read after it.
    @_lifetime(self: copy self)
    public mutating func next() throws(WireError) -> QUICPacketView? {
        guard !reader.isAtEnd, isFirst || reader.input[reader.position] & 0x40 != 0 else { return nil }
        isFirst = false
        var attempt = reader
        do throws(WireError) {
            let packet = try QUICPacketView(parsing: &attempt, connectionIDLength: connectionIDLength)
            reader = attempt
            return packet
        } catch {
            try reader.skip(reader.remaining, "QUIC packet")
            throw error
        }
    }

    /// The range that has not been read: after the last packet, the padding of the datagram.
    public var rest: Range<Int> { reader.position..<reader.end }
}
