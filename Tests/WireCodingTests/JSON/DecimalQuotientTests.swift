import Testing
import WireCoding

@Suite struct DecimalQuotientTests {
    @Test func quotientsAreTheNearestDoubles() {
        var generator = SplitMix64(seed: 27)
        for power in 0...DecimalQuotient.maximumPower {
            for _ in 0..<200 {
                let digits = max(generator.next() >> (generator.next() % 64), 1)
                let text = "\(digits)e-\(power)"
                #expect(DecimalQuotient.double(digits, power: power) == Double(text), "\(text)")
            }
        }
    }
}
