import Testing
import TraceAnalysis
import WireSimulation
import WireTesting

@Suite struct FrameSetTests {
    private func set(_ frames: [Int]) -> FrameSet {
        var set = FrameSet()
        for frame in frames { set.insert(frame) }
        return set
    }

    @Test func hasWhatWasInsertedOnce() {
        let frames = set([3, 64, 3, 65, 200])
        #expect(frames.count == 4)
        #expect([1, 3, 63, 64, 65, 200, 201, 10_000].filter(frames.contains) == [3, 64, 65, 200])
        #expect(set([]).isEmpty && !frames.isEmpty)
    }

    @Test func framesBeginAtOne() {
        #expect(set([0, -1, .min]).isEmpty)
        #expect(!set([1]).contains(0) && !set([1]).contains(.min))
    }

    @Test func unionsAndIntersectionsAreThoseOfSets() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<100 {
            let lists = (0..<2).map { _ in
                (0..<generator.number(in: 0...40)).map { _ in generator.number(in: 1...300) }
            }
            var union = set(lists[0])
            union.formUnion(set(lists[1]))
            #expect(union == set(lists[0] + lists[1]))
            #expect(union.count == Set(lists[0] + lists[1]).count)
            var shared = set(lists[0])
            shared.formIntersection(set(lists[1]))
            #expect(shared == set(Array(Set(lists[0]).intersection(lists[1]))))
        }
    }
}
