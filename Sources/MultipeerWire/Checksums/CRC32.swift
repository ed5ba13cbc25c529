import WireCoding

/// CRC-32 of zlib and Ethernet: reflected polynomial EDB88320, all ones before and complemented after.
struct CRC32: Hashable, Sendable {
    private var state: UInt32 = 0xFFFF_FFFF

    var value: UInt32 { ~state }

    mutating func add(_ bytes: Span<UInt8>) {
        let table = Self.table
        for index in bytes.indices {
            state = table[Int((state ^ UInt32(bytes[index])) & 0xFF)] ^ state >> 8
        }
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { check, _ in check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
    }
}
