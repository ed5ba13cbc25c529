import WireCoding

/// Writes binary property lists in the order of Apple's and Python's encoders: a container, its keys, its values.
struct PropertyListWriter {
    private enum Object {
        case scalar(BinaryPropertyList.Value)
        case container(kind: UInt8, count: Int, references: [Int])
    }

    private var objects: [Object] = []
    private var shared: [BinaryPropertyList.Value: Int] = [:]
    private var visits = 0

    /// - Throws: `tooLong` for more objects or containers within each other than are read.
    static func write(_ value: BinaryPropertyList.Value, into output: inout ByteWriter) throws(WireError) {
        var writer = PropertyListWriter()
        let top = try writer.add(value, depth: 0)
        writer.finish(top: top, into: &output)
    }

    private mutating func add(_ value: BinaryPropertyList.Value, depth: Int) throws(WireError) -> Int {
        visits += 1
        try WireError.checkLength(visits, "property list objects", maximum: BinaryPropertyList.maximumObjects)
        switch value {
        case .array(let values): return try add(0xA, values.count, [], values, depth)
        case .set(let values): return try add(0xC, values.count, [], values, depth)
        case .dictionary(let entries):
            return try add(0xD, entries.count, entries.map { .text($0.key) }, entries.map(\.value), depth)
        default:
            let isShared = value.contentSize <= BinaryPropertyList.sharedLength
            if isShared, let index = shared[value] { return index }
            objects.append(.scalar(value))
            if isShared { shared[value] = objects.count - 1 }
            return objects.count - 1
        }
    }

    private mutating func add(
        _ kind: UInt8, _ count: Int, _ keys: [BinaryPropertyList.Value], _ values: [BinaryPropertyList.Value],
        _ depth: Int
    ) throws(WireError) -> Int {
        try WireError.checkLength(depth + 1, "property list depth", maximum: BinaryPropertyList.maximumDepth)
        let index = objects.count
        objects.append(.container(kind: kind, count: count, references: []))
        var references: [Int] = []
        for value in keys + values { references.append(try add(value, depth: depth + 1)) }
        objects[index] = .container(kind: kind, count: count, references: references)
        return index
    }

    private func finish(top: Int, into output: inout ByteWriter) {
        var list = ByteWriter()
        list.writeBytes("bplist00".utf8)
        let referenceSize = Self.size(of: UInt64(objects.count))
        var offsets: [Int] = []
        for object in objects {
            offsets.append(list.count)
            switch object {
            case .scalar(let value): value.write(into: &list)
            case .container(let kind, let count, let references):
                list.writeMarker(kind, count: count)
                for reference in references { list.writeNumber(UInt64(reference), size: referenceSize) }
            }
        }
        let table = list.count
        let offsetSize = Self.size(of: UInt64(table))
        for offset in offsets { list.writeNumber(UInt64(offset), size: offsetSize) }
        list.writeNumber(0, size: 6)
        list.writeUInt8(UInt8(offsetSize))
        list.writeUInt8(UInt8(referenceSize))
        for number in [objects.count, top, table] { list.writeUInt64(UInt64(number)) }
        output.writeBytes(list.bytes)
    }

    /// The fewest bytes of 1, 2, 4 and 8 that hold a number.
    static func size(of number: UInt64) -> Int {
        number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : number < 1 << 32 ? 4 : 8
    }
}

extension BinaryPropertyList.Value {
    /// Writes a whole property list.
    ///
    /// - Throws: `tooLong` for more than ``BinaryPropertyList/maximumObjects`` objects, or more than
    ///   ``BinaryPropertyList/maximumDepth`` containers within each other.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try PropertyListWriter.write(self, into: &output)
    }

    /// Bytes after the marker, of an object that is no container and needs no count of its own.
    fileprivate var contentSize: Int {
        switch self {
        case .data(let bytes), .uid(let bytes), .text(.ascii(let bytes)): bytes.count
        case .text(.utf16(let units)): 2 * units.count
        default: 0
        }
    }

    /// Writes an object that is no container.
    fileprivate func write(into output: inout ByteWriter) {
        switch self {
        case .null: output.writeUInt8(0)
        case .boolean(let flag): output.writeUInt8(flag ? 9 : 8)
        case .integer(let number):
            let bits = UInt64(bitPattern: number)
            let size = PropertyListWriter.size(of: bits)
            output.writeUInt8(0x10 | UInt8(size.trailingZeroBitCount))
            output.writeNumber(bits, size: size)
        case .wideInteger(let high, let low):
            output.writeUInt8(0x14)
            output.writeUInt64(high)
            output.writeUInt64(low)
        case .real32(let bits):
            output.writeUInt8(0x22)
            output.writeUInt32(bits)
        case .real64(let bits):
            output.writeUInt8(0x23)
            output.writeUInt64(bits)
        case .date(let bits):
            output.writeUInt8(0x33)
            output.writeUInt64(bits)
        case .data(let bytes):
            output.writeMarker(0x4, count: bytes.count)
            output.writeBytes(bytes)
        case .text(.ascii(let bytes)):
            output.writeMarker(0x5, count: bytes.count)
            output.writeBytes(bytes)
        case .text(.utf16(let units)):
            output.writeMarker(0x6, count: units.count)
            for unit in units { output.writeUInt16(unit) }
        case .uid(let bytes):
            // One to sixteen bytes have a marker; others are cut, or become a zero.
            let kept = bytes.isEmpty ? [0] : bytes.prefix(16)
            output.writeUInt8(0x80 | UInt8(kept.count - 1))
            output.writeBytes(kept)
        case .array, .set, .dictionary: break
        }
    }
}

extension ByteWriter {
    /// The marker of an object with a count: in its lower bits, or after it from fifteen on.
    fileprivate mutating func writeMarker(_ kind: UInt8, count: Int) {
        guard count >= 15 else {
            writeUInt8(kind << 4 | UInt8(count))
            return
        }
        writeUInt8(kind << 4 | 15)
        let size = PropertyListWriter.size(of: UInt64(count))
        writeUInt8(0x10 | UInt8(size.trailingZeroBitCount))
        writeNumber(UInt64(count), size: size)
    }

    fileprivate mutating func writeNumber(_ number: UInt64, size: Int) {
        for shift in stride(from: 8 * (size - 1), through: 0, by: -8) {
            writeUInt8(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }
}
