import WireCoding

extension ByteReader {
    /// The next six bytes as a link-layer address.
    @_lifetime(self: copy self)
    mutating func readLinkAddress(_ field: WireError.Field) throws(WireError) -> LinkAddress {
        try require(6, field)
        let upper = try readUInt16(field)
        let lower = try readUInt32(field)
        return LinkAddress(rawValue: UInt64(upper) << 32 | UInt64(lower))
    }
}
