import Testing
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct StreamCoverageTests {
    @Test func inOrderThereIsOneIntervalAndNothingIsMissing() {
        var coverage = StreamCoverage()
        #expect(coverage.insert(0..<100) == 100)
        #expect(coverage.insert(100..<250) == 150)
        #expect(coverage.end == 250 && coverage.start == 0 && coverage.total == 250)
        #expect(coverage.missing(from: 0, finish: nil) == 0)
        #expect(coverage.missing(from: 0, finish: 300) == 50)
    }

    @Test func aHoleIsMissingUntilItIsFilledAndFillsOnce() {
        var coverage = StreamCoverage()
        _ = coverage.insert(0..<100)
        #expect(coverage.insert(200..<300) == 100)
        #expect(coverage.missing(from: 0, finish: nil) == 100)
        #expect(coverage.insert(100..<150) == 50)
        #expect(coverage.insert(100..<150) == 0)
        #expect(coverage.insert(90..<210) == 50)
        #expect(coverage.total == 300)
        coverage.checkInvariants()
    }

    @Test func nothingInsertedIsNothingSeen() {
        var coverage = StreamCoverage()
        #expect(coverage.insert(5..<5) == 0)
        #expect(coverage.end == 0 && coverage.total == 0)
        coverage.checkInvariants()
    }

    @Test(arguments: 0..<40)
    func itAgreesWithASetOfBytes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var coverage = StreamCoverage()
        var model = Set<Int64>()
        for _ in 0..<120 {
            let lower = Int64(generator.number(in: -20...400))
            let range = lower..<lower + Int64(generator.number(in: 0...30))
            let before = model.count
            model.formUnion(range)
            #expect(coverage.insert(range) == Int64(model.count - before))
            coverage.checkInvariants()
            #expect(coverage.total == Int64(model.count))
            #expect(coverage.end == model.max().map { $0 + 1 } ?? 0)
            #expect(coverage.start == model.min() ?? 0)
            let expected = model.isEmpty ? 0 : Int64(model.max()! - model.min()! + 1) - Int64(model.count)
            if !model.isEmpty { #expect(coverage.missing(from: coverage.start, finish: nil) == expected) }
        }
    }

    @Test func aboveTheLimitTheOldestHolesAreFinalAndTheSumsStayRight() {
        var coverage = StreamCoverage()
        let count = Int64(StreamCoverage.maximumIntervals * 3)
        for index in 0..<count { #expect(coverage.insert(index * 10..<index * 10 + 4) == 4) }
        coverage.checkInvariants()
        #expect(coverage.total == count * 4)
        #expect(coverage.start == 0)
        #expect(coverage.missing(from: 0, finish: nil) == (count - 1) * 6)
        // What was let go counts as seen; what is remembered can still be filled.
        #expect(coverage.insert(4..<10) == 0)
        #expect(coverage.insert((count - 1) * 10 - 6..<(count - 1) * 10) == 6)
        coverage.checkInvariants()
        #expect(coverage.missing(from: 0, finish: nil) == (count - 2) * 6)
    }

    @Test(arguments: [-3, 3] as [Int64])
    func holesHaveALimitInAnyOrderOfArrival(step: Int64) {
        var coverage = StreamCoverage()
        for number in 0..<Int64(5 * StreamCoverage.maximumIntervals) {
            let lower = 1_000_000 + number * step
            _ = coverage.insert(lower..<lower + 1)
            if number.isMultiple(of: 256) { coverage.checkInvariants() }
        }
        coverage.checkInvariants()
    }
}
