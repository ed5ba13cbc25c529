import WireCoding

/// A binary property list (`bplist00`) as a value, in which objects that refer to each other are made as often as they are referred to.
struct BinaryPropertyList: ~Escapable {
    /// Values that one list may become. Objects are shared on the wire and are not in the result.
    static let maximumCount = 1 << 16
    static let maximumDepth = 64

    private let objects: PropertyListObjects
    /// Values made so far.
    private var count = 0
    /// Bytes copied so far. A text that is referred to often is copied often.
    private var copied = 0

    static func isOne(_ bytes: Span<UInt8>) -> Bool { bytes.starts(with: "bplist") }

    /// Nil for bytes of another kind.
    @_lifetime(copy bytes)
    init?(_ bytes: Span<UInt8>) {
        guard let objects = try? PropertyListObjects(bytes, baseOffset: 0) else { return nil }
        self.objects = objects
    }

    /// The list with all that it refers to.
    ///
    /// - Returns: Nil where it is damaged, refers to itself, or is too large.
    @_lifetime(self: copy self)
    mutating func value() -> FieldValue? { value(objects.top, depth: 0) }

    /// - Parameter depth: Objects around it.
    @_lifetime(self: copy self)
    private mutating func value(_ index: Int, depth: Int) -> FieldValue? {
        count += 1
        guard depth < Self.maximumDepth, count <= Self.maximumCount, let object = try? objects.object(index) else {
            return nil
        }
        let content = object.content
        switch object.kind {
        case 0x0: return object.marker == 0 ? .null : .boolean(object.marker == 9)
        case 0x1: return integer(content)
        case 0x2:
            let number = real(content)
            return number.isFinite ? .real(number) : .null
        case 0x3:
            let seconds = real(content)
            return seconds.isFinite ? PropertyListDate.value(seconds) : nil
        case 0x4, 0x5, 0x6:
            copied += content.count
            return copied <= 4 * objects.bytes.count + 1 << 16 ? text(object) : nil
        case 0x8:
            guard content.count <= 8 else { return nil }
            let number = objects.number(at: content.lowerBound, size: content.count)
            return .object([FrameField(KeyedArchive.reference, .number(number))])
        case 0xA, 0xC:
            var elements: [FieldValue] = []
            for place in 0..<object.count {
                guard let element = element(place, of: object, depth: depth) else { return nil }
                elements.append(element)
            }
            return .list(elements)
        default: return dictionary(object, depth: depth)
        }
    }

    @_lifetime(self: copy self)
    private mutating func element(_ place: Int, of container: PropertyListObjects.Object, depth: Int) -> FieldValue? {
        guard let index = try? objects.reference(place, of: container) else { return nil }
        return value(index, depth: depth + 1)
    }

    @_lifetime(self: copy self)
    private mutating func dictionary(_ object: PropertyListObjects.Object, depth: Int) -> FieldValue? {
        var fields: [FrameField] = []
        for place in 0..<object.count {
            guard case .text(let name)? = element(place, of: object, depth: depth),
                let value = element(object.count + place, of: object, depth: depth)
            else { return nil }
            fields.append(FrameField(name, value))
        }
        return .object(fields)
    }

    private func text(_ object: PropertyListObjects.Object) -> FieldValue {
        let (bytes, content) = (objects.bytes, object.content)
        switch object.kind {
        case 0x4: return .hex(bytes.copied(content))
        case 0x5: return .text(String(decoding: bytes.copied(content), as: UTF8.self))
        default:
            let units = (0..<object.count).map { bytes.bigEndianUInt16(at: content.lowerBound + 2 * $0) }
            return .text(String(decoding: units, as: UTF16.self))
        }
    }

    private func integer(_ content: Range<Int>) -> FieldValue? {
        guard content.count == 16 else {
            let number = objects.number(at: content.lowerBound, size: content.count)
            // Eight bytes have a sign, fewer have none.
            return content.count == 8 ? .integer(Int64(bitPattern: number)) : .number(number)
        }
        // What 64 bits do not hold is written in sixteen bytes.
        let high = objects.number(at: content.lowerBound, size: 8)
        let low = objects.number(at: content.lowerBound + 8, size: 8)
        if high == 0 { return .number(low) }
        return high == .max ? .integer(Int64(bitPattern: low)) : nil
    }

    private func real(_ content: Range<Int>) -> Double {
        let bits = objects.number(at: content.lowerBound, size: content.count)
        return content.count == 4
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
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
