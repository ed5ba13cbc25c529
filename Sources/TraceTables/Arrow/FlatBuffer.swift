import WireCoding

/// Writes FlatBuffers, the encoding of Arrow's metadata: each table before what it refers to, so that all references point forward
/// as the format wants (FlatBuffers Internals).
struct FlatBuffer {
    private var writer = ByteWriter()

    /// A value of a field.
    enum Value {
        case byte(UInt8)
        case flag(Bool)
        case short(Int16)
        case int(Int32)
        case long(Int64)
        case string(String)
        case table([Value?])
        case tables([[Value?]])
        /// Elements that are nothing but numbers of 64 bits.
        case structures([[Int64]])

        /// Bytes in a table; all others are references.
        fileprivate var size: Int {
            switch self {
            case .byte, .flag: 1
            case .short: 2
            case .long: 8
            case .int, .string, .table, .tables, .structures: 4
            }
        }
    }

    /// The bytes of a table, which is the root: its values by the ids of their fields, nil for those that have their default.
    static func encode(_ root: [Value?]) -> [UInt8] {
        var buffer = FlatBuffer()
        buffer.writer.writeUInt32LittleEndian(0)
        buffer.write(table: root, referredToAt: 0)
        buffer.align(to: 8)
        return buffer.writer.bytes
    }

    private mutating func write(table fields: [Value?], referredToAt reference: Int) {
        var places: [UInt16] = []
        var size = 4
        for field in fields {
            guard let field else {
                places.append(0)
                continue
            }
            size = (size + field.size - 1) / field.size * field.size
            places.append(UInt16(size))
            size += field.size
        }
        // The list of places comes right before the table, which begins where its largest number may.
        let placesSize = 4 + 2 * fields.count
        while (writer.count + placesSize) % 8 != 0 { writer.writeUInt8(0) }
        writer.writeUInt16LittleEndian(UInt16(placesSize))
        writer.writeUInt16LittleEndian(UInt16(size))
        for place in places { writer.writeUInt16LittleEndian(place) }

        let start = writer.count
        point(from: reference, to: start)
        writer.writeUInt32LittleEndian(UInt32(placesSize))
        var references: [(at: Int, value: Value)] = []
        for field in fields {
            guard let field else { continue }
            align(to: field.size, from: start)
            switch field {
            case .byte(let number): writer.writeUInt8(number)
            case .flag(let flag): writer.writeUInt8(flag ? 1 : 0)
            case .short(let number): writer.writeUInt16LittleEndian(UInt16(bitPattern: number))
            case .int(let number): writer.writeUInt32LittleEndian(UInt32(bitPattern: number))
            case .long(let number): writer.writeUInt64LittleEndian(UInt64(bitPattern: number))
            case .string, .table, .tables, .structures:
                references.append((writer.count, field))
                writer.writeUInt32LittleEndian(0)
            }
        }
        for (place, value) in references { write(value, referredToAt: place) }
    }

    private mutating func write(_ value: Value, referredToAt reference: Int) {
        switch value {
        case .string(let text):
            align(to: 4)
            point(from: reference, to: writer.count)
            writer.writeUInt32LittleEndian(UInt32(text.utf8.count))
            writer.writeBytes(text.utf8)
            writer.writeUInt8(0)
        case .table(let fields):
            write(table: fields, referredToAt: reference)
        case .tables(let elements):
            align(to: 4)
            point(from: reference, to: writer.count)
            writer.writeUInt32LittleEndian(UInt32(elements.count))
            let first = writer.count
            for _ in elements { writer.writeUInt32LittleEndian(0) }
            for (index, element) in elements.enumerated() { write(table: element, referredToAt: first + 4 * index) }
        case .structures(let elements):
            // The count is before the first element, which begins where a number of 64 bits may.
            while writer.count % 8 != 4 { writer.writeUInt8(0) }
            point(from: reference, to: writer.count)
            writer.writeUInt32LittleEndian(UInt32(elements.count))
            for number in elements.joined() { writer.writeUInt64LittleEndian(UInt64(bitPattern: number)) }
        case .byte, .flag, .short, .int, .long: break
        }
    }

    /// A reference is the distance from its own place.
    private mutating func point(from reference: Int, to target: Int) {
        let distance = UInt32(target - reference)
        writer.overwriteUInt16(UInt16(truncatingIfNeeded: distance).byteSwapped, at: reference)
        writer.overwriteUInt16(UInt16(truncatingIfNeeded: distance >> 16).byteSwapped, at: reference + 2)
    }

    private mutating func align(to size: Int, from start: Int = 0) {
        while (writer.count - start) % size != 0 { writer.writeUInt8(0) }
    }
}
