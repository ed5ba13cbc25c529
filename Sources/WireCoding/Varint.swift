/// An unsigned LEB128 number of at most 64 bits, in at most 10 bytes: seven bits a byte, the lowest first, and the top bit of each
/// byte but the last set.
public enum Varint: Equatable, Sendable {
    /// The most bytes that a number takes.
    public static let maximumLength = 10

    /// - Parameter length: Bytes that it takes.
    case value(UInt64, length: Int)
    /// The bytes end within it.
    case incomplete
    /// More bits or more bytes.
    case illegal

    /// Reads the number that begins there. One in more bytes than it needs is read too.
    @inlinable @inline(__always)
    public init(_ bytes: Span<UInt8>, at position: Int) {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        var cursor = position
        while cursor < bytes.count {
            let byte = bytes[cursor]
            cursor &+= 1
            if shift == 63, byte > 1 {
                self = .illegal
                return
            }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                self = .value(value, length: cursor &- position)
                return
            }
            shift &+= 7
        }
        self = .incomplete
    }

    /// The number in the fewest bytes.
    public static func encode(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
        return bytes
    }

    /// The fewest bytes that the number takes.
    public static func length(of value: UInt64) -> Int { max(1, (70 - value.leadingZeroBitCount) / 7) }
}
