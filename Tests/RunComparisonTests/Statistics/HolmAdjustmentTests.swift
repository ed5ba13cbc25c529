import Testing

@testable import RunComparison

@Suite struct HolmAdjustmentTests {
    /// As R's `p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")` has it.
    @Test func smallestCountMost() {
        let adjusted = HolmAdjustment.adjusted([0.01, 0.04, 0.03, 0.005])
        for (value, expected) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) { #expect(abs(value - expected) < 1e-15) }
    }

    @Test func noneIsAboveOneOrBelowOneBeforeIt() {
        #expect(HolmAdjustment.adjusted([0.5, 0.9]) == [1, 1])
        #expect(HolmAdjustment.adjusted([0.02, 0.02, 0.021]) == [0.06, 0.06, 0.06])
    }

    @Test func oneStaysAsItIs() {
        #expect(HolmAdjustment.adjusted([0.04]) == [0.04])
        #expect(HolmAdjustment.adjusted([]) == [])
    }
}
