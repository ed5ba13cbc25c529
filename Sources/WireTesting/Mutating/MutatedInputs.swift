/// Inputs for a parser, each derived from a sample and some mutations only by its index.
///
/// The first inputs are the empty one and the samples themselves, the smallest first. Then come samples with one to six
/// mutations, from the smaller half of the samples at first and from all of them at the end.
public struct MutatedInputs: Sendable {
    /// The smallest first.
    public let samples: [[UInt8]]
    private let mutators: [Mutator]
    private let seed: UInt64

    /// - Parameters:
    ///   - samples: Inputs that are in order, more or less. Without any, all inputs are random bytes.
    ///   - mutators: What is done to them, beside ``Mutator/splice(from:)`` of the samples.
    ///   - seed: Determines everything else.
    public init(samples: [[UInt8]], mutators: [Mutator] = Mutator.all, seed: UInt64) {
        // Stable, so that the same samples always come in the same order.
        let order = samples.indices.sorted { (samples[$0].count, $0) < (samples[$1].count, $1) }
        self.samples = order.map { samples[$0] }
        self.mutators = mutators + [Mutator.splice(from: samples)]
        self.seed = seed
    }

    /// - Parameters:
    ///   - samples: Makes the samples.
    ///   - sampleCount: How many of them.
    public init(
        samples: Generator<[UInt8]>, sampleCount: Int = 64, mutators: [Mutator] = Mutator.all, seed: UInt64
    ) {
        self.init(samples: samples.values(seed: seed, count: sampleCount), mutators: mutators, seed: seed)
    }

    /// One of the inputs.
    ///
    /// - Parameters:
    ///   - number: Counted from 0.
    ///   - count: How many inputs there are to be, which decides how fast they grow.
    public func input(_ number: Int, of count: Int) -> [UInt8] {
        guard number > 0 else { return [] }
        guard number > samples.count else { return samples[number - 1] }
        var random = SeededGenerator(seed: seed, number: number)
        guard !samples.isEmpty else { return random.extremeBytes(upTo: min(number, 4096)) }
        let reach = max(1, samples.count / 2 + samples.count * number / max(1, count * 2))
        var bytes = samples[random.number(in: 0...min(reach, samples.count) - 1)]
        for _ in 0..<random.pick([1, 1, 1, 2, 3, 6]) { random.pick(mutators).mutate(&bytes, &random) }
        return bytes
    }
}
