import WireCoding

extension ByteWriter {
    /// A type (1 byte), the length of the value (2, little-endian), and at most 65535 bytes of value.
    mutating func writeTypeLengthValue(_ type: UInt8, _ value: [UInt8]) {
        let kept = value.prefix(0xFFFF)
        writeUInt8(type)
        writeUInt16LittleEndian(UInt16(truncatingIfNeeded: kept.count))
        writeBytes(kept)
    }
}

extension ByteReader {
    /// A type (1 byte), the length of the value (2, little-endian), and the value.
    ///
    /// - Throws: `truncated` when header or value is longer than what is left.
    @_lifetime(self: copy self)
    mutating func readTypeLengthValue(_ field: WireError.Field) throws(WireError) -> (type: UInt8, value: [UInt8]) {
        try require(3, field)
        let type = try readUInt8(field)
        return (type, try readBytes(Int(try readUInt16LittleEndian(field)), field))
    }
}
