import Testing
import WireTesting

@testable import TraceAnalysis

@Suite("Throughput over time")
struct ThroughputSeriesTests {
    private func bytes(of series: ThroughputSeries) -> Double {
        series.bitsPerSecond(count: series.bins.count).reduce(0) { $0 + $1 * Double(series.width) / 8e9 }
    }

    @Test("Bytes fall into bins of ten milliseconds")
    func bins() {
        var series = ThroughputSeries()
        series.add(bytes: 100, at: 0)
        series.add(bytes: 50, at: 9_999_999)
        series.add(bytes: 25, at: 20_000_000)
        #expect(series.bins == [150, 0, 25])
        #expect(series.bitsPerSecond(count: 4) == [120_000, 0, 20_000, 0])
    }

    @Test("The sum is kept however long it lasts, in at most 600 bins", arguments: 0..<20)
    func sum(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var series = ThroughputSeries()
        var total = 0
        var time: Int64 = 0
        for _ in 0..<300 {
            let bytes = generator.number(in: 0...100_000)
            series.add(bytes: bytes, at: time)
            total += bytes
            #expect(series.bins.count <= ThroughputSeries.maximumBins)
            time += Int64(generator.number(in: 0...generator.pick([1, 1000, 1_000_000]))) * 100_000
        }
        #expect(series.bins.reduce(0) { $0 + Int($1) } == total)
        #expect(series.width % ThroughputSeries.narrowestWidth == 0)
        #expect((series.width / ThroughputSeries.narrowestWidth).nonzeroBitCount == 1)
    }

    @Test("A bin holds more than 32 bits' worth, also when bins are united")
    func overflow() {
        var series = ThroughputSeries()
        for _ in 0..<3 { series.add(bytes: Int(UInt32.max), at: 5_990_000_000) }
        series.add(bytes: Int(UInt32.max), at: 5_980_000_000)
        let total = 4 * Double(UInt32.max)
        #expect(abs(bytes(of: series) - total) < 1)
        series.add(bytes: 0, at: 60_000_000_000)
        #expect(series.width > ThroughputSeries.narrowestWidth)
        #expect(abs(bytes(of: series) - total) < 1)
    }

    @Test("The longest possible capture ends")
    func longest() {
        var series = ThroughputSeries()
        series.add(bytes: 1, at: 0)
        series.add(bytes: 1, at: .max)
        #expect(series.bins.count <= ThroughputSeries.maximumBins)
        #expect(series.bins.reduce(0, +) == 2)
    }

    @Test("Two directions get one width")
    func matching() {
        var short = ThroughputSeries()
        short.add(bytes: 5, at: 30_000_000)
        var long = ThroughputSeries()
        long.add(bytes: 1, at: 20_000_000_000)
        short.widen(toMatch: long)
        #expect(short.width == long.width)
        #expect(short.bins.reduce(0, +) == 5)
    }
}
