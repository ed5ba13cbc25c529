import WireCoding

extension JSONText {
    /// Writes the fields of a layer as an object.
    package mutating func value(_ fields: [FrameField]) {
        beginObject()
        for field in fields {
            key(field.name)
            value(field.value)
        }
        endObject()
    }

    package mutating func value(_ field: FieldValue) {
        switch field {
        case .integer(let number): value(number)
        case .unsigned(let number): value(number)
        case .real(let number): value(number)
        case .text(let string): value(string)
        case .hex(let bytes): value(Hex.encode(bytes))
        case .boolean(let flag): value(flag)
        case .null: null()
        case .list(let elements):
            beginArray()
            for element in elements { value(element) }
            endArray()
        case .object(let fields): value(fields)
        }
    }
}
