import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct SampleSeriesTests {
    private static let start: Int64 = 1_700_000_000_000_000_000
    private let axis = TimeAxis(origin: start)

    @Test func fewSamplesKeepTheirTimes() {
        var series = SampleSeries<Int8>(room: 512)
        for (index, value) in [-60, -50, -70].enumerated() {
            series.record(Int8(value), at: Self.start + Int64(index) * 500_000_000)
        }
        let bins = series.bins(on: axis)
        #expect(bins.map(\.time) == [0, 0.5, 1] && bins.map(\.median) == [-60, -50, -70])
        #expect(bins.allSatisfy { $0.count == 1 && $0.min == $0.max })
    }

    @Test func samplesOfOneMomentAreOneBin() {
        var series = SampleSeries<Int8>(room: 512)
        for value in [-60, -50, -70, -51] as [Int8] { series.record(value, at: Self.start) }
        #expect(series.bins(on: axis) == [SeriesBin(time: 0, count: 4, min: -70, median: -55.5, max: -50)])
    }

    /// What the bins of a series ought to be, from all of its samples.
    private func expected(_ samples: [(value: Int8, time: Int64)], width: Int) -> [SeriesBin] {
        let bins = Dictionary(grouping: samples) { sample in sample.time >> Int64(width) }
        return bins.keys.sorted().map { key in
            let samples = bins[key] ?? []
            let values: [Double] = samples.map { Double($0.value) }.sorted()
            let middle = values.count / 2
            let median = values.count.isMultiple(of: 2) ? (values[middle - 1] + values[middle]) / 2 : values[middle]
            return SeriesBin(
                time: axis.seconds(samples.map(\.time).min() ?? 0), count: values.count, min: values[0],
                median: median, max: values[values.count - 1])
        }
    }

    @Test(arguments: 0..<40)
    func howeverManyComeTheirFiguresAreExact(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let step = generator.pick([0, 1, 40_000, 30_000_000, 5_000_000_000])
        let spread = generator.pick([0, 3, 20, 127])
        var time = Self.start
        var samples: [(value: Int8, time: Int64)] = []
        for _ in 0..<generator.number(in: 1...3000) {
            // Captures are not always in the order of time.
            time += Int64(step * generator.number(in: -2...8))
            samples.append((Int8(generator.number(in: -spread...spread)), time))
        }
        var series = SampleSeries<Int8>(room: 512)
        for sample in samples { series.record(sample.value, at: sample.time) }
        let bins = series.bins(on: axis)
        #expect(bins == expected(samples, width: series.widthShift))
        #expect(bins.count <= SeriesBin.maximumPerSeries && series.count == samples.count)
    }

    @Test func binsAreNoWiderThanTheyHaveToBe() {
        var series = SampleSeries<Int8>(room: 512)
        for index in 0..<10_000 { series.record(Int8(-60 + index % 5), at: Self.start + Int64(index) * 1_000_000) }
        // Ten seconds: bins of twice the width would be fewer than half of what there may be.
        #expect((32...64).contains(series.bins(on: axis).count))
    }

    @Test func manyValuesLeaveRoomForFewBins() {
        var series = SampleSeries<Int8>(room: 512)
        var generator = SeededGenerator(seed: 1)
        for index in 0..<20_000 {
            series.record(Int8.random(in: .min ... .max, using: &generator), at: Self.start + Int64(index) * 1_000_000)
        }
        let bins = series.bins(on: axis)
        #expect((1...3).contains(bins.count) && bins.reduce(0) { $0 + $1.count } == 20_000)
    }
}
