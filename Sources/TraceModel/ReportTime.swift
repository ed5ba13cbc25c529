/// Times of a report, which are seconds, as whole nanoseconds.
package enum ReportTime {
    /// Whole nanoseconds, the largest or least number of them for more than they can count.
    package static func nanoseconds(_ seconds: Double) -> Int64 {
        let nanoseconds = (seconds * 1e9).rounded(.toNearestOrEven)
        // Beyond some days the product is wrong by more than a quarter of a nanosecond, and the text of the number, which is what the
        // report's JSON has, is exact.
        if nanoseconds.magnitude >= 0x1p50, let exact = decimal(seconds) { return exact }
        return Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max)
    }

    /// Nanoseconds by the shortest decimal number that is this one; nil for one without a point, or too large.
    private static func decimal(_ seconds: Double) -> Int64? {
        let parts = seconds.magnitude.description.split(separator: ".")
        guard parts.count == 2, let whole = Int64(parts[0]), parts[1].utf8.allSatisfy({ $0 <= UInt8(ascii: "9") }),
            let fraction = Int64("\(parts[1])000000000".prefix(9))
        else { return nil }
        let isNearerToNext = parts[1].utf8.dropFirst(9).first.map { $0 >= UInt8(ascii: "5") } ?? false
        let (product, isTooLarge) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow) = product.addingReportingOverflow(fraction + (isNearerToNext ? 1 : 0))
        return isTooLarge || overflow ? nil : seconds < 0 ? -sum : sum
    }
}
