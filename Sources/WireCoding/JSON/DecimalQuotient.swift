/// Exact conversion of decimal numbers whose digits are more than a `Double` has, such as 1730883377.1234567.
package enum DecimalQuotient {
    /// 5^27 is the last that fits into 64 bits.
    @inlinable package static var maximumPower: Int { 27 }

    /// The `Double` nearest to `digits` / 10^`power`, ties to even.
    ///
    /// 10^-n is 5^-n × 2^-n, and the quotient of two 64-bit integers, to 63 bits and with the remainder in its lowest
    /// one, rounds like the true value.
    ///
    /// - Parameters:
    ///   - digits: Not 0.
    ///   - power: 0 to ``maximumPower``.
    package static func double(_ digits: UInt64, power: Int) -> Double {
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

    private static let powersOfFive: [UInt64] = [
        1, 5, 25, 125, 625, 3125, 15_625, 78_125, 390_625, 1_953_125, 9_765_625, 48_828_125, 244_140_625,
        1_220_703_125, 6_103_515_625, 30_517_578_125, 152_587_890_625, 762_939_453_125, 3_814_697_265_625,
        19_073_486_328_125, 95_367_431_640_625, 476_837_158_203_125, 2_384_185_791_015_625, 11_920_928_955_078_125,
        59_604_644_775_390_625, 298_023_223_876_953_125, 1_490_116_119_384_765_625, 7_450_580_596_923_828_125,
    ]
}
