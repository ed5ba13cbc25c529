import WireCoding

/// A number in one, two, four or eight bytes, whose first two bits say in how many (RFC 9000 §16).
///
/// Senders may take more bytes than needed, and do for lengths that they fill in later. The width is kept.
public struct QUICVariableInteger: Hashable, Sendable {
    /// How many bytes the number takes, by the two bits that say so.
    public enum Width: UInt8, Hashable, Sendable, CaseIterable {
        /// Six bits of number.
        case one
        /// 14 bits of number.
        case two
        /// 30 bits of number.
        case four
        /// 62 bits of number.
        case eight

        /// 1, 2, 4 or 8.
        public var bytes: Int { 1 << Int(rawValue) }
        /// The largest number that fits.
        public var maximum: UInt64 { UInt64.max >> UInt64(66 - 8 * bytes) }
    }

    /// The largest number, 2^62 - 1.
    public static let maximum = Width.eight.maximum

    /// The number, at most ``maximum``.
    public let value: UInt64
    /// How many bytes it takes on the wire.
    public let width: Width

    /// The number in that width, or in the smallest that it fits in; nil when it does not fit.
    public init?(_ value: UInt64, width: Width? = nil) {
        guard let width = width ?? Width.allCases.first(where: { value <= $0.maximum }), value <= width.maximum else {
            return nil
        }
        self.value = value
        self.width = width
    }

    /// The number of things that are in memory, in that width if it fits, else in the smallest.
    static func count(_ number: Int, width: Width) -> QUICVariableInteger {
        let value = UInt64(number)
        return QUICVariableInteger(value, width: value <= width.maximum ? width : nil)
            ?? QUICVariableInteger(value: maximum, width: .eight)
    }

    private init(value: UInt64, width: Width) { (self.value, self.width) = (value, width) }

    /// - Throws: `truncated` when fewer bytes are left than the first one says.
    public init(parsing input: inout ByteReader, _ field: WireError.Field) throws(WireError) {
        try input.require(1, field)
        let width = Width(rawValue: input.input[input.position] >> 6) ?? .one
        try input.require(width.bytes, field)
        var encoded: UInt64 = 0
        for _ in 0..<width.bytes { encoded = encoded << 8 | UInt64(try input.readUInt8(field)) }
        self.width = width
        value = encoded & width.maximum
    }

    /// Writes the number in its width, the highest byte first. It does not fail.
    public func serialize(into output: inout ByteWriter) {
        let mark = UInt64(width.rawValue) << UInt64(8 * width.bytes - 2)
        let encoded = value | mark
        for shift in stride(from: 8 * width.bytes - 8, through: 0, by: -8) {
            output.writeUInt8(UInt8(truncatingIfNeeded: encoded >> UInt64(shift)))
        }
    }
}
