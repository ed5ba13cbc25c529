/// How the fields of a format begin: a type and a length, in this order, and then as many bytes as the length says.
///
/// ``Mutator/fields(_:_:)`` damages such fields, and ``InputReducer`` shortens input without breaking their lengths. The
/// attributes of Wi-Fi Aware:
///
///     FieldFormat(typeWidth: 1, lengthWidth: 2)
public struct FieldFormat: Hashable, Sendable {
    /// Bytes of the type, 0 where fields have only a length.
    public let typeWidth: Int
    /// Bytes of the length, at most 8.
    public let lengthWidth: Int
    /// Whether the first byte of the length is its highest.
    public let isBigEndian: Bool
    /// Whether the length counts type and length too, not only what follows them.
    public let countsHeader: Bool
    /// The multiple of bytes at which fields begin, counted from the first field. Lengths do not count the padding.
    public let alignment: Int
    /// The offset of the first field; nil if it is to be found.
    ///
    /// It is then the first offset from which fields end exactly with the input, or with a check sequence of four bytes.
    /// So the same format does for a frame and for a packet that has headers before it.
    public let start: Int?

    /// The format of fields with a type and a length.
    ///
    /// - Parameters:
    ///   - typeWidth: Bytes of the type, 0 where fields have only a length.
    ///   - lengthWidth: Bytes of the length, 1 to 8.
    ///   - isBigEndian: Whether the first byte of the length is its highest.
    ///   - countsHeader: Whether the length counts type and length too.
    ///   - alignment: The multiple of bytes at which fields begin, 1 without padding.
    ///   - start: The offset of the first field; nil if it is to be found.
    /// - Precondition: No width is negative, that of the length is 1 to 8, the alignment is positive.
    public init(
        typeWidth: Int, lengthWidth: Int, isBigEndian: Bool = false, countsHeader: Bool = false, alignment: Int = 1,
        start: Int? = nil
    ) {
        precondition(typeWidth >= 0 && 1...8 ~= lengthWidth && alignment > 0 && (start ?? 0) >= 0)
        self.typeWidth = typeWidth
        self.lengthWidth = lengthWidth
        self.isBigEndian = isBigEndian
        self.countsHeader = countsHeader
        self.alignment = alignment
        self.start = start
    }

    /// The formats that ``Mutator/all`` damages.
    public static let common = [Mutator.elements, Mutator.attributes, Mutator.frames].compactMap(\.first?.fieldFormat)

    /// Bytes before the body.
    var headerSize: Int { typeWidth + lengthWidth }

    /// The number that the length of a field has.
    ///
    /// - Parameter count: Bytes of the body.
    func length(ofBody count: Int) -> Int { countsHeader ? count + headerSize : count }

    /// The whole fields from an offset on, up to `end` or the first that is not whole.
    func fields(of bytes: [UInt8], from start: Int, to end: Int) -> [Field] {
        var fields: [Field] = []
        var position = start
        while position + headerSize <= end {
            let length = bytes.number(width: lengthWidth, at: position + typeWidth, bigEndian: isBigEndian)
            guard let length, let count = count(ofLength: length), count <= end - position - headerSize else { break }
            let body = position + headerSize..<position + headerSize + count
            let size = (headerSize + count + alignment - 1) / alignment * alignment
            let next = min(end, position + size)
            fields.append(Field(range: position..<next, body: body))
            position = next
        }
        return fields
    }

    /// Bytes of the body; nil for a length that is shorter than what it counts.
    private func count(ofLength length: Int) -> Int? {
        let count = countsHeader ? length &- headerSize : length
        return count >= 0 ? count : nil
    }

    /// A field in an input.
    struct Field {
        /// All of it: header, body and padding.
        var range: Range<Int>
        var body: Range<Int>
    }
}
