import Testing

@testable import PacketCapture

@Suite struct LiveCaptureStatisticsTests {
    @Test func countersThatBeginAgainGoOn() {
        var counters = WrappingStatistics()
        counters.update(received: .max - 1, dropped: 5, droppedByInterface: 0)
        counters.update(received: 3, dropped: 5, droppedByInterface: 2)
        #expect(
            counters.total
                == LiveCaptureStatistics(received: UInt64(UInt32.max) + 4, dropped: 5, droppedByInterface: 2))
        #expect(counters.total.lost == 7)
    }

    @Test func whatHappenedSince() {
        let earlier = LiveCaptureStatistics(received: 10, dropped: 1, droppedByInterface: 2)
        let later = LiveCaptureStatistics(received: 15, dropped: 4, droppedByInterface: 2)
        #expect(later.since(earlier) == LiveCaptureStatistics(received: 5, dropped: 3, droppedByInterface: 0))
    }
}
