import WireCoding

/// What reading a property list may still use.
struct PropertyListBudget {
    private var objects = BinaryPropertyList.maximumObjects
    private var content: Int
    private let maximumContent: Int

    /// - Parameter length: Bytes of the list. Small values may be shared, so each object may have some bytes more.
    init(length: Int) {
        maximumContent = length + BinaryPropertyList.sharedLength * BinaryPropertyList.maximumObjects
        content = maximumContent
    }

    /// Counts an object, and the bytes of one that is no container.
    mutating func spend(_ object: PropertyListObjects.Object, depth: Int) -> (WireError.Kind, WireError.Field)? {
        let isContainer = object.kind >= 0xA
        let level = depth + (isContainer ? 1 : 0)
        guard level <= BinaryPropertyList.maximumDepth else {
            return (.tooLong(length: level, maximum: BinaryPropertyList.maximumDepth), "property list depth")
        }
        guard objects > 0 else {
            let maximum = BinaryPropertyList.maximumObjects
            return (.tooLong(length: maximum + 1, maximum: maximum), "property list objects")
        }
        objects -= 1
        guard !isContainer else { return nil }
        guard object.content.count <= content else {
            return (.tooLong(length: maximumContent + 1, maximum: maximumContent), "property list content")
        }
        content -= object.content.count
        return nil
    }
}

extension PropertyListObjects {
    /// The value of a key of the list, which is a dictionary; nil where it is not, or has no such key, or something
    /// before that key cannot be read.
    func value(forKey key: StaticString) -> Object? {
        guard let list = try? object(top), list.kind == 0xD else { return nil }
        for index in 0..<min(list.count, BinaryPropertyList.maximumObjects) {
            guard let keyIndex = try? reference(index, of: list), let text = try? object(keyIndex) else { return nil }
            guard text.kind == 0x5, text.count == key.utf8CodeUnitCount,
                bytes.starts(with: key, at: text.content.lowerBound)
            else { continue }
            guard let valueIndex = try? reference(list.count + index, of: list) else { return nil }
            return try? object(valueIndex)
        }
        return nil
    }

    /// An object with all that is in it.
    func value(
        at index: Int, depth: Int, _ budget: inout PropertyListBudget
    ) throws(WireError) -> BinaryPropertyList.Value {
        let object = try object(index)
        if let (kind, field) = budget.spend(object, depth: depth) { throw error(kind, field, at: object.offset) }
        switch object.kind {
        case 0xA: return .array(try items(of: object, depth: depth, &budget))
        case 0xC: return .set(try items(of: object, depth: depth, &budget))
        case 0xD:
            let entries = try entries(of: object, depth: depth, &budget)
            return .dictionary(entries.map(\.entry))
        default: return scalar(object)
        }
    }

    private func items(
        of container: Object, depth: Int, _ budget: inout PropertyListBudget
    ) throws(WireError) -> [BinaryPropertyList.Value] {
        var values: [BinaryPropertyList.Value] = []
        for index in 0..<container.count {
            values.append(try value(at: try reference(index, of: container), depth: depth + 1, &budget))
        }
        return values
    }

    /// The entries of a dictionary, each with the offset at which the content of its value begins.
    func entries(
        of container: Object, depth: Int, _ budget: inout PropertyListBudget
    ) throws(WireError) -> [(entry: BinaryPropertyList.Entry, offset: Int)] {
        var entries: [(entry: BinaryPropertyList.Entry, offset: Int)] = []
        var keys: Set<BinaryPropertyList.Text> = []
        for index in 0..<container.count {
            let keyIndex = try reference(index, of: container)
            let keyObject = try object(keyIndex)
            guard case .text(let key) = try value(at: keyIndex, depth: depth + 1, &budget) else {
                throw error(.invalidValue(UInt64(keyObject.marker)), "property list key", at: keyObject.offset)
            }
            // Receivers differ in which of two entries counts.
            guard keys.insert(key).inserted else {
                throw error(.invalidValue(UInt64(index)), "property list key", at: keyObject.offset)
            }
            let valueIndex = try reference(container.count + index, of: container)
            let offset = baseOffset + (try object(valueIndex)).content.lowerBound
            let value = try value(at: valueIndex, depth: depth + 1, &budget)
            entries.append((BinaryPropertyList.Entry(key: key, value: value), offset))
        }
        return entries
    }

    /// The value of an object that is no container.
    func scalar(_ object: Object) -> BinaryPropertyList.Value {
        let content = object.content
        switch object.kind {
        case 0x0: return object.marker == 0 ? .null : .boolean(object.marker == 9)
        case 0x1: return integer(content)
        case 0x2:
            let bits = number(at: content.lowerBound, size: content.count)
            return content.count == 4 ? .real32(UInt32(truncatingIfNeeded: bits)) : .real64(bits)
        case 0x3: return .date(number(at: content.lowerBound, size: 8))
        case 0x5: return .text(.ascii(bytes.copied(content)))
        case 0x6:
            return .text(.utf16((0..<object.count).map { bytes.bigEndianUInt16(at: content.lowerBound + 2 * $0) }))
        case 0x8: return .uid(bytes.copied(content))
        default: return .data(bytes.copied(content))
        }
    }

    /// Integers of one, two and four bytes have no sign, longer ones have.
    private func integer(_ content: Range<Int>) -> BinaryPropertyList.Value {
        guard content.count == 16 else {
            return .integer(Int64(bitPattern: number(at: content.lowerBound, size: content.count)))
        }
        let (high, low) = (
            number(at: content.lowerBound, size: 8), number(at: content.lowerBound + 8, size: 8)
        )
        let small = Int64(bitPattern: low)
        let fits = high == (small < 0 ? UInt64.max : 0)
        return fits ? .integer(small) : .wideInteger(high: high, low: low)
    }
}
