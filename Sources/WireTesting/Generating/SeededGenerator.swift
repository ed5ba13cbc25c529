import WireCoding

/// A small random generator (SplitMix64) whose sequence depends on the seed alone: the same on every platform and in
/// every version of this package.
///
/// The state is one number of 64 bits, at first the seed. Each output (Steele, Lea and Flood, "Fast Splittable
/// Pseudorandom Number Generators", 2014; the constants of Vigna's `splitmix64.c`), modulo 2^64:
///
///     state += 0x9E3779B97F4A7C15
///     z = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9
///     z = (z ^ (z >> 27)) * 0x94D049BB133111EB
///     output = z ^ (z >> 31)
///
/// | outputs for seed 0 | |
/// |---|---|
/// | first | `0xE220A8397B1DCDAF` |
/// | second | `0x6E789E6AA1B965F4` |
/// | third | `0x06C45D188009454F` |
/// | fourth | `0xF88BB8A8724C81EC` |
///
/// These outputs and what the methods below make of them are a promise: a failure that was reported with its seed can be
/// repeated with any later version. That is why the methods do without the algorithms of the standard library
/// (`Int.random(in:using:)`, `shuffle(using:)`), which may change.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var random: SplitMix64
    /// Records or plays the choices of a value; nil unless it is to be shrunk.
    private var tape: ChoiceTape?

    /// The generator whose first output belongs to the seed.
    ///
    /// - Parameter seed: Any number; each makes a sequence of its own.
    public init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The generator for one of many values that belong to a seed, so that any of them can be made without those before.
    ///
    /// It is seeded with the first output for the seed that is the first output for `seed`, xor `number`.
    ///
    /// - Parameters:
    ///   - seed: The seed of all the values.
    ///   - number: Which value, counted from 0.
    public init(seed: UInt64, number: Int) {
        var first = SeededGenerator(seed: seed)
        var second = SeededGenerator(seed: first.next() ^ UInt64(truncatingIfNeeded: number))
        random = SplitMix64(seed: second.next())
    }

    /// The next output: any number of 64 bits.
    public mutating func next() -> UInt64 { draw(upTo: .max) }
}

extension SeededGenerator {
    /// Records or plays the choices of what `body` makes.
    ///
    /// - Returns: What was made, and the choices that it was made from.
    mutating func taped<Value>(
        _ tape: ChoiceTape, _ body: (inout SeededGenerator) -> Value
    ) -> (value: Value, tape: ChoiceTape) {
        self.tape = tape
        defer { self.tape = nil }
        let value = body(&self)
        return (value, self.tape ?? tape)
    }

    /// Makes a value that may be part of another, and remembers which choices it took.
    mutating func grouped<Value>(_ make: (inout SeededGenerator) -> Value) -> Value {
        guard let start = tape?.choices.count else { return make(&self) }
        let value = make(&self)
        tape?.endGroup(from: start)
        return value
    }

    /// One choice from 0 to a maximum that takes several outputs, and is one for whoever shrinks it: not how the number came
    /// about, but the number.
    mutating func compound(
        upTo maximum: UInt64, simplest: UInt64 = 0, _ make: (inout SeededGenerator) -> UInt64
    ) -> UInt64 {
        guard tape != nil else { return make(&self) }
        if let rank = tape?.nextRank(upTo: maximum) {
            return rank <= maximum - simplest ? rank + simplest : maximum - rank
        }
        // Never copied: a tape may be long.
        var outer: ChoiceTape?
        swap(&outer, &tape)
        let choice = make(&self)
        swap(&outer, &tape)
        tape?.record(choice >= simplest ? choice - simplest : maximum - choice, upTo: maximum)
        return choice
    }

    /// One choice from 0 to a maximum: the output, after a shift, modulo the number of possibilities.
    ///
    /// All randomness comes from here, so that it can be recorded and played.
    ///
    /// - Parameters:
    ///   - mask: Flips bits of the choice.
    ///   - simplest: The choice that makes the simplest value. The greater ones come after it, then the lower ones.
    private mutating func draw(
        upTo maximum: UInt64, shift: UInt64 = 0, mask: UInt64 = 0, simplest: UInt64 = 0
    ) -> UInt64 {
        if let rank = tape?.nextRank(upTo: maximum) {
            return rank <= maximum - simplest ? rank + simplest : maximum - rank
        }
        let output = random.next() >> shift
        let choice = (maximum == .max ? output : output % (maximum + 1)) ^ mask
        if tape != nil {
            tape?.record(choice >= simplest ? choice - simplest : maximum - choice, upTo: maximum)
        }
        return choice
    }
}

extension SeededGenerator {
    /// A number from the range, from one output: the lower bound plus the output modulo the width of the range.
    public mutating func number(in range: ClosedRange<Int>) -> Int {
        let maximum = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
        guard maximum != .max else { return integer() }
        // The number that is closest to 0.
        let simplest = min(max(range.lowerBound, 0), range.upperBound)
        let choice = draw(
            upTo: maximum, simplest: UInt64(bitPattern: Int64(simplest &- range.lowerBound)))
        return range.lowerBound &+ Int(truncatingIfNeeded: choice)
    }

    /// Any number of the type, from the lower bits of one output.
    public mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
        let width = UInt64(min(Number.bitWidth, 64))
        let maximum = UInt64.max >> (64 - width)
        guard Number.isSigned, Number.bitWidth <= 64 else { return Number(truncatingIfNeeded: draw(upTo: maximum)) }
        // With the sign flipped, choices are in the order of the numbers, and 0 is in their middle.
        let sign: UInt64 = 1 << (width - 1)
        return Number(truncatingIfNeeded: draw(upTo: maximum, mask: sign, simplest: sign) ^ sign)
    }

    /// A number at which programs break: 0, 1, the least and the greatest of the type, powers of two and the numbers
    /// beside them; one in eight is any number.
    ///
    /// - Parameter type: At most 64 bits wide.
    public mutating func boundary<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
        guard Number.bitWidth <= 64 else { return untapedBoundary() }
        let maximum = UInt64.max >> (64 - UInt64(Number.bitWidth))
        let sign: UInt64 = Number.isSigned ? 1 << (UInt64(Number.bitWidth) - 1) : 0
        let choice = compound(upTo: maximum, simplest: sign) { random in
            let number: Number = random.untapedBoundary()
            return UInt64(truncatingIfNeeded: number) & maximum ^ sign
        }
        return Number(truncatingIfNeeded: choice ^ sign)
    }

    private mutating func untapedBoundary<Number: FixedWidthInteger>() -> Number {
        switch number(in: 0...7) {
        case 0: 0
        case 1: 1
        case 2: Number.max
        // All bits: -1, if there are negative numbers.
        case 3: chance(1, in: 2) ? Number.min : Number(truncatingIfNeeded: -1)
        case 4: Number.max &- 1
        case 5: integer()
        default:
            (Number(1) << Number(truncatingIfNeeded: number(in: 0...Number.bitWidth - 1)))
                &+ Number(truncatingIfNeeded: number(in: -1...1))
        }
    }

    /// A number of at least 0 and below 1: the upper 53 bits of one output, divided by 2^53.
    public mutating func unitInterval() -> Double { Double(draw(upTo: (1 << 53) - 1, shift: 11)) * 0x1p-53 }

    /// Bytes 3 (counted from 0, the lowest first) of as many outputs.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for _ in 0..<count { bytes.append(UInt8(truncatingIfNeeded: draw(upTo: 255, shift: 24))) }
        return bytes
    }

    /// True in that many cases out of `denominator`, on average.
    public mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
        let maximum = UInt64(denominator - 1)
        // False is simpler than true, where there is a choice.
        let simplest = numerator > 0 && numerator < denominator ? UInt64(numerator) : 0
        return Int64(draw(upTo: maximum, simplest: simplest)) < Int64(numerator)
    }

    /// One of the choices, each as likely as the others.
    ///
    /// - Precondition: There is one.
    public mutating func pick<Element>(_ choices: [Element]) -> Element { choices[number(in: 0...choices.count - 1)] }

    /// Brings the elements into any order, each as likely as the others (Fisher and Yates, from the last element down).
    public mutating func shuffle<Element>(_ elements: inout [Element]) {
        guard elements.count > 1 else { return }
        for last in stride(from: elements.count - 1, to: 0, by: -1) {
            // An element that stays is simpler than one that moves.
            elements.swapAt(last, Int(draw(upTo: UInt64(last), simplest: UInt64(last))))
        }
    }
}

extension SeededGenerator: ExtremeSource {
    /// Half of them any number, half numbers at boundaries.
    public mutating func extremeNumber<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        chance(1, in: 2) ? integer() : boundary()
    }

    /// A value of an element's or a field's own kind.
    package mutating func extreme<Value>(_ make: (inout any ExtremeSource) -> Value) -> Value {
        var source: any ExtremeSource = self
        // Only one of the two may have it, or each choice would copy it.
        tape = nil
        let value = make(&source)
        if let random = source as? SeededGenerator { self = random }
        return value
    }
}
