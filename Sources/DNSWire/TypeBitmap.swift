import WireCoding

/// A set of record types as NSEC writes it (RFC 4034 §4.1.2): for each block of 256 types that has any, the block's
/// number, the length of its bitmap (1 to 32 bytes), and the bitmap, the first type in the highest bit.
public struct TypeBitmap: Hashable, Sendable {
    private let storage: Storage

    /// The bitmaps of multicast DNS have three to eight bytes, which are kept here and not on the heap.
    private enum Storage: Hashable, Sendable {
        /// Up to eight bytes, the first one highest, the others zero.
        case short(word: UInt64, count: UInt8)
        /// More than eight bytes.
        case long([UInt8])
    }

    /// The bytes as they are in the record.
    public var windowBlocks: [UInt8] {
        switch storage {
        case .long(let bytes): bytes
        case .short(let word, let count):
            (0..<Int(count)).map { UInt8(truncatingIfNeeded: word >> (56 &- UInt64($0) &* 8)) }
        }
    }

    /// The number of ``windowBlocks``.
    var encodedSize: Int {
        switch storage {
        case .short(_, let count): Int(count)
        case .long(let bytes): bytes.count
        }
    }

    /// - Parameter windowBlocks: Blocks that were checked before.
    private init(checked windowBlocks: Span<UInt8>) {
        guard windowBlocks.count <= 8 else {
            storage = .long(windowBlocks.copied())
            return
        }
        var word: UInt64 = 0
        for index in windowBlocks.indices { word |= UInt64(windowBlocks[index]) << (56 &- UInt64(index) &* 8) }
        storage = .short(word: word, count: UInt8(windowBlocks.count))
    }

    /// The bitmap of these types, in the shortest form.
    public init(_ types: some Sequence<RecordType>) {
        var bytes: [UInt8] = []
        let windows = Dictionary(grouping: types, by: { UInt8($0.rawValue >> 8) })
        for (window, types) in windows.sorted(by: { $0.key < $1.key }) {
            let places = types.map { Int($0.rawValue & 255) }
            var bitmap = [UInt8](repeating: 0, count: (places.max() ?? 0) / 8 + 1)
            for place in places { bitmap[place / 8] |= 0x80 >> UInt8(place % 8) }
            bytes += [window, UInt8(bitmap.count)] + bitmap
        }
        self.init(checked: bytes.span)
    }

    /// Reads the rest of the reader.
    ///
    /// - Throws: `WireError.Kind.invalidValue(_:)` for a block out of order or a bitmap length outside 1 to 32.
    public init(parsing input: inout ByteReader) throws(WireError) {
        let start = input.position
        var previous = -1
        while !input.isAtEnd {
            var block = input
            let window = Int(try block.readUInt8("NSEC window block number"))
            guard window > previous else {
                throw input.error(.invalidValue(UInt64(window)), "NSEC window block number")
            }
            try input.skip(1, "NSEC window block number")
            let length = Int(try block.readUInt8("NSEC bitmap length"))
            guard (1...32).contains(length) else {
                throw input.error(.invalidValue(UInt64(length)), "NSEC bitmap length")
            }
            try input.skip(1, "NSEC bitmap length")
            try input.skip(length, "NSEC bitmap")
            previous = window
        }
        self.init(checked: input.input.extracting(start..<input.position))
    }

    /// Writes the windows as they are: number, length, and bitmap of each.
    public func serialize(into output: inout ByteWriter) {
        switch storage {
        case .long(let bytes): output.writeBytes(bytes)
        case .short(let word, let count):
            for index in 0..<UInt64(count) { output.writeUInt8(UInt8(truncatingIfNeeded: word >> (56 &- index &* 8))) }
        }
    }

    /// The types in ascending order.
    public var types: [RecordType] {
        let windowBlocks = windowBlocks
        var types: [RecordType] = []
        var offset = 0
        while offset < windowBlocks.count {
            let window = UInt16(windowBlocks[offset]) << 8
            let bitmap = windowBlocks[offset + 2..<offset + 2 + Int(windowBlocks[offset + 1])]
            for (index, byte) in bitmap.enumerated() {
                for bit in 0..<8 where byte & 0x80 >> bit != 0 {
                    types.append(RecordType(rawValue: window | UInt16(index * 8 + bit)))
                }
            }
            offset += 2 + bitmap.count
        }
        return types
    }

    /// Whether the bit of that type is set.
    public func contains(_ type: RecordType) -> Bool { types.contains(type) }
}
