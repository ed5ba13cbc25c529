import Platform

/// The chi-squared distribution.
enum ChiSquaredDistribution {
    /// The probability of a value of at least `statistic`: the regularized upper incomplete gamma function
    /// Q(k/2, x/2).
    ///
    /// k/2 is whole or half a number, so that the recurrence Q(a + 1, x) = Q(a, x) + xᵃ e⁻ˣ / Γ(a + 1) (NIST DLMF, 8.8.6)
    /// gets there from Q(1, x) = e⁻ˣ or Q(½, x) = erfc √x (8.4.10, 8.4.6) in sums of positive terms, which lose no digits.
    static func upperTail(_ statistic: Double, degreesOfFreedom: Int) -> Double {
        guard degreesOfFreedom > 0, statistic > 0 else { return 1 }
        let x = statistic / 2
        var (a, sum, logTerm): (Double, Double, Double)
        if degreesOfFreedom.isMultiple(of: 2) {
            // x e⁻ˣ / Γ(2)
            (a, sum, logTerm) = (1, exp(-x), log(x) - x)
        } else {
            // √x e⁻ˣ / Γ(3/2), and Γ(3/2) = √π / 2
            (a, sum, logTerm) = (0.5, erfc(x.squareRoot()), log(x) / 2 - x + log(2 / Double.pi.squareRoot()))
        }
        // Logarithms, because e⁻ˣ alone may be too small a number where the term is not.
        while 2 * a < Double(degreesOfFreedom) {
            sum += exp(logTerm)
            a += 1
            logTerm += log(x / a)
        }
        return min(1, sum)
    }
}
