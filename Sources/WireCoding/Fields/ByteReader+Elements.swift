extension ByteReader {
    /// The next six bytes as a link-layer address.
    @inlinable
    @_lifetime(self: copy self)
    public mutating func readLinkAddress(_ field: WireError.Field) throws(WireError) -> LinkAddress {
        try require(6, field)
        let upper = try readUInt16(field)
        let lower = try readUInt32(field)
        return LinkAddress(rawValue: UInt64(upper) << 32 | UInt64(lower))
    }

    /// A type (1 byte), the length of the value (2, little-endian), and the value.
    ///
    /// - Throws: `truncated` when header or value is longer than what is left.
    @_lifetime(self: copy self)
    public mutating func readTypeLengthValue(_ field: WireError.Field) throws(WireError) -> (
        type: UInt8, value: [UInt8]
    ) {
        try require(3, field)
        let type = try readUInt8(field)
        return (type, try readBytes(Int(try readUInt16LittleEndian(field)), field))
    }
}

extension ByteReader {
    /// Elements to the end.
    ///
    /// - Returns: The elements, and the bytes from the first on that cannot be read, with the reason.
    @_lifetime(self: copy self)
    public mutating func readElements<Element: WireElement>(
        of _: Element.Type
    ) -> (elements: [Element], rest: [UInt8], error: WireError?) {
        var elements: [Element] = []
        while !isAtEnd {
            let start = self
            do throws(WireError) {
                elements.append(try Element(parsing: &self))
            } catch {
                self = start
                return (elements, readRemainingBytes(), error)
            }
        }
        return (elements, [], nil)
    }
}

extension ByteWriter {
    /// The bytes that a function writes.
    public static func bytes(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
        var output = ByteWriter()
        write(&output)
        return output.bytes
    }

    /// The bytes, cut or filled with zeros to `count`, so that fields of a fixed size keep their offsets.
    public mutating func writeFixed(_ bytes: some Collection<UInt8>, _ count: Int) {
        writeBytes(bytes.prefix(count))
        writeBytes(repeatElement(0, count: max(0, count - bytes.count)))
    }

    /// A type (1 byte), the length of the value (2, little-endian), and at most 65535 bytes of value.
    public mutating func writeTypeLengthValue(_ type: UInt8, _ value: [UInt8]) {
        let kept = value.prefix(0xFFFF)
        writeUInt8(type)
        writeUInt16LittleEndian(UInt16(truncatingIfNeeded: kept.count))
        writeBytes(kept)
    }
}
