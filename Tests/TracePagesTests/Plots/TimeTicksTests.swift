import Testing

@testable import TracePages

@Suite struct TimeTicksTests {
    private func labels(_ first: Double, _ last: Double, _ count: Int = 5) -> [String] {
        let ticks = TimeTicks(from: first, to: last, count: count)
        return ticks.times.map(ticks.text)
    }

    @Test func stepsAreThoseThatPeopleCountIn() {
        #expect(labels(0, 18_000) == ["0 h", "1 h", "2 h", "3 h", "4 h", "5 h"])
        #expect(labels(0, 500) == ["0 min", "2 min", "4 min", "6 min", "8 min"])
        #expect(labels(0, 70) == ["0 s", "15 s", "30 s", "45 s", "1 min"])
        #expect(labels(0, 7200) == ["0 min", "30 min", "1 h", "1 h 30 min", "2 h"])
        #expect(labels(0, 3 * 86_400) == ["0 d", "1 d", "2 d", "3 d"])
        #expect(labels(0, 100_000) == ["0 h", "6 h", "12 h", "18 h", "24 h"])
        #expect(labels(0, 30 * 86_400) == ["0 d", "10 d", "20 d", "30 d"])
    }

    @Test func belowASecondStepsAreDecimal() {
        #expect(labels(518.1, 520.3) == ["8 min 38.5 s", "8 min 39.0 s", "8 min 39.5 s", "8 min 40.0 s"])
        #expect(labels(12.5, 12.9) == ["12.5 s", "12.6 s", "12.7 s", "12.8 s", "12.9 s"])
        #expect(labels(0, 0.05) == ["0 ms", "10 ms", "20 ms", "30 ms", "40 ms", "50 ms"])
        #expect(labels(0, 2e-6).last == "2.0 µs")
    }

    @Test(arguments: [1e-4, 0.02, 0.9, 1, 3, 47, 119, 121, 599, 3599, 5000, 7201, 18_000, 86_399, 200_000, 4e6])
    func noLabelIsThereTwice(length: Double) {
        for start in [0, 0.3, 59.7, 3599.9, 17_999] {
            let all = labels(start, start + length)
            #expect(Set(all).count == all.count && (1...7).contains(all.count), "\(start), \(length): \(all)")
        }
    }

    @Test func partsThatAreNothingAreLeftOut() {
        let ticks = TimeTicks(from: 3590, to: 3690, count: 10)
        #expect(ticks.step == 10)
        #expect([3590, 3600, 3610, 3660].map(ticks.text) == ["59 min 50 s", "1 h", "1 h 10 s", "1 h 1 min"])
        #expect(ticks.text(-90) == "-1 min 30 s" && ticks.text(0) == "0 s")
    }

    @Test(arguments: [(0.0, 0.0), (5, 5), (.infinity, 0), (0, 1e300)]) func noAxisIsTooOdd(ends: (Double, Double)) {
        let ticks = TimeTicks(from: ends.0, to: ends.1, count: 5)
        #expect(!ticks.times.isEmpty && !ticks.text(1e200).isEmpty)
    }
}
