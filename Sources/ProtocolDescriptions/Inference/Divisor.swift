enum Divisor {
    /// The greatest number that divides both; the other one for 0.
    static func greatest(_ first: Int, _ second: Int) -> Int {
        var (a, b) = (first, second)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
