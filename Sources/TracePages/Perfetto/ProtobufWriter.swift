/// Writes messages of Protocol Buffers (Protocol Buffers Encoding): fields, each with its number and its wire type before it.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    /// How a value is written.
    private enum WireType: UInt64 {
        case varint = 0
        case fixed64 = 1
        case lengthDelimited = 2
    }

    /// Adds a field of type `uint32`, `uint64`, `bool` or an enumeration.
    mutating func unsigned(_ value: UInt64, _ field: Int) {
        key(field, .varint)
        varint(value)
    }

    /// Adds a field of type `int32` or `int64`: negative numbers as 64 bits in two's complement.
    mutating func signed(_ value: Int64, _ field: Int) { unsigned(UInt64(bitPattern: value), field) }

    /// Adds a field of type `fixed64`.
    mutating func fixed(_ value: UInt64, _ field: Int) {
        key(field, .fixed64)
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// Adds a field of type `double`.
    mutating func double(_ value: Double, _ field: Int) { fixed(value.bitPattern, field) }

    /// Adds a field of type `string`.
    mutating func text(_ text: String, _ field: Int) {
        key(field, .lengthDelimited)
        varint(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Adds a field that is a message, with what `content` adds to it.
    mutating func message(_ field: Int, _ content: (inout ProtobufWriter) -> Void) {
        key(field, .lengthDelimited)
        // Nearly all lengths take one byte. What is longer moves.
        let start = bytes.count
        bytes.append(0)
        content(&self)
        let length = bytes.count - start - 1
        guard length >= 0x80 else {
            bytes[start] = UInt8(length)
            return
        }
        bytes.replaceSubrange(start...start, with: Self.varint(UInt64(length)))
    }

    /// Forgets what was written, and keeps the room for it.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Seven bits a byte, the lowest first, and the top bit of all bytes but the last.
    static func varint(_ value: UInt64) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.varint(value)
        return writer.bytes
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func key(_ field: Int, _ type: WireType) { varint(UInt64(field) << 3 | type.rawValue) }
}
