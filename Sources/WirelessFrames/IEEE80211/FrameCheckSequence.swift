import WireCoding

/// The check at the end of an 802.11 frame (IEEE 802.11 §9.2.4.8): CRC-32 over header and body, stored with its lowest
/// byte first.
public enum FrameCheckSequence {
    /// Bytes of the check.
    public static let size = 4

    /// Bytes that are looked up at once.
    private static let stride = 16

    /// The polynomial of IEEE 802.3, lowest bit first, for each value of a byte; then fifteen times the same with another zero
    /// byte behind it, so that none of sixteen bytes waits for another.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        for index in 0..<256 as Range<UInt32> {
            var value = index
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
            tables.append(value)
        }
        for index in 256..<stride * 256 {
            let value = tables[index - 256]
            tables.append(value >> 8 ^ tables[Int(value & 0xFF)])
        }
        return tables
    }()

    /// The check of these bytes.
    public static func of(_ bytes: Span<UInt8>) -> UInt32 { ~remainder(of: bytes, after: .max) }

    /// The state of the division behind these bytes, from the state before them.
    private static func remainder(of bytes: Span<UInt8>, after state: UInt32) -> UInt32 {
        let array = tables
        let tables = array.span
        var value = state
        var index = 0
        while index &+ stride <= bytes.count {
            let low = bytes.loadUInt64(at: index) ^ UInt64(value)
            let high = bytes.loadUInt64(at: index &+ 8)
            let first = tables[0xF00 | byte(low, 0)] ^ tables[0xE00 | byte(low, 1)]
            let second = tables[0xD00 | byte(low, 2)] ^ tables[0xC00 | byte(low, 3)]
            let third = tables[0xB00 | byte(low, 4)] ^ tables[0xA00 | byte(low, 5)]
            let fourth = tables[0x900 | byte(low, 6)] ^ tables[0x800 | byte(low, 7)]
            let fifth = tables[0x700 | byte(high, 0)] ^ tables[0x600 | byte(high, 1)]
            let sixth = tables[0x500 | byte(high, 2)] ^ tables[0x400 | byte(high, 3)]
            let seventh = tables[0x300 | byte(high, 4)] ^ tables[0x200 | byte(high, 5)]
            let eighth = tables[0x100 | byte(high, 6)] ^ tables[byte(high, 7)]
            value = (first ^ second) ^ (third ^ fourth) ^ ((fifth ^ sixth) ^ (seventh ^ eighth))
            index &+= stride
        }
        while index < bytes.count {
            value = value >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: value) ^ bytes[index])]
            index &+= 1
        }
        return value
    }

    @inline(__always)
    private static func byte(_ word: UInt64, _ number: UInt64) -> Int {
        Int(truncatingIfNeeded: word &>> (number &* 8) & 0xFF)
    }

    /// Whether a frame's last four bytes are the check of those before; false for fewer than four bytes.
    ///
    /// - Parameter padding: Where the radio put bytes between header and body that were not on the air; they do not count.
    public static func isValid(_ frame: Span<UInt8>, leavingOut padding: Range<Int> = 0..<0) -> Bool {
        guard frame.count >= size else { return false }
        let end = frame.count - size
        let gap = padding.clamped(to: 0..<end)
        var state = remainder(of: frame.extracting(0..<gap.lowerBound), after: .max)
        state = remainder(of: frame.extracting(gap.upperBound..<end), after: state)
        return ~state == frame.littleEndianUInt32(at: end)
    }
}
