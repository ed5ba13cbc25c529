import WireCoding

/// Exact conversion of the decimal numbers that clocks write.
enum DecimalNumber {
    /// The `Double` nearest to `digits` × 10^`exponent`, ties to even, or nil outside the range that is done here.
    ///
    /// If both factors are exact, one rounded operation gives the nearest value (Clinger, "How to Read Floating Point
    /// Numbers Accurately", 1990). Otherwise it is a ``DecimalQuotient``.
    @inline(__always)
    static func double(_ digits: UInt64, exponent: Int) -> Double? {
        if exponent == 0 { return Double(digits) }
        if digits <= 1 << 53 {
            if exponent < 0 && exponent >= -22 { return Double(digits) / powersOfTen[-exponent] }
            if exponent > 0 && exponent <= 22 { return Double(digits) * powersOfTen[exponent] }
        }
        if digits == 0 { return 0 }
        guard exponent < 0 && exponent >= -DecimalQuotient.maximumPower else { return nil }
        return DecimalQuotient.double(digits, power: -exponent)
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1e21, 1e22,
    ]
}
