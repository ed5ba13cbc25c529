/// A row of fields somewhere in an input.
///
/// If the format does not say where they begin, the start is found: it is the first offset from which the fields end
/// exactly with the input, or with a check sequence of four bytes.
struct FieldList {
    /// How far into the input the first field is searched: less far in long ones, where each offset may cost a walk to
    /// the end.
    static func reach(_ bytes: [UInt8]) -> Int { min(256, 0x20000 / max(1, bytes.count)) }

    private(set) var fields: [FieldFormat.Field] = []
    let format: FieldFormat

    init(_ bytes: [UInt8], format: FieldFormat) {
        self.format = format
        if let start = format.start {
            fields = format.fields(of: bytes, from: start, to: bytes.count)
            return
        }
        for end in [bytes.count, bytes.count - 4] {
            for start in 0..<max(0, min(Self.reach(bytes), end)) {
                let fields = format.fields(of: bytes, from: start, to: end)
                // A row ends with the region.
                guard fields.count > 1, fields.last?.range.upperBound == end else { continue }
                self.fields = fields
                return
            }
        }
        // If it was damaged before: the fields from the start, up to the damage.
        fields = format.fields(of: bytes, from: 0, to: bytes.count)
    }

    /// The offset of a field's length.
    func lengthPlace(of field: FieldFormat.Field) -> Int { field.range.lowerBound + format.typeWidth }
}
