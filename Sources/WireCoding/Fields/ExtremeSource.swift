/// Random numbers from which codecs make the values at which programs break. Generators of tests conform to it.
public protocol ExtremeSource: RandomNumberGenerator {
    /// A whole number of the range, each as likely as the others.
    mutating func number(in range: ClosedRange<Int>) -> Int
    /// Any number, or one at a boundary of the type.
    mutating func extremeNumber<Number: FixedWidthInteger>(_ type: Number.Type) -> Number
    /// Bytes of several kinds, most often few.
    mutating func extremeBytes(from minimum: Int, upTo maximum: Int) -> [UInt8]
    /// A number of things: most often few, sometimes none or the most.
    mutating func extremeCount(upTo maximum: Int) -> Int
}

extension ExtremeSource {
    /// True in that many cases out of `denominator`, on average.
    public mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
        number(in: 1...denominator) <= numerator
    }

    /// So many bytes of any value: byte 3 (counted from 0, the lowest first) of as many outputs.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) }
    }

    /// One of the choices, each as likely as the others.
    ///
    /// - Precondition: There is one.
    public mutating func pick<Element>(_ choices: [Element]) -> Element { choices[number(in: 0...choices.count - 1)] }
}
