extension ClosedRange<Int64> {
    /// A number of the range. The remainder is as good as uniform, and the same with every standard library.
    func drawn(using generator: inout some RandomNumberGenerator) -> Int64 {
        let width = UInt64(bitPattern: upperBound &- lowerBound)
        guard width != 0, width != .max else { return lowerBound }
        return lowerBound &+ Int64(bitPattern: generator.next() % (width + 1))
    }
}
