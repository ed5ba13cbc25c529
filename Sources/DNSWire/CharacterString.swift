import WireCoding

/// A `<character-string>` (RFC 1035 §3.3): a length byte and that many bytes.
enum CharacterString {
    /// The most bytes, the length byte not counted.
    static let maximumLength = 255

    @_lifetime(input: copy input)
    static func read(_ input: inout ByteReader, _ field: WireError.Field) throws(WireError) -> [UInt8] {
        let length = Int(try input.readUInt8(field))
        return try input.readBytes(length, field)
    }

    /// - Precondition: There are at most 255 bytes, as ``check(_:_:)`` ensures.
    static func write(_ bytes: [UInt8], into output: inout ByteWriter) {
        output.writeUInt8(UInt8(bytes.count))
        output.writeBytes(bytes)
    }

    /// Throws for more than 255 bytes.
    static func check(_ bytes: [UInt8], _ field: WireError.Field) throws(WireError) {
        guard bytes.count > maximumLength else { return }
        throw WireError(.tooLong(length: bytes.count, maximum: maximumLength), field: field, offset: 0)
    }
}
