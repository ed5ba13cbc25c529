/// CRC-16/ARC: reflected polynomial A001, zero before and nothing after.
struct CRC16ARC: Hashable, Sendable {
    private(set) var value: UInt16 = 0

    mutating func add(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
        let table = Self.table
        var check = value
        for index in start..<max(start, end) {
            check = table[Int((check ^ UInt16(bytes[index])) & 0xFF)] ^ check >> 8
        }
        value = check
    }

    mutating func addZeros(_ count: Int) {
        for _ in 0..<count { value = Self.table[Int(value & 0xFF)] ^ value >> 8 }
    }

    private static let table: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte)) { check, _ in check & 1 == 1 ? check >> 1 ^ 0xA001 : check >> 1 }
    }
}
