import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICPacketNumberSetTests {
    /// Against a set of single numbers.
    @Test(arguments: 0..<20)
    func agreesWithASet(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var set = QUICPacketNumberSet()
        var model: Set<UInt64> = []
        for _ in 0..<200 {
            let lower = UInt64(random.index(below: 200))
            let range = lower...lower + UInt64(random.index(below: 6))
            let isNew = set.insert(range)
            #expect(isNew == !range.allSatisfy { model.contains($0) })
            model.formUnion(range)
        }
        #expect(set.smallest == model.min() && set.largest == model.max())
        #expect((0..<210).allSatisfy { set.contains($0) == model.contains($0) })
        #expect(set.count(in: 20...90) == UInt64(model.count { 20...90 ~= $0 }))
        #expect(zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound })
        var other = QUICPacketNumberSet()
        other.insert(30...50)
        #expect(set.count(in: 20...90, without: other) == UInt64(model.count { 20...90 ~= $0 && !(30...50 ~= $0) }))
    }

    @Test func fillsTheLowestHoleBeyondItsLimit() {
        var set = QUICPacketNumberSet()
        let count = UInt64(QUICPacketNumberSet.maximumRanges) + 10
        for number in 0..<count { set.insert(number * 4...number * 4) }
        #expect(set.ranges.count == QUICPacketNumberSet.maximumRanges)
        #expect(set.filledNumbers == 30)
        #expect(set.contains(5) && !set.contains(count * 4 - 5))
    }
}
