import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct ThroughputSeriesTests {
    private func rates(_ series: ThroughputSeries) -> [Double] {
        ThroughputSeries.rates(series, ThroughputSeries()).forward
    }

    private func bytes(of series: ThroughputSeries) -> Double {
        rates(series).reduce(0) { $0 + $1 * series.binWidth / 8 }
    }

    @Test func bytesFallIntoBinsOfTenMilliseconds() {
        var series = ThroughputSeries()
        series.add(bytes: 100, at: TimeSlot.at(0))
        series.add(bytes: 50, at: TimeSlot.at(9_999_999))
        series.add(bytes: 25, at: TimeSlot.at(20_000_000))
        #expect(series.binWidth == 0.01)
        #expect(rates(series) == [120_000, 0, 20_000])
    }

    @Test func timesBeforeTheStartCountAsTheStart() {
        #expect(TimeSlot.at(-5) == 0)
        #expect(TimeSlot.at(.min) == 0)
    }

    @Test(arguments: 0..<20)
    func theSumIsKeptHoweverLongItLastsInABoundedNumberOfBins(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var series = ThroughputSeries()
        var total = 0
        var slot = 0
        for _ in 0..<300 {
            let bytes = generator.number(in: 0...100_000)
            series.add(bytes: bytes, at: slot)
            total += bytes
            // Mostly forward; packets may also come late.
            slot = max(0, slot + generator.number(in: -3...generator.pick([1, 10, 10_000])))
        }
        #expect(rates(series).count <= ThroughputSeries.maximumBins)
        #expect(abs(bytes(of: series) - Double(total)) < 1)
        series.finish()
        #expect(abs(bytes(of: series) - Double(total)) < 1)
    }

    @Test func aBinHoldsMoreThan32BitsWorthAlsoWhenBinsAreUnited() {
        var series = ThroughputSeries()
        for slot in [500, 501, 501, 501] { series.add(bytes: Int(UInt32.max), at: slot) }
        series.add(bytes: 0, at: 60_000)
        #expect(abs(bytes(of: series) - 4 * Double(UInt32.max)) < 1)
    }

    @Test func theLongestPossibleCaptureEnds() {
        var series = ThroughputSeries()
        series.add(bytes: 1, at: 0)
        series.add(bytes: 1, at: TimeSlot.at(.max))
        #expect(rates(series).count <= ThroughputSeries.maximumBins)
        #expect(abs(bytes(of: series) - 2) < 0.001 || series.binWidth > 1e6)
    }

    @Test func slotsOfTimesAreRoundedDown() {
        #expect(TimeSlot.ofMoment(9_999_999) == 0 && TimeSlot.ofMoment(10_000_000) == 1)
        #expect(TimeSlot.ofMoment(-1) == -1 && TimeSlot.ofMoment(-10_000_000) == -1)
        #expect(TimeSlot.ofMoment(-10_000_001) == -2 && TimeSlot.ofMoment(.min) < TimeSlot.ofMoment(.min + 20_000_000))
    }

    @Test func aSeriesWithoutAStartBeginsWhereItsFirstBytesAre() {
        var series = ThroughputSeries.withoutStart
        for slot in [-3, 40, 41, -20] { series.add(bytes: 5, at: slot) }
        series.finish()
        #expect(series.range == -20..<42 && series.widthShift == 0)
        #expect(series.values(-21..<42).reduce(0, +) == 20 && series.values(-20..<(-19)) == [5])
    }

    @Test func twoDirectionsGetOneWidthAndOneNumberOfBins() throws {
        var short = ThroughputSeries()
        short.add(bytes: 5, at: 3)
        var long = ThroughputSeries()
        long.add(bytes: 1, at: 2000)
        let both = ThroughputSeries.rates(short, long)
        #expect(both.forward.count == both.backward.count)
        let width = try #require(both.binWidth)
        #expect(width == long.binWidth && width > short.binWidth)
        #expect((both.forward.reduce(0, +) * width / 8).rounded() == 5)
    }
}
