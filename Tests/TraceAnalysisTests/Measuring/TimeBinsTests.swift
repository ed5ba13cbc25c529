import Testing
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct TimeBinsTests {
    /// The numbers of the marks that one stands for.
    private struct Numbers: TimedMark, Equatable {
        var time: Double
        var numbers: [Int]

        mutating func unite(_ other: Numbers) {
            time = min(time, other.time)
            numbers += other.numbers
        }
    }

    private func bins(_ times: [Double], limit: Int) -> TimeBins<Numbers> {
        var bins = TimeBins<Numbers>(limit: limit)
        for (number, time) in times.enumerated() { bins.add(Numbers(time: time, numbers: [number])) }
        return bins
    }

    @Test func upToTheLimitEachIsKeptAsItIsAlsoAtEqualTimes() {
        let bins = bins([3, 1, 1, 2], limit: 4)
        #expect(bins.widthShift == 0 && bins.count == 4)
        #expect(bins.sorted.map(\.numbers) == [[1], [2], [3], [0]])
    }

    @Test(arguments: 0..<30)
    func howeverManyComeTheyAreFewInOrderAndNoneIsLost(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let limit = generator.number(in: 4...100)
        let step = generator.pick([0, 1e-9, 1e-3, 10, 1e9])
        var times = [0.0]
        for _ in 0..<generator.number(in: 1...2000) {
            times.append(times[times.count - 1] + step * Double(generator.number(in: -2...8)))
        }
        let bins = bins(times, limit: limit)
        #expect(bins.marks.count <= limit && bins.count == times.count)
        #expect(bins.marks.flatMap(\.numbers).sorted() == Array(times.indices))
        let ordered = bins.sorted
        if bins.widthShift > 0 { #expect(bins.marks == ordered) }
        for (mark, next) in zip(ordered, ordered.dropFirst()) where bins.widthShift > 0 {
            let latest = mark.numbers.map { times[$0] }.max() ?? 0
            #expect(latest < next.time)
        }
        #expect(self.bins(times, limit: limit).marks == bins.marks)
    }

    @Test func timesThatNoNumberHoldsEndNothing() {
        let bins = bins([.infinity, -.infinity, .nan, 1e300, -1e300, 0], limit: 4)
        #expect(bins.marks.count <= 4 && bins.count == 6)
    }

    @Test func severalSeriesShareTheirRoomWithTheFinestGivingWayFirst() {
        var series = [
            bins((0..<100).map { Double($0) }, limit: 100), bins((0..<10).map { Double($0) * 10 }, limit: 100),
        ]
        TimeBins.fit(&series, into: 40)
        #expect(series[0].marks.count + series[1].marks.count <= 40)
        #expect(series[1].marks.count == 10)
        TimeBins.fit(&series, into: 4)
        #expect(series.map(\.marks.count).reduce(0, +) <= 4)
    }
}
