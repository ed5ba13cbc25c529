import WireCoding

/// A set of record types as NSEC writes it (RFC 4034 §4.1.2): for each block of 256 types that has any, the block's
/// number, the length of its bitmap (1 to 32 bytes), and the bitmap, the first type in the highest bit.
public struct TypeBitmap: Hashable, Sendable {
    /// The bytes as they are in the record.
    public let windowBlocks: [UInt8]

    /// The bitmap of these types, in the shortest form.
    public init(_ types: some Sequence<RecordType>) {
        var bytes: [UInt8] = []
        var window: Int?
        var lengthIndex = 0
        for type in Set(types).sorted(by: { $0.rawValue < $1.rawValue }) {
            let number = Int(type.rawValue >> 8)
            if number != window {
                window = number
                bytes.append(UInt8(number))
                lengthIndex = bytes.count
                bytes.append(0)
            }
            let index = Int(type.rawValue & 255) / 8
            while Int(bytes[lengthIndex]) <= index {
                bytes[lengthIndex] += 1
                bytes.append(0)
            }
            bytes[lengthIndex + 1 + index] |= 0x80 >> (type.rawValue & 7)
        }
        windowBlocks = bytes
    }

    /// Reads the rest of the reader.
    ///
    /// - Throws: ``WireError/Kind/invalidValue(_:)`` for a block out of order or a bitmap length outside 1 to 32.
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
        windowBlocks = input.input.copied(start..<input.position)
    }

    public func serialize(into output: inout ByteWriter) { output.writeBytes(windowBlocks) }

    /// The types in ascending order.
    public var types: [RecordType] {
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

    public func contains(_ type: RecordType) -> Bool { types.contains(type) }
}
