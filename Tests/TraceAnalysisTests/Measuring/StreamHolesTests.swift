import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct StreamHolesTests {
    private func segment(_ offset: Int64, _ length: Int, at time: Double = 0) -> StreamSegment {
        StreamSegment(
            session: 1, direction: .forward, time: time, frame: Int(time) + 1, offset: offset, length: length)
    }

    private var syn: StreamSegment {
        var segment = segment(0, 0)
        segment.opens = true
        return segment
    }

    private func holes(_ segments: [StreamSegment]) -> [Range<Int64>] {
        var holes = StreamHoles(limit: 1000)
        for segment in segments { holes.take(segment) }
        return holes.holes.marks.map { $0.mark.from..<$0.mark.to }.sorted { $0.lowerBound < $1.lowerBound }
    }

    @Test func aHoleIsKnownFromTheFirstPacketAfterItAndGoneWhenItIsFilled() {
        var holes = StreamHoles(limit: 10)
        for segment in [segment(0, 10), segment(30, 10, at: 2), segment(45, 5, at: 3)] { holes.take(segment) }
        #expect(
            holes.holes.marks.map(\.mark) == [
                .init(time: 2, frame: 3, from: 10, to: 30, kind: .hole),
                .init(time: 3, frame: 4, from: 40, to: 45, kind: .hole),
            ])
        holes.take(segment(15, 5, at: 4))
        #expect(
            holes.holes.marks.map(\.mark.from) == [10, 20, 40] && holes.holes.marks.map(\.mark.to) == [15, 30, 45])
        holes.take(segment(8, 40, at: 5))
        #expect(holes.holes.marks.isEmpty)
    }

    @Test func aStreamBeginsAtItsSYNAndWithoutOneAtTheFirstByteSeen() {
        #expect(holes([syn, segment(5, 5)]) == [0..<5])
        #expect(holes([segment(5, 5)]).isEmpty)
        #expect(holes([segment(5, 5), segment(-3, 2)]) == [-1..<5])
        #expect(holes([segment(5, 5), syn]) == [0..<5])
    }

    @Test func whatComesBeforeTheFINIsMissingToo() {
        var last = segment(20, 0)
        last.finishes = true
        #expect(holes([syn, segment(0, 12), last]) == [12..<20])
        #expect(holes([syn, segment(0, 20), last]).isEmpty)
    }

    @Test(arguments: 0..<40) func holesAreTheBytesThatNoSegmentHas(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var segments = generator.chance(1, in: 2) ? [syn] : []
        for _ in 0..<generator.number(in: 1...40) {
            segments.append(segment(Int64(generator.number(in: 0...300)), generator.number(in: 1...20)))
        }
        var seen = Set<Int64>()
        for segment in segments { seen.formUnion(segment.offset..<segment.offset + Int64(segment.length)) }
        let first = segments[0].opens ? 0 : seen.min() ?? 0
        let missing = (first..<(seen.max() ?? 0)).filter { !seen.contains($0) }
        let holes = holes(segments)
        #expect(holes.flatMap { Array($0) } == missing)
        #expect(zip(holes, holes.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }

    @Test func memoryIsBoundedHoweverManyThereAre() {
        var holes = StreamHoles(limit: 100)
        for number in 0..<10_000 { holes.take(segment(Int64(number) * 10, number == 5000 ? 9 : 1, at: Double(number))) }
        let found = holes.holes
        #expect(found.count == 9_999 && found.marks.count <= 100)
        // The shortest one is not what is kept of its time.
        #expect(found.marks.allSatisfy { $0.mark.to - $0.mark.from == 9 })
    }
}
