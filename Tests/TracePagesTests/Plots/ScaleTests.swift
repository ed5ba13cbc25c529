import Testing

@testable import TracePages

@Suite struct ScaleTests {
    @Test func valuesStandBetweenTheEnds() {
        let scale = Scale(of: [2, 4, 10])
        #expect(scale.position(2) == 0 && scale.position(10) == 1 && scale.position(4) == 0.25)
        #expect(scale.position(-5) == 0 && scale.position(99) == 1)
    }

    @Test func decadesAreEquallyFarApart() {
        let scale = Scale(of: [0.001, 0.1, 10], .logarithmic)
        #expect(abs(scale.position(0.1) - 0.5) < 1e-9)
        #expect(scale.position(0) == 0 && scale.position(-1) == 0)
    }

    @Test(arguments: [[Double](), [5], [0], [-3], [.nan, .infinity]]) func anyValuesMakeAScale(values: [Double]) {
        let scale = Scale(of: values)
        #expect(scale.first < scale.last && scale.first.isFinite && scale.last.isFinite)
        #expect((0...1).contains(scale.position(values.first ?? 1)))
        #expect(!scale.ticks(5).isEmpty)
    }

    @Test func ticksAreRound() {
        #expect(Scale(from: 0, to: 12.6).ticks(5) == [0, 5, 10])
        #expect(Scale(from: 3.31, to: 3.39).ticks(4).map { ($0 * 100).rounded() / 100 } == [3.32, 3.34, 3.36, 3.38])
        #expect(Scale(of: [0.001, 1], .logarithmic).ticks(4).count >= 3)
    }

    @Test func delaysThatDifferMuchAreLogarithmic() {
        #expect(Scale.delays([0.001, 0.002]).kind == .linear)
        #expect(Scale.delays([0.001, 0.5]).kind == .logarithmic)
        #expect(Scale.delays([]).kind == .linear)
    }
}
