import SealedChannels
import Testing

@testable import TraceAnalysis

/// What one direction of TLS holds for the other, or for a key.
@Suite struct TLSDirectionTests {
    private let moment = PacketMoment(frame: 1, time: 0)

    /// Records without bytes take memory too.
    @Test func emptyRecordsCount() {
        var direction = TLSDirection(opens: true)
        let records = (0..<10_000).flatMap { _ in [23, 3, 3, 0, 0] as [UInt8] }
        _ = direction.read(records.span, sent: moment, arrived: moment)
        #expect(direction.records.count == 10_000)
        #expect(direction.isOverfull)
        #expect(direction.holdings().bufferedBytes >= 10_000 * 16)
        for _ in 0..<10_000 { _ = direction.takeFirst() }
        #expect(direction.holdings().bufferedBytes == 0)
    }

    @Test func whatIsGivenUpIsNotHeld() {
        var direction = TLSDirection(opens: true)
        _ = direction.read(
            ([23, 3, 3, 0, 2, 1, 2, 23, 3, 3, 0, 100, 5, 6] as [UInt8]).span, sent: moment, arrived: moment)
        #expect(direction.holdings().bufferedBytes > 0)
        direction.evict()
        #expect(direction.holdings().bufferedBytes == 0)
        #expect(direction.counts.sealed == 1)
        let (first, second) = (direction.takeGivenUp(), direction.takeGivenUp())
        #expect(first && !second)
        // Behind a hole, too.
        direction.miss(1000)
        _ = direction.read(([23, 3, 3] as [UInt8]).span, sent: moment, arrived: moment)
        direction.evict()
        #expect(direction.holdings().bufferedBytes == 0)
    }
}
