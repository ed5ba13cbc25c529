import WireCoding

extension ByteReader {
    /// The next four bytes as an IPv4 address.
    @_lifetime(self: copy self)
    mutating func readIPv4Address(_ field: WireError.Field) throws(WireError) -> IPAddress {
        IPAddress(ipv4: try readUInt32(field))
    }

    /// The next sixteen bytes as an IPv6 address.
    @_lifetime(self: copy self)
    mutating func readIPv6Address(_ field: WireError.Field) throws(WireError) -> IPAddress {
        try require(16, field)
        let high = try readUInt64(field)
        let low = try readUInt64(field)
        return IPAddress(ipv6High: high, low: low)
    }
}

extension IPAddress {
    /// The lower four bytes, whichever family the address is of: what a field for an IPv4 address takes.
    var ipv4Value: UInt32 { UInt32(truncatingIfNeeded: low) }
}

extension ByteWriter {
    /// Writes sixteen bytes, whichever family the address is of.
    mutating func writeIPv6Address(_ address: IPAddress) {
        writeUInt64(address.high)
        writeUInt64(address.low)
    }
}

extension Span<UInt8> {
    /// The six bytes of a link-layer address as a number.
    @inlinable @inline(__always)
    func linkAddress(at offset: Int) -> UInt64 {
        UInt64(bigEndianUInt16(at: offset)) << 32 | UInt64(bigEndianUInt32(at: offset &+ 2))
    }
}
