import WireCoding

/// Apple's binary property lists, `bplist00` (CFBinaryPList.c): objects, a table of their offsets, and a trailer of 32
/// bytes that says how wide the table's numbers are.
///
/// ```
/// bplist00 | objects … | offsets … | unused (6) offsetIntSize (1) objectRefSize (1)
///                                    numObjects (8) topObject (8) offsetTableOffset (8)
/// ```
struct BinaryPropertyList: ~Escapable {
    private static let headerLength = 8
    private static let trailerLength = 32

    /// The content of an object: items of one size, all of them before the table.
    private struct Items {
        let start: Int
        let count: Int
        let size: Int

        /// The offset where an item begins.
        func place(_ index: Int) -> Int { start + index * size }
    }

    private let input: Span<UInt8>
    private let referenceSize: Int
    private let offsetSize: Int
    private let objectCount: Int
    private let tableOffset: Int
    private var budget = PropertyListBudget()

    static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
        let input = bytes.span
        guard input.count >= headerLength + trailerLength else {
            throw PropertyListError(.endsEarly(.trailer), at: input.count)
        }
        // bplist15, 16 and 17 are other formats, which no Info.plist has.
        guard input[6] == 0x30 else { throw PropertyListError(.unknownFormat, at: 6) }
        let trailer = input.count - trailerLength
        let top = number(input, at: trailer + 16, size: 8)
        var list = try BinaryPropertyList(input, trailer: trailer)
        guard let top, top < list.objectCount else { throw PropertyListError(.malformed(.trailer), at: trailer + 16) }
        return try list.object(top, depth: 0)
    }

    @_lifetime(copy input)
    private init(_ input: Span<UInt8>, trailer: Int) throws(PropertyListError) {
        self.input = input
        offsetSize = Int(input[trailer + 6])
        referenceSize = Int(input[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw PropertyListError(.malformed(.trailer), at: trailer + 6)
        }
        guard let count = Self.number(input, at: trailer + 8, size: 8), count > 0 else {
            throw PropertyListError(.malformed(.trailer), at: trailer + 8)
        }
        guard let table = Self.number(input, at: trailer + 24, size: 8), table >= Self.headerLength, table <= trailer,
            count <= (trailer - table) / offsetSize
        else { throw PropertyListError(.malformed(.offsetTable), at: trailer + 24) }
        objectCount = count
        tableOffset = table
    }

    /// A number of `size` bytes that are there, nil where it does not fit.
    private static func number(_ input: Span<UInt8>, at offset: Int, size: Int) -> Int? {
        var value: UInt64 = 0
        for index in 0..<size { value = value << 8 | UInt64(input[offset + index]) }
        return Int(exactly: value)
    }

    /// - Parameter depth: How many arrays and dictionaries are around it. A list that contains itself ends here, too.
    private mutating func object(_ index: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
        let entry = tableOffset + index * offsetSize
        guard let offset = Self.number(input, at: entry, size: offsetSize), offset >= Self.headerLength,
            offset < tableOffset
        else { throw PropertyListError(.malformed(.offsetTable), at: entry) }
        try budget.spendValue(at: offset)
        let marker = input[offset]
        switch marker {
        case 0x08, 0x09: return .boolean(marker == 0x09)
        case 0x00: return .other(.special)
        case 0x10...0x14:
            _ = try content(offset + 1, count: 1 << Int(marker & 15), size: 1)
            return .other(.number)
        case 0x22, 0x23:
            _ = try content(offset + 1, count: 1 << Int(marker & 15), size: 1)
            return .other(.number)
        case 0x33:
            _ = try content(offset + 1, count: 8, size: 1)
            return .other(.date)
        case 0x40...0x4F:
            _ = try content(of: offset, size: 1)
            return .other(.data)
        case 0x50...0x5F:
            return .string(try asciiText(offset))
        case 0x60...0x6F: return .string(try utf16Text(offset))
        case 0x80...0x8F:
            _ = try content(offset + 1, count: Int(marker & 15) + 1, size: 1)
            return .other(.special)
        case 0xA0...0xAF: return .array(try array(offset, depth: depth))
        case 0xC0...0xCF:
            _ = try content(of: offset, size: referenceSize)
            return .other(.special)
        case 0xD0...0xDF: return .dictionary(try dictionary(offset, depth: depth))
        default: throw PropertyListError(.malformed(.object), at: offset)
        }
    }

    private mutating func array(_ offset: Int, depth: Int) throws(PropertyListError) -> [PropertyListValue] {
        guard depth < AppServiceDeclarations.maximumDepth else { throw PropertyListError(.tooDeep, at: offset) }
        var values: [PropertyListValue] = []
        let items = try content(of: offset, size: referenceSize)
        for index in 0..<items.count {
            values.append(try object(try reference(at: items.place(index)), depth: depth + 1))
        }
        return values
    }

    /// All references to keys come before all those to values.
    private mutating func dictionary(
        _ offset: Int, depth: Int
    ) throws(PropertyListError) -> [PropertyListValue.Member] {
        guard depth < AppServiceDeclarations.maximumDepth else { throw PropertyListError(.tooDeep, at: offset) }
        let pairs = try content(of: offset, size: 2 * referenceSize)
        var members: [PropertyListValue.Member] = []
        for index in 0..<pairs.count {
            let keyPlace = pairs.start + index * referenceSize
            guard case .string(let key) = try object(try reference(at: keyPlace), depth: depth + 1) else {
                throw PropertyListError(.malformed(.dictionaryKey), at: keyPlace)
            }
            let valuePlace = keyPlace + pairs.count * referenceSize
            let value = try object(try reference(at: valuePlace), depth: depth + 1)
            members.append(PropertyListValue.Member(key: key, value: value))
        }
        return members
    }

    private func reference(at place: Int) throws(PropertyListError) -> Int {
        guard let index = Self.number(input, at: place, size: referenceSize), index < objectCount else {
            throw PropertyListError(.malformed(.objectReference), at: place)
        }
        return index
    }

    private mutating func asciiText(_ offset: Int) throws(PropertyListError) -> String {
        let items = try content(of: offset, size: 1)
        try budget.spendText(items.count, at: offset)
        let bytes = input.copied(items.start..<items.start + items.count)
        guard let text = String(strictUTF8: bytes) else { throw PropertyListError(.malformed(.string), at: offset) }
        return text
    }

    private mutating func utf16Text(_ offset: Int) throws(PropertyListError) -> String {
        let items = try content(of: offset, size: 2)
        try budget.spendText(items.count, at: offset)
        let units = (0..<items.count).map { index in
            UInt16(input[items.place(index)]) << 8 | UInt16(input[items.place(index) + 1])
        }
        let text = String(decoding: units, as: UTF16.self)
        guard text.utf16.elementsEqual(units) else { throw PropertyListError(.malformed(.string), at: offset) }
        return text
    }

    /// The range of the items of an object whose marker has their number, or 15 followed by an integer.
    private func content(of offset: Int, size: Int) throws(PropertyListError) -> Items {
        let short = Int(input[offset] & 15)
        guard short == 15 else { return try content(offset + 1, count: short, size: size) }
        let place = offset + 1
        guard place < tableOffset else { throw PropertyListError(.endsEarly(.objectLength), at: place) }
        let marker = input[place]
        guard (0x10...0x13).contains(marker) else { throw PropertyListError(.malformed(.objectLength), at: place) }
        let width = 1 << Int(marker & 15)
        guard width <= tableOffset - place - 1 else { throw PropertyListError(.endsEarly(.objectLength), at: place) }
        guard let count = Self.number(input, at: place + 1, size: width) else {
            throw PropertyListError(.malformed(.objectLength), at: place)
        }
        return try content(place + 1 + width, count: count, size: size)
    }

    /// - Parameter start: At most the offset of the table.
    private func content(_ start: Int, count: Int, size: Int) throws(PropertyListError) -> Items {
        guard count <= (tableOffset - start) / size else { throw PropertyListError(.endsEarly(.object), at: start) }
        return Items(start: start, count: count, size: size)
    }
}
