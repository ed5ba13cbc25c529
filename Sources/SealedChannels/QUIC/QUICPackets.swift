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

    /// The next packet, or nil after the last one. After the first packet, zeros up to the end are no packet: some senders
    /// pad datagrams. What has no fixed bit is a packet (RFC 9287) if it can be read as one of a known version, else
    /// padding.
    ///
    /// - Throws: The error in the packet, once; nothing can be read after it.
    @_lifetime(self: copy self)
    public mutating func next() throws(WireError) -> QUICPacketView? {
        guard !reader.isAtEnd, isFirst || !isPadding else { return nil }
        let isCertain = isFirst || reader.input[reader.position] & 0x40 != 0
        isFirst = false
        var attempt = reader
        do throws(WireError) {
            let packet = try QUICPacketView(parsing: &attempt, connectionIDLength: connectionIDLength)
            guard isCertain || packet.type.isProtected else { return nil }
            reader = attempt
            return packet
        } catch {
            guard isCertain else { return nil }
            try reader.skip(reader.remaining, "QUIC packet")
            throw error
        }
    }

    /// Whether all that is left are zeros. A packet hardly begins with any, so that one look is enough for most.
    private var isPadding: Bool {
        for index in reader.position..<reader.end where reader.input[index] != 0 { return false }
        return true
    }

    /// The range that has not been read: after the last packet, the padding of the datagram.
    public var rest: Range<Int> { reader.position..<reader.end }
}
