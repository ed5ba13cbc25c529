import Testing

@testable import TraceAnalysis

@Suite struct EchoStreamTests {
    private let moments = (0..<4).map { PacketMoment(frame: $0 + 1, time: Int64($0) * 1000) }

    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 + 1) } }

    @Test func unitsDoNotDependOnPieces() {
        for sizes in [[8, 8, 8], [3, 8, 8, 5], [4, 4, 8, 8], [7, 2, 7, 8]] {
            var stream = EchoStream()
            var rest = bytes(24)[...]
            for (size, moment) in zip(sizes, moments) {
                stream.consume(Array(rest.prefix(size)).span, length: size, sent: moment, arrived: moment)
                rest = rest.dropFirst(size)
            }
            let stamps: [UInt64] = [0x0102_0304_0506_0708, 0x090A_0B0C_0D0E_0F10, 0x1112_1314_1516_1718]
            #expect(stream.units.map(\.stamp) == stamps)
            #expect(stream.units.map(\.index) == [0, 1, 2] && stream.unitCount == 3 && stream.isWhole)
        }
    }

    @Test func aUnitIsAloneBetweenTwoBordersOfPieces() {
        var stream = EchoStream()
        // A whole one, one of two halves, and one whose end comes with what follows it.
        for (size, moment) in zip([8, 4, 4, 5, 4], moments + [PacketMoment(frame: 5, time: 4000)]) {
            stream.consume(bytes(size).span, length: size, sent: moment, arrived: moment)
        }
        #expect(stream.units.map(\.isAlone) == [true, true, false])
        #expect(stream.units.map(\.begun.frame) == [1, 2, 4])
        #expect(stream.units.map(\.completed.frame) == [1, 3, 5])
    }

    @Test func aPieceOfMoreThanAUnitEndsThem() {
        var stream = EchoStream()
        for (size, moment) in zip([8, 3, 9, 8], moments) {
            stream.consume(bytes(size).span, length: size, sent: moment, arrived: moment)
        }
        #expect(stream.units.map(\.index) == [0] && stream.isEnded && !stream.isWhole)
        // Where the rest begins, of which nothing is known.
        #expect(stream.restStart == moments[1])
    }

    @Test func unitsInAHoleTakeNoMemoryHoweverLongItIs() {
        var stream = EchoStream()
        stream.consume(bytes(8).span, length: 8, sent: moments[0], arrived: moments[0])
        stream.miss(Int64(EchoStream.maximumUnits - 2) * 8)
        #expect(stream.units.count == 1 && stream.unitCount == EchoStream.maximumUnits - 1)
        stream.consume(bytes(8).span, length: 8, sent: moments[1], arrived: moments[1])
        #expect(stream.units.map(\.index) == [0, EchoStream.maximumUnits - 1])
        #expect(stream.units[1].missingBefore == Int64(EchoStream.maximumUnits - 2) * 8)
        stream.miss(.max / 2)
        #expect(stream.unitCount == EchoStream.maximumUnits)
    }

    @Test func whatAHoleCutsIsNoUnit() {
        var stream = EchoStream()
        stream.consume(bytes(3).span, length: 3, sent: moments[0], arrived: moments[0])
        stream.miss(6)
        for size in [7, 8] { stream.consume(bytes(size).span, length: size, sent: moments[1], arrived: moments[1]) }
        #expect(stream.units.map(\.index) == [2])
        #expect(stream.unitCount == 3)
    }

    @Test func noMoreWaitThanTheLimits() {
        func streamOfUnits(isCertain: Bool) -> EchoStream {
            var stream = EchoStream()
            stream.isCertain = isCertain
            for _ in 0..<7500 { stream.consume(bytes(8).span, length: 8, sent: moments[0], arrived: moments[0]) }
            return stream
        }
        let stream = streamOfUnits(isCertain: false)
        #expect(stream.units.count == EchoStream.maximumUndecided && stream.isEnded)
        #expect(stream.restStart == moments[0])
        let certain = streamOfUnits(isCertain: true)
        #expect(certain.units.count == EchoStream.maximumWaiting && certain.isEnded)
    }

    @Test func aTestHasNoMoreUnitsThanOverUDP() {
        var stream = EchoStream()
        for _ in 0..<EchoStream.maximumUnits + 10 {
            stream.consume(bytes(8).span, length: 8, sent: moments[0], arrived: moments[0])
            _ = stream.take()
        }
        #expect(stream.unitCount == EchoDatagrams.maximumProbes && stream.isEnded)
    }
}
