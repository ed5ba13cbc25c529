import Testing

@testable import ServiceDiscovery

/// How much work it is to see whether a name is in Normalization Form C; what the answer is, `NameCheckingTests` says.
@Suite struct NormalizationTests {
    private func work(_ text: String) -> (deviation: Int?, work: Normalization.Work) {
        var work = Normalization.Work()
        return (Normalization.firstDeviation(Array(text.utf8), &work), work)
    }

    /// A letter that has no form with that mark.
    private static let pair = "q\u{301}"

    @Test(arguments: [100, 1000, 10_000]) func eachPairIsLookedUpAndComparedWithNothing(count: Int) {
        let (deviation, work) = work(String(repeating: Self.pair, count: count))
        // Hashes of 64 bits with a seed: that one of 12,000 characters has that of the pair does not happen.
        #expect(deviation == nil && work == Normalization.Work(pairs: count, comparisons: 0))
    }

    @Test(arguments: [100, 10_000]) func ofMarksBehindOneLetterTheFirstCounts(count: Int) {
        // The second mark of one class is blocked by the first from the letter (UAX #15, D115).
        let (deviation, work) = work("q" + String(repeating: "\u{301}", count: count))
        #expect(deviation == nil && work.pairs == 1 && work.comparisons == 0)
    }

    @Test func aPairThatIsACharacterIsComparedWithThatAlone() {
        let (deviation, work) = work(Self.pair + "e\u{301}")
        #expect(deviation == 3 && work == Normalization.Work(pairs: 2, comparisons: 1))
    }
}
