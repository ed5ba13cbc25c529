import Testing
import WireSimulation
import WireTesting
@testable import SealedChannels

@Suite struct QUICPacketNumberTests {
    /// The examples of RFC 9000 §A.2 and §A.3.
    @Test func decodesAndSizesTheExamplesOfTheSpecification() {
        #expect(QUICPacketNumber.decode(0x9B32, length: 2, largest: 0xA82F_30EA) == 0xA82F_9B32)
        #expect(QUICPacketNumber.length(of: 0xAC_5C02, largestAcknowledged: 0xAB_E8B3) == 2)
        #expect(QUICPacketNumber.length(of: 0xAC_E8FE, largestAcknowledged: 0xAB_E8B3) == 3)
    }

    @Test func theFirstNumberIsExpectedToBeZero() {
        #expect(QUICPacketNumber.decode(0, length: 1, largest: nil) == 0)
        #expect(QUICPacketNumber.decode(0xFF, length: 1, largest: nil) == 0xFF)
        #expect(QUICPacketNumber.decode(0xFFFF_FFFF, length: 4, largest: nil) == 0xFFFF_FFFF)
    }

    @Test func theNearestNumberIsTaken() {
        #expect(QUICPacketNumber.decode(0x05, length: 1, largest: 0xFE) == 0x105)
        #expect(QUICPacketNumber.decode(0xFA, length: 1, largest: 0x103) == 0xFA)
        #expect(QUICPacketNumber.decode(0x80, length: 1, largest: 0xFF) == 0x180)
        #expect(QUICPacketNumber.decode(0x81, length: 1, largest: 0x1FF) == 0x181)
    }

    @Test func noNumberIsBeyondTheLimits() {
        let maximum = QUICPacketNumber.maximum
        #expect(QUICPacketNumber.decode(0xFF, length: 1, largest: maximum - 1) == maximum)
        #expect(QUICPacketNumber.decode(0, length: 1, largest: maximum - 1) == maximum - 0xFF)
        for largest in [maximum, .max] {
            for length in 0...5 {
                #expect(QUICPacketNumber.decode(0, length: length, largest: largest) <= maximum + 1)
            }
        }
    }

    /// What a sender sizes by its acknowledgments, a receiver that has at least those packets decodes.
    @Test func whatIsLongEnoughIsDecoded() {
        var random = SeededGenerator(seed: 9000)
        for _ in 0..<5000 {
            let acknowledged = random.next() >> UInt64(random.number(in: 3...60))
            let number = acknowledged + 1 + random.next() >> UInt64(random.number(in: 34...63))
            let length = QUICPacketNumber.length(of: number, largestAcknowledged: acknowledged)
            let truncated = UInt32(truncatingIfNeeded: number) & UInt32.max >> UInt32(32 - 8 * length)
            #expect(QUICPacketNumber.decode(truncated, length: length, largest: acknowledged) == number)
            #expect(QUICPacketNumber.decode(truncated, length: length, largest: number - 1) == number)
        }
    }

    @Test func aNumberThatWasAcknowledgedTakesOneByte() {
        #expect(QUICPacketNumber.length(of: 5, largestAcknowledged: 9) == 1)
        #expect(QUICPacketNumber.length(of: 127, largestAcknowledged: nil) == 1)
        #expect(QUICPacketNumber.length(of: 128, largestAcknowledged: nil) == 2)
        #expect(QUICPacketNumber.length(of: .max, largestAcknowledged: nil) == 4)
    }
}
