import WireCoding

/// A binary property list (`bplist00`): an offset table at the end, objects that refer to each other.
struct BinaryPropertyList: ~Escapable {
    /// Values that one list may become. Objects are shared on the wire and are not in the result.
    static let maximumCount = 1 << 16
    static let maximumDepth = 64

    private let bytes: Span<UInt8>
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let tableOffset: Int
    let top: Int
    /// Values made so far.
    private var count = 0
    /// Bytes copied so far. A text that is referred to often is copied often.
    private var copied = 0

    static func isOne(_ bytes: Span<UInt8>) -> Bool { bytes.starts(with: "bplist") }

    /// Nil for bytes of another kind.
    @_lifetime(copy bytes)
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count >= 40, bytes.starts(with: "bplist0") else { return nil }
        let trailer = bytes.count - 32
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        let count = bytes.bigEndianUInt64(at: trailer + 8)
        let top = bytes.bigEndianUInt64(at: trailer + 16)
        let table = bytes.bigEndianUInt64(at: trailer + 24)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), count > 0, count <= UInt64(bytes.count),
            top < count, table >= 8, table <= UInt64(trailer),
            Int(count) * offsetSize <= trailer - Int(table)
        else { return nil }
        objectCount = Int(count)
        tableOffset = Int(table)
        self.top = Int(top)
    }

    /// An object with all that it refers to.
    ///
    /// - Parameter depth: Objects around it.
    /// - Returns: Nil where the list is damaged, refers to itself, or is too large.
    @_lifetime(self: copy self)
    mutating func value(_ object: Int, depth: Int = 0) -> FieldValue? {
        count += 1
        guard depth < Self.maximumDepth, count <= Self.maximumCount, object < objectCount else { return nil }
        let entry = tableOffset + object * offsetSize
        let place = FieldProgram.integer(bytes, entry, offsetSize, isLittle: false)
        guard place >= 8, place < UInt64(tableOffset) else { return nil }
        let offset = Int(place)
        let marker = bytes[offset]
        let low = Int(marker & 15)
        switch marker >> 4 {
        case 0:
            switch marker {
            case 0x00: return .null
            case 0x08: return .boolean(false)
            case 0x09: return .boolean(true)
            default: return nil
            }
        case 1: return integer(offset + 1, 1 << low)
        case 2: return real(offset + 1, 1 << low)
        case 3:
            guard low == 3, case .real(let seconds)? = real(offset + 1, 8) else { return nil }
            return PropertyListDate.value(seconds)
        case 4, 5, 6:
            guard let place = content(offset, low, marker >> 4 == 6 ? 2 : 1) else { return nil }
            copied += place.count
            return copied <= 4 * bytes.count + 1 << 16 ? text(place, marker >> 4) : nil
        case 8:
            guard low < 8, offset + 2 + low <= tableOffset else { return nil }
            let number = FieldProgram.integer(bytes, offset + 1, low + 1, isLittle: false)
            return .object([FrameField(KeyedArchive.reference, .number(number))])
        case 10, 12:
            guard let place = content(offset, low, referenceSize) else { return nil }
            var elements: [FieldValue] = []
            for start in stride(from: place.lowerBound, to: place.upperBound, by: referenceSize) {
                guard let element = value(reference(start), depth: depth + 1) else { return nil }
                elements.append(element)
            }
            return .list(elements)
        case 13: return dictionary(offset, low, depth: depth)
        default: return nil
        }
    }

    private func text(_ place: Range<Int>, _ kind: UInt8) -> FieldValue {
        switch kind {
        case 4: return .hex(bytes.copied(place))
        case 5: return .text(String(decoding: bytes.copied(place), as: UTF8.self))
        default:
            let units = stride(from: place.lowerBound, to: place.upperBound, by: 2).map {
                bytes.bigEndianUInt16(at: $0)
            }
            return .text(String(decoding: units, as: UTF16.self))
        }
    }

    private func reference(_ position: Int) -> Int {
        Int(exactly: FieldProgram.integer(bytes, position, referenceSize, isLittle: false)) ?? .max
    }

    @_lifetime(self: copy self)
    private mutating func dictionary(_ offset: Int, _ low: Int, depth: Int) -> FieldValue? {
        guard let keys = content(offset, low, 2 * referenceSize) else { return nil }
        let half = keys.count / 2
        var fields: [FrameField] = []
        for start in stride(from: keys.lowerBound, to: keys.lowerBound + half, by: referenceSize) {
            guard case .text(let name)? = value(reference(start), depth: depth + 1),
                let value = value(reference(start + half), depth: depth + 1)
            else { return nil }
            fields.append(FrameField(name, value))
        }
        return .object(fields)
    }

    /// The place of an object's content, whose count is in the marker or in the integer after it.
    private func content(_ offset: Int, _ low: Int, _ size: Int) -> Range<Int>? {
        var start = offset + 1
        var count = low
        if low == 15 {
            guard start < tableOffset, bytes[start] >> 4 == 1 else { return nil }
            let width = 1 << Int(bytes[start] & 15)
            guard width <= 8, start + 1 + width <= tableOffset else { return nil }
            guard let number = Int(exactly: FieldProgram.integer(bytes, start + 1, width, isLittle: false)) else {
                return nil
            }
            count = number
            start += 1 + width
        }
        guard start <= tableOffset, count <= (tableOffset - start) / size else { return nil }
        return start..<start + count * size
    }

    private func integer(_ position: Int, _ size: Int) -> FieldValue? {
        guard size <= 16, position + size <= tableOffset else { return nil }
        if size == 16 {
            // What 64 bits do not hold is written in sixteen bytes.
            let high = bytes.bigEndianUInt64(at: position)
            let low = bytes.bigEndianUInt64(at: position + 8)
            if high == 0 { return .number(low) }
            return high == .max ? .integer(Int64(bitPattern: low)) : nil
        }
        let number = FieldProgram.integer(bytes, position, size, isLittle: false)
        // Eight bytes have a sign, fewer have none.
        return size == 8 ? .integer(Int64(bitPattern: number)) : .number(number)
    }

    private func real(_ position: Int, _ size: Int) -> FieldValue? {
        guard size == 4 || size == 8, position + size <= tableOffset else { return nil }
        let number = FieldProgram.integer(bytes, position, size, isLittle: false)
        let value =
            size == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: number))) : Double(bitPattern: number)
        return value.isFinite ? .real(value) : .null
    }
}

/// Dates of property lists.
enum PropertyListDate {
    /// A date as text of RFC 3339, from seconds since 2001.
    static func value(_ seconds: Double) -> FieldValue {
        let nanoseconds = (seconds + Double(SentRule.Epoch.apple.seconds)) * 1e9
        guard abs(nanoseconds) < 9e18 else { return .null }
        return .text(RFC3339.text(Int64(nanoseconds)))
    }
}
