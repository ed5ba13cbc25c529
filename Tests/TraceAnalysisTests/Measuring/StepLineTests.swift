import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct StepLineTests {
    private typealias Step = SequenceSeries.Step

    private func points(_ steps: [Step], limit: Int) -> (points: [Step], isThinned: Bool) {
        var (line, isThinned) = (StepLine(limit: limit), false)
        for step in steps { line.add(step) }
        let (points, none) = StepLine.points(line, StepLine(limit: limit), limit: limit, &isThinned)
        #expect(none.isEmpty)
        return (points, isThinned)
    }

    @Test func aLineHasAPointWhereItChangesAndWhereItEnds() {
        let steps = [(1.0, 5), (2, 5), (3, 9), (4, 9), (5, 9), (6, 7), (7, 7)].map {
            Step(time: $0.0, offset: Int64($0.1))
        }
        let (points, isThinned) = points(steps, limit: 64)
        #expect(points.map(\.time) == [1, 3, 6, 7] && points.map(\.offset) == [5, 9, 7, 7] && !isThinned)
        #expect(self.points([steps[0]], limit: 64).points == [steps[0]])
        #expect(self.points([], limit: 64).points.isEmpty)
    }

    @Test(arguments: 0..<30) func thinnedItKeepsItsEndsItsLowestAndItsHighestPoint(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var steps = [Step(time: 0, offset: 0)]
        for _ in 0..<generator.number(in: 200...3000) {
            let last = steps[steps.count - 1]
            steps.append(
                Step(
                    time: last.time + Double(generator.number(in: 1...1000)) / 1e6,
                    offset: last.offset + Int64(generator.number(in: -100...200))))
        }
        let (points, isThinned) = points(steps, limit: 64)
        #expect(points.count <= 64 && isThinned)
        #expect(points.first == steps.first && points.last?.time == steps.last?.time)
        #expect(points.last?.offset == steps.last?.offset)
        #expect(points.map(\.offset).min() == steps.map(\.offset).min())
        #expect(points.map(\.offset).max() == steps.map(\.offset).max())
        #expect(points.map(\.time) == points.map(\.time).sorted())
        #expect(points.allSatisfy { steps.contains($0) })
    }
}
