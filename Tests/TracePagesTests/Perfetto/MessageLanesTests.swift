import Testing

@testable import TracePages

@Suite struct MessageLanesTests {
    private func tracks(_ spans: [(UInt64, UInt64)]) -> [UInt64?] {
        var (lanes, packets, made) = (MessageLanes(), PerfettoPackets(), UInt64(0))
        return spans.map { begin, end in
            lanes.track(from: begin, to: end, in: &packets) { _ in
                made += 1
                return made
            }
        }
    }

    @Test func messagesInOrderShareATrack() {
        #expect(tracks([(1, 2), (2, 2), (2, 5), (7, 9)]) == [1, 1, 1, 1])
    }

    @Test func messagesOfOneMomentAreInNoOnesWay() {
        #expect(tracks([(5, 5), (3, 6), (4, 7), (6, 6), (2, 8), (8, 8)]) == [1, 1, 2, 1, 3, 1])
    }

    @Test func messagesThatCrossDoNot() {
        #expect(tracks([(1, 3), (2, 4), (3, 5), (4, 6)]) == [1, 2, 1, 2])
    }

    @Test func messagesThatEndTogetherAreWithinEachOther() {
        #expect(tracks([(1, 9), (3, 9), (2, 9)]) == [1, 1, 1])
        // The second would cut the first.
        #expect(tracks([(1, 3), (4, 9), (2, 9)]) == [1, 1, 2])
    }

    @Test func thereIsALimitToThoseAtOnce() {
        let crossing = (0..<UInt64(MessageLanes.maximumLanes + 2)).map { ($0, $0 + 100) }
        #expect(tracks(crossing).suffix(3) == [UInt64(MessageLanes.maximumLanes), nil, nil])
        let nested = [(UInt64, UInt64)](repeating: (1, 9), count: MessageLanes.maximumDepth + 1)
        #expect(tracks(nested).suffix(2) == [1, 2])
    }
}
