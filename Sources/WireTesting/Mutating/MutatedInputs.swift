/// Inputs for a parser, each derived from a sample and some mutations only by its index.
///
/// The first inputs are the empty one and the samples themselves, the smallest first. Then come samples with one to six
/// mutations, from the smaller half of the samples at first and from all of them at the end.
public struct MutatedInputs: Sendable {
    /// The smallest first.
    public let samples: [[UInt8]]
    private let mutators: [Mutator]
    private let seed: UInt64

    /// The formats of fields that the mutators damage, each once.
    var fieldFormats: [FieldFormat] {
        mutators.compactMap(\.fieldFormat).reduce(into: []) { formats, format in
            if !formats.contains(format) { formats.append(format) }
        }
    }

    /// The inputs that belong to samples, mutators and a seed.
    ///
    /// - Parameters:
    ///   - source: Inputs that are in order, more or less. Without any, all inputs are random bytes.
    ///   - mutators: What is done to them, beside ``Mutator/splice(from:)`` of the samples.
    ///   - seed: Determines everything else.
    public init(samples source: some SampleSource, mutators: [Mutator] = Mutator.all, seed: UInt64) {
        let samples = source.samples(seed: seed)
        // Stable, so that the same samples always come in the same order.
        let order = samples.indices.sorted { (samples[$0].count, $0) < (samples[$1].count, $1) }
        self.samples = order.map { samples[$0] }
        self.mutators = mutators + [Mutator.splice(from: samples)]
        self.seed = seed
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

/// Samples of a parser's input: an array of them, or a ``Generator`` that makes them.
public protocol SampleSource {
    /// The samples that belong to a seed.
    ///
    /// - Parameter seed: Decides what a generator makes; arrays are what they are.
    func samples(seed: UInt64) -> [[UInt8]]
}

extension [[UInt8]]: SampleSource {
    /// The arrays themselves.
    public func samples(seed: UInt64) -> [[UInt8]] { self }
}

extension Generator: SampleSource where Value == [UInt8] {
    /// The first 64 values of the generator.
    public func samples(seed: UInt64) -> [[UInt8]] { values(seed: seed, count: 64) }
}
