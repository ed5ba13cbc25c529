import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct MessageNumbersTests {
    private func numbers(_ sequence: [UInt64]) -> MessageNumbers {
        var numbers = MessageNumbers()
        for (index, number) in sequence.enumerated() {
            numbers.record(number, at: PacketMoment(frame: index + 1, time: Int64(index)))
        }
        return numbers
    }

    @Test func lostDoubledAndLateOnesAreDistinguished() {
        let numbers = numbers([0, 1, 3, 2, 3, 7])
        #expect(numbers.lost == 3)
        #expect(numbers.duplicates == 1)
        #expect(numbers.late == 1)
    }

    @Test func whereNumbersAreMissingIsMarkedAtThePacketAfterThem() {
        let marks = numbers([0, 1, 3, 2, 3, 7]).marks.all
        #expect(marks.map(\.moment.frame) == [4, 6])
        #expect(marks.map(\.lost) == [0, 3] && marks.map(\.reordered) == [1, 0])
    }

    @Test func aLossOfAnEarlierCountStaysOne() {
        var numbers = numbers([0, 2])
        numbers.beginAgain()
        for number in [0, 2, 1] as [UInt64] { numbers.record(number, at: PacketMoment(frame: 9, time: 9)) }
        #expect(numbers.marks.all.map(\.lost) == [1, 0] && numbers.lost == 1)
    }

    @Test func ofManyLossesNeighborsAreOneMark() {
        let marks = numbers((0..<1000).filter { $0 % 2 == 1 }.map { UInt64($0) }).marks.all
        #expect((32...SessionDirection.maximumDeliveryMarks).contains(marks.count))
        #expect(marks.reduce(0) { $0 + $1.lost } == 500)
        // Evenly: none stands for most of them.
        #expect(marks.allSatisfy { $0.lost <= 32 })
    }

    @Test func aSecondCopyThatComesLateIsDoubledNotLate() {
        let numbers = numbers([0, 1, 2, 1])
        #expect(numbers.duplicates == 1 && numbers.late == 0 && numbers.lost == 0)
    }

    @Test func numbersThatNoCounterCouldHaveReachedDoNotCount() {
        let numbers = numbers([0, 1, .max, 1 << 62, 2])
        #expect(numbers.strays == 2 && numbers.count == 3 && numbers.lost == 0)
        #expect(!numbers.isPlausible)
        #expect(self.numbers([UInt64](0..<100)).isPlausible)
        #expect(!self.numbers([]).isPlausible)
    }

    @Test func aCountThatBeginsFarFrom0IsNone() {
        #expect(!numbers([UInt64](1 << 20..<1 << 20 + 60)).isPlausible)
        #expect(numbers([UInt64](100..<200)).lost == 100)
    }

    @Test func aCountThatBeginsAgainKeepsWhatWasLostBefore() {
        var numbers = numbers([0, 1, 3])
        numbers.beginAgain()
        for number in [0, 1, 2, 4] as [UInt64] { numbers.record(number, at: PacketMoment(frame: 9, time: 9)) }
        #expect(numbers.lost == 2 && numbers.duplicates == 0 && numbers.late == 0 && numbers.count == 7)
    }

    @Test(arguments: 0..<10)
    func inAnyOrderTheyAddUp(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let sent = [UInt64](0..<300)
        let arrived = sent.filter { _ in generator.number(in: 0...9) > 0 }.shuffled(using: &generator)
        let numbers = numbers(arrived)
        let highest = arrived.max() ?? 0
        #expect(numbers.lost == Int(highest) + 1 - arrived.count)
        let marks = numbers.marks.all
        #expect(marks.reduce(0) { $0 + $1.lost } == numbers.lost)
        #expect(marks.reduce(0) { $0 + $1.reordered } == numbers.late)
        #expect(marks.count <= SessionDirection.maximumDeliveryMarks)
        #expect(numbers.duplicates == 0)
    }
}
