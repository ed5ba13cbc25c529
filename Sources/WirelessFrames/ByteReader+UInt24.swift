import WireCoding

extension ByteReader {
    /// The next three bytes as a number, as that of an organization (OUI).
    @_lifetime(self: copy self)
    mutating func readUInt24(_ field: WireError.Field) throws(WireError) -> UInt32 {
        try require(3, field)
        let upper = UInt32(try readUInt8(field))
        return upper << 16 | UInt32(try readUInt16(field))
    }
}

extension ByteWriter {
    /// The lower three bytes of a number, as of that of an organization (OUI).
    mutating func writeUInt24(_ value: UInt32) {
        writeUInt8(UInt8(truncatingIfNeeded: value >> 16))
        writeUInt16(UInt16(truncatingIfNeeded: value))
    }

    /// The bytes, cut or filled with zeros to `count`, so that fields of a fixed size keep their offsets.
    mutating func writeFixed(_ bytes: [UInt8], _ count: Int) {
        writeBytes(bytes.prefix(count))
        writeBytes(repeatElement(0, count: max(0, count - bytes.count)))
    }
}
