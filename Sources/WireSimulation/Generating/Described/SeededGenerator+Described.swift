import ProtocolDescriptions
import WireCoding
import WireTesting

extension SeededGenerator {
    /// A value that a field can have.
    ///
    /// - Parameter size: Bytes of a field that says nothing of its length.
    mutating func value(of field: MessageField, size: Int) -> FieldValue {
        switch field.type {
        case .unsigned(let bytes):
            guard field.flags.isEmpty, field.bits.isEmpty else { return .object(parts(of: field)) }
            return .integer(Int64(number(in: 0...(bytes == 1 ? 200 : 30_000))))
        case .varint: return .integer(Int64(number(in: 0...30_000)))
        case .signed: return .integer(Int64(number(in: -100...100)))
        // Halves are the same in four bytes as in eight.
        case .float: return .real(Double(number(in: -200...200)) / 2)
        case .uuid: return .text(uuid())
        case .bytes(.count(let count)): return .hex(bytes(count))
        case .bytes: return .hex(Array(letters(size).utf8))
        case .text(.count(let count)): return .text(letters(min(count, 8)))
        case .text: return .text(letters(size))
        }
    }

    private mutating func parts(of field: MessageField) -> [FrameField] {
        field.bits.map { bits in
            let greatest = bits.mask >> UInt64(bits.mask.trailingZeroBitCount)
            return FrameField(bits.name, .integer(Int64(number(in: 0...Int(min(greatest, 7))))))
        } + field.flags.map { FrameField($0.name, .boolean(chance(1, in: 2))) }
    }

    /// A random UUID (RFC 9562 §5.4).
    mutating func uuid() -> String {
        var bytes = self.bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array(Hex.encode(bytes))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
