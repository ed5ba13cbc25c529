import WireCoding

/// Writes a value as a binary property list.
enum PropertyListWriter {
    static func bytes(_ value: FieldValue) throws(MessageEncodingError) -> [UInt8] {
        var writer = Writer()
        let top = try writer.add(value, depth: 0)
        let offsetSize = 8
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in writer.objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        for offset in offsets { bytes += FieldEncoding.integer(UInt64(offset), size: offsetSize, .big) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(Writer.referenceSize)]
        for number in [writer.objects.count, top, table] {
            bytes += FieldEncoding.integer(UInt64(number), size: 8, .big)
        }
        return bytes
    }

    private struct Writer {
        static let referenceSize = 4
        var objects: [[UInt8]] = []

        mutating func add(_ value: FieldValue, depth: Int) throws(MessageEncodingError) -> Int {
            guard depth < BinaryPropertyList.maximumDepth, objects.count < BinaryPropertyList.maximumCount else {
                throw MessageEncodingError(
                    key: "body", message: "the value is nested too deeply, or has too many parts")
            }
            let index = objects.count
            objects.append([])
            switch value {
            case .null: objects[index] = [0]
            case .boolean(let flag): objects[index] = [flag ? 9 : 8]
            case .integer(let number): objects[index] = Self.integer(UInt64(bitPattern: number), isNegative: number < 0)
            case .unsigned(let number):
                objects[index] = [0x14] + Array(repeating: 0, count: 8) + FieldEncoding.integer(number, size: 8, .big)
            case .real(let number): objects[index] = [0x23] + FieldEncoding.integer(number.bitPattern, size: 8, .big)
            case .hex(let bytes): objects[index] = Self.head(4, bytes.count) + bytes
            case .text(let text):
                if text.utf8.allSatisfy({ $0 < 0x80 }) {
                    objects[index] = Self.head(5, text.utf8.count) + Array(text.utf8)
                } else {
                    let units = text.utf16.flatMap { FieldEncoding.integer(UInt64($0), size: 2, .big) }
                    objects[index] = Self.head(6, units.count / 2) + units
                }
            case .list(let elements):
                var references: [UInt8] = []
                for element in elements { references += Self.reference(try add(element, depth: depth + 1)) }
                objects[index] = Self.head(10, elements.count) + references
            case .object(let fields):
                var references: [UInt8] = []
                for field in fields { references += Self.reference(try add(.text(field.name), depth: depth + 1)) }
                for field in fields { references += Self.reference(try add(field.value, depth: depth + 1)) }
                objects[index] = Self.head(13, fields.count) + references
            }
            return index
        }

        private static func reference(_ index: Int) -> [UInt8] {
            FieldEncoding.integer(UInt64(index), size: referenceSize, .big)
        }

        private static func integer(_ number: UInt64, isNegative: Bool) -> [UInt8] {
            if isNegative { return [0x13] + FieldEncoding.integer(number, size: 8, .big) }
            let exponent: Int = [0, 1, 2].first(where: { number >> UInt64(8 << $0) == 0 }) ?? 3
            return [0x10 | UInt8(exponent)] + FieldEncoding.integer(number, size: 1 << exponent, .big)
        }

        private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
            count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15] + integer(UInt64(count), isNegative: false)
        }
    }
}
