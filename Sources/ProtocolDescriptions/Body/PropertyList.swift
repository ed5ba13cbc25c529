import WireCoding

/// A property list, binary or XML; a keyed archive is read from its root object.
enum PropertyList {
    /// Nil for bytes that are not one.
    static func value(_ bytes: Span<UInt8>) -> FieldValue? {
        let value: FieldValue?
        if BinaryPropertyList.isOne(bytes) {
            guard var list = BinaryPropertyList(bytes) else { return nil }
            value = list.value()
        } else {
            var list = XMLPropertyList(bytes)
            value = list.read()
        }
        return value.flatMap { KeyedArchive.resolved($0) }
    }
}
