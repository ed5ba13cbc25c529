import WireCoding

/// A cyclic redundancy check of up to 32 bits whose polynomial is reflected, counted eight bytes at a time with eight tables
/// (M. Kounavis and F. Berry, *A Systematic Approach to Building High Performance, Software-Based, CRC Generators*, 2005).
struct ReflectedCRC: Sendable {
    /// The remainder so far.
    private(set) var state: UInt32
    private let tables: [UInt32]

    /// CRC-32 of zlib and Ethernet, before the complement at its end.
    static var crc32: ReflectedCRC { ReflectedCRC(state: .max, tables: crc32Tables) }
    /// CRC-16/ARC.
    static var crc16: ReflectedCRC { ReflectedCRC(state: 0, tables: crc16Tables) }

    private static let crc32Tables = tables(polynomial: 0xEDB8_8320)
    private static let crc16Tables = tables(polynomial: 0xA001)

    private init(state: UInt32, tables: [UInt32]) {
        (self.state, self.tables) = (state, tables)
    }

    /// Eight tables of 256: the remainders of a byte, and of one with a zero more in each after it.
    private static func tables(polynomial: UInt32) -> [UInt32] {
        var tables = (0..<256).map { byte in
            (0..<8).reduce(UInt32(byte)) { check, _ in check & 1 == 1 ? check >> 1 ^ polynomial : check >> 1 }
        }
        for index in 256..<8 * 256 {
            let before = tables[index - 256]
            tables.append(tables[Int(before & 0xFF)] ^ before >> 8)
        }
        return tables
    }

    /// Adds bytes of a span.
    ///
    /// - Precondition: The range lies within the span.
    mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var check = state
        var index = range.lowerBound
        let tables = tables
        while index &+ 8 <= range.upperBound {
            let word = bytes.loadUInt64(at: index) ^ UInt64(check)
            check = tables[0x700 | Int(word & 0xFF)] ^ tables[0x600 | Int(word >> 8 & 0xFF)]
            check ^= tables[0x500 | Int(word >> 16 & 0xFF)] ^ tables[0x400 | Int(word >> 24 & 0xFF)]
            check ^= tables[0x300 | Int(word >> 32 & 0xFF)] ^ tables[0x200 | Int(word >> 40 & 0xFF)]
            check ^= tables[0x100 | Int(word >> 48 & 0xFF)] ^ tables[Int(word >> 56)]
            index &+= 8
        }
        while index < range.upperBound {
            check = tables[Int((check ^ UInt32(bytes[index])) & 0xFF)] ^ check >> 8
            index &+= 1
        }
        state = check
    }

    mutating func add(_ bytes: Span<UInt8>) { add(bytes, 0..<bytes.count) }

    mutating func addZeros(_ count: Int) {
        var check = state
        for _ in 0..<count { check = tables[Int(check & 0xFF)] ^ check >> 8 }
        state = check
    }
}
