/// Exact conversion of the decimal numbers that clocks write.
enum DecimalNumber {
    /// The `Double` nearest to `digits` × 10^`exponent`, ties to even, or nil outside the range that is done here.
    ///
    /// If both factors are exact, one rounded operation gives the nearest value (Clinger, "How to Read Floating Point
    /// Numbers Accurately", 1990). Otherwise 10^-n is 5^-n × 2^-n, and the quotient of two 64-bit integers, to 63 bits
    /// and with the remainder in its lowest one, rounds like the true value.
    @inline(__always)
    static func double(_ digits: UInt64, exponent: Int) -> Double? {
        if exponent == 0 { return Double(digits) }
        if digits <= 1 << 53 {
            if exponent < 0 && exponent >= -22 { return Double(digits) / powersOfTen[-exponent] }
            if exponent > 0 && exponent <= 22 { return Double(digits) * powersOfTen[exponent] }
        }
        if digits == 0 { return 0 }
        guard exponent < 0 && exponent >= -27 else { return nil }
        return quotient(digits, power: -exponent)
    }

    /// `digits` / 10^`power`, for a power of at most 27: 5^27 is the last that fits into 64 bits. `digits` is not 0.
    static func quotient(_ digits: UInt64, power: Int) -> Double {
        let divisor = powersOfFive[power]
        let dividendShift = digits.leadingZeroBitCount
        let divisorShift = divisor.leadingZeroBitCount
        let dividend = digits << UInt64(dividendShift)
        // Both have the top bit set, so that half the dividend is less than the divisor, and the quotient of
        // dividend × 2^63 lies between 2^62 and 2^64.
        let (quotient, remainder) = (divisor << UInt64(divisorShift)).dividingFullWidth((dividend >> 1, dividend << 63))
        let rounded = Double(remainder == 0 ? quotient : quotient | 1)
        let scale = divisorShift - dividendShift - power - 63
        return rounded * Double(sign: .plus, exponent: scale, significand: 1)
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1e21, 1e22,
    ]

    private static let powersOfFive: [UInt64] = (0...27).map { power in
        (0..<power).reduce(1) { product, _ in product * 5 }
    }
}
