import WireCoding

/// A generator whose draws are always the first of their range, so that times are exact; or a seeded one.
struct FixedGenerator: RandomNumberGenerator {
    var random: SplitMix64?

    mutating func next() -> UInt64 { random?.next() ?? 0 }
}
