import WireCoding

/// The objects of a binary property list, read in place.
struct PropertyListObjects: ~Escapable {
    /// An object before its content is read.
    struct Object {
        /// The offset of its first byte in the list.
        let offset: Int
        /// The first byte: a kind in the upper four bits, a size or a value in the others.
        let marker: UInt8
        /// Bytes of the content, of a container its references.
        let content: Range<Int>
        /// Characters, bytes or items.
        let count: Int

        var kind: UInt8 { marker >> 4 }
    }

    let bytes: Span<UInt8>
    /// The offset of the list in what errors count from.
    let baseOffset: Int
    let offsetSize, referenceSize, count, table: Int
    /// The number of the object that is the list.
    let top: Int

    /// - Throws: For a wrong signature or a trailer that contradicts the length.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, baseOffset: Int) throws(WireError) {
        let least = BinaryPropertyList.signatureSize + BinaryPropertyList.trailerSize
        guard bytes.count >= least else {
            throw WireError(
                .truncated(needed: least, available: bytes.count), field: "property list", offset: baseOffset)
        }
        guard bytes.starts(with: BinaryPropertyList.signature) else {
            throw WireError(
                .invalidValue(bytes.bigEndianUInt64(at: 0)), field: "property list signature", offset: baseOffset)
        }
        let trailer = bytes.count - BinaryPropertyList.trailerSize
        func fault(_ value: UInt64, _ field: WireError.Field, _ place: Int) -> WireError {
            WireError(.invalidValue(value), field: field, offset: baseOffset + trailer + place)
        }
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetSize) else {
            throw fault(UInt64(offsetSize), "property list offset size", 6)
        }
        guard (1...8).contains(referenceSize) else {
            throw fault(UInt64(referenceSize), "property list reference size", 7)
        }
        let numbers = (0..<3).map { bytes.bigEndianUInt64(at: trailer + 8 + 8 * $0) }
        guard let table = Int(exactly: numbers[2]), table >= BinaryPropertyList.signatureSize, table <= trailer else {
            throw fault(numbers[2], "property list offset table", 24)
        }
        // An offset has at least a byte, so the product cannot overflow.
        guard let count = Int(exactly: numbers[0]), count <= trailer, count * offsetSize <= trailer - table else {
            throw fault(numbers[0], "property list object count", 8)
        }
        guard let top = Int(exactly: numbers[1]), top < count else {
            throw fault(numbers[1], "property list top object", 16)
        }
        (self.bytes, self.baseOffset) = (bytes, baseOffset)
        (self.offsetSize, self.referenceSize, self.count) = (offsetSize, referenceSize, count)
        (self.table, self.top) = (table, top)
    }

    func error(_ kind: WireError.Kind, _ field: WireError.Field, at offset: Int) -> WireError {
        WireError(kind, field: field, offset: baseOffset + offset, limit: "property list offset table")
    }

    /// The big-endian number of those bytes, of which there are at most eight.
    func number(at offset: Int, size: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in offset..<offset + size { number = number << 8 | UInt64(bytes[index]) }
        return number
    }

    /// An object whose content lies within the list.
    ///
    /// - Parameter index: Below ``count``.
    func object(_ index: Int) throws(WireError) -> Object {
        let place = table + index * offsetSize
        let target = number(at: place, size: offsetSize)
        guard let offset = Int(exactly: target), offset >= BinaryPropertyList.signatureSize, offset < table else {
            throw error(.badReference(target: Int(clamping: target)), "property list offset", at: place)
        }
        let marker = bytes[offset]
        let short = Int(marker & 15)
        var start = offset + 1
        var count = short
        let size: Int
        switch marker >> 4 {
        case 0x0 where marker == 0 || marker == 8 || marker == 9: (count, size) = (0, 0)
        case 0x1 where short <= 4: (count, size) = (1, 1 << short)
        case 0x2 where short == 2 || short == 3: (count, size) = (1, 1 << short)
        case 0x3 where short == 3: (count, size) = (1, 8)
        case 0x8: (count, size) = (1, short + 1)
        case 0x4, 0x5, 0x6, 0xA, 0xC, 0xD:
            if short == 15 { (start, count) = try longCount(at: start) }
            switch marker >> 4 {
            case 0x4, 0x5: size = count
            case 0x6: size = 2 * count
            case 0xD: size = 2 * count * referenceSize
            default: size = count * referenceSize
            }
        default: throw error(.invalidValue(UInt64(marker)), "property list object", at: offset)
        }
        guard size <= table - start else {
            throw error(.truncated(needed: size, available: table - start), "property list object", at: start)
        }
        return Object(offset: offset, marker: marker, content: start..<start + size, count: count)
    }

    /// A count of fifteen or more: an integer of one to eight bytes after the marker.
    ///
    /// - Returns: Where the content begins, and the count, which is at most the length of the list.
    private func longCount(at offset: Int) throws(WireError) -> (start: Int, count: Int) {
        guard offset < table else {
            throw error(.truncated(needed: 1, available: 0), "property list count", at: offset)
        }
        let marker = bytes[offset]
        guard (0x10...0x13).contains(marker) else {
            throw error(.invalidValue(UInt64(marker)), "property list count", at: offset)
        }
        let size = 1 << Int(marker & 15)
        guard size <= table - offset - 1 else {
            throw error(.truncated(needed: size, available: table - offset - 1), "property list count", at: offset + 1)
        }
        let count = number(at: offset + 1, size: size)
        guard count <= UInt64(bytes.count) else {
            throw error(
                .truncated(needed: Int(clamping: count), available: table - offset - 1 - size), "property list object",
                at: offset + 1)
        }
        return (offset + 1 + size, Int(count))
    }

    /// The number of an object that a container refers to.
    func reference(_ index: Int, of container: Object) throws(WireError) -> Int {
        let place = container.content.lowerBound + index * referenceSize
        let target = number(at: place, size: referenceSize)
        guard let object = Int(exactly: target), object < count else {
            throw error(.badReference(target: Int(clamping: target)), "property list reference", at: place)
        }
        return object
    }

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
}
