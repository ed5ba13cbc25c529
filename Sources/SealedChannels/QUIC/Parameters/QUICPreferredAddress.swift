import WireCoding

/// Where a server wants to be reached after the handshake (RFC 9000 §18.2).
///
/// | bytes | field |
/// |---|---|
/// | 4 + 2 | IPv4 address and port, zeros for none |
/// | 16 + 2 | IPv6 address and port, zeros for none |
/// | 1 + … | connection ID |
/// | 16 | stateless reset token |
public struct QUICPreferredAddress: Hashable, Sendable {
    /// Bytes of every stateless reset token (RFC 9000 §10.3).
    public static let resetTokenLength = 16

    /// The IPv4 address, all zeros where the server has none.
    public var ipv4: IPAddress
    /// The UDP port at ``ipv4``; 0 if the server has no IPv4 address to prefer.
    public var ipv4Port: UInt16
    /// The IPv6 address, all zeros where the server has none.
    public var ipv6: IPAddress
    /// The UDP port at ``ipv6``; 0 if the server has no IPv6 address to prefer.
    public var ipv6Port: UInt16
    /// 1 to 20 bytes.
    public var connectionID: [UInt8]
    /// 16 bytes.
    public var statelessResetToken: [UInt8]

    /// - Returns: Nil for an address of the other family.
    public init?(
        ipv4: IPAddress, ipv4Port: UInt16, ipv6: IPAddress, ipv6Port: UInt16, connectionID: [UInt8],
        statelessResetToken: [UInt8]
    ) {
        guard !ipv4.isIPv6, ipv6.isIPv6 else { return nil }
        self.ipv4 = ipv4
        self.ipv4Port = ipv4Port
        self.ipv6 = ipv6
        self.ipv6Port = ipv6Port
        self.connectionID = connectionID
        self.statelessResetToken = statelessResetToken
    }

    /// - Throws: `truncated`, `invalidValue` for a connection ID without bytes, `tooLong` for one of more than 20.
    public init(parsing input: inout ByteReader) throws(WireError) {
        ipv4 = IPAddress(ipv4: try input.readUInt32("QUIC preferred IPv4 address"))
        ipv4Port = try input.readUInt16("QUIC preferred IPv4 port")
        let high = try input.readUInt64("QUIC preferred IPv6 address")
        ipv6 = IPAddress(ipv6High: high, low: try input.readUInt64("QUIC preferred IPv6 address"))
        ipv6Port = try input.readUInt16("QUIC preferred IPv6 port")
        let bookmark = input
        let length = Int(try input.readUInt8("QUIC connection ID length"))
        guard length > 0 else { throw bookmark.error(.invalidValue(0), "QUIC connection ID length") }
        guard length <= QUICPacketView.maximumConnectionIDLength else {
            throw bookmark.error(
                .tooLong(length: length, maximum: QUICPacketView.maximumConnectionIDLength), "QUIC connection ID")
        }
        connectionID = try input.readBytes(length, "QUIC connection ID")
        statelessResetToken = try input.readBytes(Self.resetTokenLength, "QUIC stateless reset token")
    }

    /// - Throws: `tooLong`, before the first byte, for a connection ID of more than 20 bytes.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try WireError.checkLength(
            connectionID.count, "QUIC connection ID", maximum: QUICPacketView.maximumConnectionIDLength,
            offset: output.count)
        ipv4.serialize(into: &output)
        output.writeUInt16(ipv4Port)
        ipv6.serialize(into: &output)
        output.writeUInt16(ipv6Port)
        output.writeUInt8(UInt8(truncatingIfNeeded: connectionID.count))
        output.writeBytes(connectionID)
        output.writeBytes(statelessResetToken)
    }
}
