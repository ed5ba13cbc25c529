import WireCoding

/// The bytes of fields.
enum FieldEncoding {
    /// What must be there.
    static func bytes(of constant: FieldConstant, for field: MessageField) -> [UInt8] {
        switch constant {
        case .bytes(let bytes): bytes
        case .integer(let number): bytes(of: UInt64(bitPattern: number), field.type, field.endian)
        case .unsigned(let number): bytes(of: number, field.type, field.endian)
        }
    }

    /// A number, two's complement, cut to the field's size.
    static func bytes(of number: UInt64, _ type: FieldType, _ endian: ByteOrder) -> [UInt8] {
        guard let size = type.size else { return Varint.encode(number) }
        return integer(number, size: size, endian)
    }

    static func integer(_ number: UInt64, size: Int, _ endian: ByteOrder) -> [UInt8] {
        let little = (0..<size).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> UInt64(8 * $0) : 0) }
        return endian == .little ? little : little.reversed()
    }
}
