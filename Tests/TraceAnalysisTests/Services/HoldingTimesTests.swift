import Testing

@testable import TraceAnalysis

@Suite struct HoldingTimesTests {
    private func at(_ milliseconds: Int64) -> PacketMoment {
        PacketMoment(frame: Int(milliseconds), time: milliseconds * 1_000_000)
    }

    /// One that announces the name at these times, and then says goodbye.
    private func stay(_ times: Int64...) -> HoldingTimes {
        var holder = HoldingTimes()
        for time in times { holder.announce(at: at(time)) }
        holder.end()
        return holder
    }

    @Test func staysBetweenThoseOfAnotherDoNotOverlap() {
        var first = stay(0, 1000)
        first.announce(at: at(4000))
        first.announce(at: at(5000))
        let second = stay(2000, 3000)
        #expect(!first.overlap(second) && !second.overlap(first) && !first.insists(on: second))
        #expect(first.spans.map(\.start.time) == [0, 4_000_000_000])
    }

    @Test func bothInsistWhereEachAnnouncesAfterTheOther() {
        let (first, second) = (stay(0, 2000), stay(1000, 3000))
        #expect(first.overlap(second) && second.overlap(first))
        #expect(first.insists(on: second) && second.insists(on: first))
        #expect(first.overlap(stay(1000)) && !stay(0).overlap(stay(1000)))
    }

    @Test func timeBeginsWithTheProbesThatNobodyAnswered() {
        let first = stay(0, 5000)
        var second = HoldingTimes()
        for time in stride(from: Int64(4000), through: 6000, by: 250) { second.probe(at: at(time)) }
        #expect(first.overlap(second))
        second.announce(at: at(6250))
        #expect(second.spans.map(\.start.time) == [5_250_000_000])
        #expect(!first.overlap(second) && stay(0, 5500).overlap(second))
    }

    @Test func oneProbeOverBothIPVersionsCountsOnce() {
        var holder = HoldingTimes()
        for time in [0, 1, 5000, 5001] as [Int64] { holder.probe(at: at(time)) }
        holder.announce(at: at(9000))
        #expect(holder.spans.map(\.start.time) == [0])
    }

    @Test func oldTimesAreForgotten() {
        var holder = HoldingTimes()
        for time in 0...Int64(HoldingTimes.maximumTimes) {
            holder.announce(at: at(time))
            holder.end()
        }
        #expect(holder.spans.count == HoldingTimes.maximumTimes && holder.spans[0].start.frame == 1)
    }

    @Test func timesOfOneHolderAreJoinedWhereTheyTouch() {
        var holder = stay(0, 1000)
        holder.absorb(stay(900, 2000))
        holder.absorb(stay(5000))
        #expect(holder.spans.map(\.start.frame) == [0, 5000] && holder.spans.map(\.end.frame) == [2000, 5000])
    }
}
