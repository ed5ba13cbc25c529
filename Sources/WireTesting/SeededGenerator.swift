import WireCoding

/// A small random generator (SplitMix64) whose sequence depends on the seed alone: the same on every platform and in
/// every version of this package.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var random: SplitMix64

    public init(seed: UInt64) { random = SplitMix64(seed: seed) }

    public mutating func next() -> UInt64 { random.next() }

    /// A number from the range, by a method that stays as it is: `Int.random(in:using:)` may change with the standard
    /// library.
    public mutating func number(in range: ClosedRange<Int>) -> Int {
        let width = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound)) &+ 1
        guard width != 0 else { return Int(truncatingIfNeeded: next()) }
        return range.lowerBound &+ Int(truncatingIfNeeded: next() % width)
    }

    public mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for _ in 0..<count { bytes.append(UInt8(truncatingIfNeeded: next() >> 24)) }
        return bytes
    }

    public mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
        number(in: 1...denominator) <= numerator
    }

    public mutating func pick<Element>(_ choices: [Element]) -> Element { choices[number(in: 0...choices.count - 1)] }
}
