extension BinaryInteger {
    /// The number with zeros in front up to that many digits.
    package func digits(_ count: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
    }
}
