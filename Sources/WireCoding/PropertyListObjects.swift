/// The objects of a binary property list, read in place: where they are and what they refer to. What they mean, and how many of
/// them there may be, is up to who asks.
///
/// ```
/// bplist00 | objects … | offsets … | unused (6) offsetIntSize (1) objectRefSize (1)
///                                    numObjects (8) topObject (8) offsetTableOffset (8)
/// ```
package struct PropertyListObjects: ~Escapable {
    /// The eight bytes at the beginning.
    package static let signature: StaticString = "bplist00"
    package static let signatureSize = 8
    package static let trailerSize = 32

    /// An object before its content is read.
    package struct Object {
        /// The offset of its first byte in the list.
        package let offset: Int
        /// The first byte: a kind in the upper four bits, a size or a value in the others.
        package let marker: UInt8
        /// Bytes of the content, of a container its references.
        package let content: Range<Int>
        /// Characters, bytes or items.
        package let count: Int

        package var kind: UInt8 { marker >> 4 }
    }

    package let bytes: Span<UInt8>
    /// The offset of the list in what errors count from.
    package let baseOffset: Int
    package let offsetSize, referenceSize, count, table: Int
    /// The number of the object that is the list.
    package let top: Int

    /// - Throws: For a wrong signature or a trailer that contradicts the length.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, baseOffset: Int) throws(WireError) {
        let least = Self.signatureSize + Self.trailerSize
        guard bytes.count >= least else {
            throw WireError(
                .truncated(needed: least, available: bytes.count), field: "property list", offset: baseOffset)
        }
        guard bytes.starts(with: Self.signature) else {
            throw WireError(
                .invalidValue(bytes.bigEndianUInt64(at: 0)), field: "property list signature", offset: baseOffset)
        }
        let trailer = bytes.count - Self.trailerSize
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
        guard let table = Int(exactly: numbers[2]), table >= Self.signatureSize, table <= trailer else {
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

    package func error(_ kind: WireError.Kind, _ field: WireError.Field, at offset: Int) -> WireError {
        WireError(kind, field: field, offset: baseOffset + offset, limit: "property list offset table")
    }

    /// The big-endian number of those bytes, of which there are at most eight.
    package func number(at offset: Int, size: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in offset..<offset + size { number = number << 8 | UInt64(bytes[index]) }
        return number
    }

    /// An object whose content lies within the list.
    ///
    /// - Parameter index: Below ``count``.
    package func object(_ index: Int) throws(WireError) -> Object {
        let place = table + index * offsetSize
        let target = number(at: place, size: offsetSize)
        guard let offset = Int(exactly: target), offset >= Self.signatureSize, offset < table else {
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
    package func reference(_ index: Int, of container: Object) throws(WireError) -> Int {
        let place = container.content.lowerBound + index * referenceSize
        let target = number(at: place, size: referenceSize)
        guard let object = Int(exactly: target), object < count else {
            throw error(.badReference(target: Int(clamping: target)), "property list reference", at: place)
        }
        return object
    }
}
