/// A row of fields that begin with a type and a length, somewhere in an input.
///
/// Its start is found, not given, so that the same mutators work on a frame and on a packet with headers before it: it
/// is the first offset from which the fields end exactly with the input, or with a check sequence of four bytes.
struct FieldList {
    /// How fields of a format begin.
    struct Format: Sendable {
        /// Bytes of the type.
        var typeWidth: Int
        /// Bytes of the length, which counts what follows it.
        var lengthWidth: Int
        /// The order of the length's bytes.
        var isBigEndian = false
        /// The alignment of fields, counted from the first.
        var alignment = 1

        var headerSize: Int { typeWidth + lengthWidth }
    }

    /// How far into the input the first field is searched: less far in long ones, where each offset may cost a walk to
    /// the end.
    private static func reach(_ bytes: [UInt8]) -> Int { min(256, 0x20000 / max(1, bytes.count)) }

    /// Whole fields, headers included.
    private(set) var fields: [Range<Int>] = []
    let format: Format

    init(_ bytes: [UInt8], format: Format) {
        self.format = format
        for end in [bytes.count, bytes.count - 4] {
            for start in 0..<max(0, min(Self.reach(bytes), end)) {
                let fields = Self.fields(of: bytes, from: start, to: end, format)
                // A row ends with the region.
                guard fields.count > 1, fields.last?.upperBound == end else { continue }
                self.fields = fields
                return
            }
        }
        // If it was damaged before: the fields from the start, up to the damage.
        fields = Self.fields(of: bytes, from: 0, to: bytes.count, format)
    }

    /// The offset of a field's length.
    func lengthPlace(of field: Range<Int>) -> Int { field.lowerBound + format.typeWidth }

    private static func fields(of bytes: [UInt8], from start: Int, to end: Int, _ format: Format) -> [Range<Int>] {
        var fields: [Range<Int>] = []
        var position = start
        while position + format.headerSize <= end {
            let length = bytes.number(
                width: format.lengthWidth, at: position + format.typeWidth, bigEndian: format.isBigEndian)
            guard let length, length <= end - position - format.headerSize else { break }
            let size = (format.headerSize + length + format.alignment - 1) / format.alignment * format.alignment
            let next = min(end, position + size)
            fields.append(position..<next)
            position = next
        }
        return fields
    }
}
