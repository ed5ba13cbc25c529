import Testing

@testable import TraceAnalysis

@Suite struct ArrivalLogTests {
    private func log(_ count: Int, length: Int = 10) -> ArrivalLog {
        var log = ArrivalLog()
        for number in 0..<count {
            let moment = PacketMoment(frame: number + 1, time: Int64(number))
            log.add(.init(offset: number * length, sent: moment, arrived: moment))
        }
        return log
    }

    @Test func aByteCameWithThePieceThatHasIt() {
        let log = log(3)
        #expect(log.piece(at: 0)?.sent.frame == 1)
        #expect(log.piece(at: 9)?.sent.frame == 1)
        #expect(log.piece(at: 10)?.sent.frame == 2)
        #expect(log.piece(at: 29)?.sent.frame == 3)
    }

    @Test func whatIsForgottenCameWithTheFirstThatIsLeft() {
        var log = log(5)
        log.forget(before: 25)
        #expect(log.piece(at: 0)?.sent.frame == 3)
        #expect(log.piece(at: 25)?.sent.frame == 3)
        #expect(log.piece(at: 30)?.sent.frame == 4)
    }

    @Test func aMillionPiecesTakeBoundedMemory() {
        let log = log(1_000_000, length: 1)
        #expect(log.count <= 1024)
        // The first byte of the message that is waited for, and the newest ones.
        #expect(log.piece(at: 0)?.sent.frame == 1)
        #expect(log.piece(at: 999_999)?.sent.frame == 1_000_000)
    }
}
