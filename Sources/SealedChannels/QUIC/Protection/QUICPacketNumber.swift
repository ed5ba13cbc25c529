/// Packet numbers, of which packets only carry the last one to four bytes (RFC 9000 §17.1).
public enum QUICPacketNumber {
    /// The largest number, 2^62 - 1 (RFC 9000 §12.3).
    public static let maximum = QUICVariableInteger.maximum

    /// The whole number (RFC 9000 §A.3): the one that is nearest to the next one that is expected.
    ///
    /// - Parameters:
    ///   - truncated: What the packet carries.
    ///   - length: In how many bytes: 1, 2, 3 or 4. Others are taken for the nearest of them.
    ///   - largest: The largest number that was opened in the same packet number space; nil before the first.
    public static func decode(_ truncated: UInt32, length: Int, largest: UInt64?) -> UInt64 {
        let bits = UInt64(8 * min(max(length, 1), 4))
        let window: UInt64 = 1 << bits
        let half = window >> 1
        let expected = largest.map { min($0, maximum) &+ 1 } ?? 0
        let candidate = expected & ~(window &- 1) | UInt64(truncated) & (window &- 1)
        if candidate &+ half <= expected, candidate < maximum &+ 1 &- window { return candidate &+ window }
        if candidate > expected &+ half, candidate >= window { return candidate &- window }
        return candidate
    }

    /// The fewest bytes in which a number can be sent (RFC 9000 §A.2): a number as far again from the largest acknowledged
    /// must still be told apart.
    ///
    /// - Parameters:
    ///   - number: The whole packet number.
    ///   - largestAcknowledged: Nil before the first acknowledgment.
    /// - Returns: 1 to 4; 4 also where that is too few, since more cannot be sent.
    public static func length(of number: UInt64, largestAcknowledged: UInt64?) -> Int {
        let unacknowledged: UInt64
        if let largestAcknowledged {
            guard number > largestAcknowledged else { return 1 }
            unacknowledged = number &- largestAcknowledged
        } else {
            unacknowledged = number == .max ? number : number &+ 1
        }
        return (1...4).first { unacknowledged <= 1 << UInt64(8 * $0 - 1) } ?? 4
    }
}
