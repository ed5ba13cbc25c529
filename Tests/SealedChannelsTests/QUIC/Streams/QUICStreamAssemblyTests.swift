import Testing
import WireCoding
@testable import SealedChannels

@Suite struct QUICStreamAssemblyTests {
    /// Pieces in any order, over each other and more than once.
    @Test(arguments: 0..<100)
    func putsPiecesInOrder(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let stream = (0..<500).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var assembly = QUICStreamAssembly()
        var taken: [UInt8] = []
        while taken.count < stream.count {
            let start = random.index(below: stream.count)
            let end = min(start + 1 + random.index(below: 80), stream.count)
            try assembly.add(stream.span.extracting(start..<end), at: UInt64(start), isEnd: end == stream.count)
            #expect(assembly.heldBytes <= stream.count - taken.count)
            if random.index(below: 3) == 0 || assembly.isComplete { taken += assembly.takeBytes() }
        }
        #expect(taken == stream)
        #expect(assembly.isComplete && assembly.heldBytes == 0 && assembly.missingBytes == 0)
    }

    @Test func onePieceOverOthersFillsTheHolesBetween() throws {
        var assembly = QUICStreamAssembly()
        let bytes: [UInt8] = Array(0..<40)
        for start in [30, 10, 20] { try assembly.add(bytes.span.extracting(start..<start + 2), at: UInt64(start)) }
        #expect(assembly.missingBytes == 10)
        try assembly.add(bytes.span, at: 0)
        let taken = assembly.takeBytes()
        #expect(taken == bytes)
    }

    @Test func bytesThatWereThereStay() throws {
        var assembly = QUICStreamAssembly()
        try assembly.add([1, 1].span, at: 2)
        try assembly.add([2, 2, 2, 2, 2].span, at: 0)
        let bytes = assembly.takeBytes()
        #expect(bytes == [2, 2, 1, 1, 2])
    }

    @Test func refusesWhatNoPeerMaySend() throws {
        var assembly = QUICStreamAssembly()
        #expect(throws: QUICStreamError.offsetTooLarge(1 << 62)) { try assembly.add([1].span, at: 1 << 62) }
        try assembly.add([1, 2].span, at: 4, isEnd: true)
        #expect(throws: QUICStreamError.beyondFinalSize(6, end: 7)) { try assembly.add([3].span, at: 6) }
        #expect(throws: QUICStreamError.finalSizeChanged(6, to: 5)) { try assembly.add([3].span, at: 4, isEnd: true) }
        #expect(throws: QUICStreamError.finalSizeChanged(6, to: 9)) { try assembly.reset(finalSize: 9) }
        let missing = assembly.giveUpHole()
        let bytes = assembly.takeBytes()
        #expect(missing == 4 && bytes == [1, 2] && assembly.isComplete)
    }

    @Test func holdsOnlySoMuch() throws {
        var assembly = QUICStreamAssembly(maximumBytes: 10)
        let bytes = [UInt8](repeating: 1, count: 8)
        try assembly.add(bytes.span, at: 100)
        #expect(throws: QUICStreamError.full(heldBytes: 8)) { try assembly.add(bytes.span, at: 0) }
        try assembly.add(bytes.span, at: 102, isEnd: true)
        #expect(assembly.heldBytes == 10)

        var holes = QUICStreamAssembly()
        var isFull = false
        for index in 0..<3000 where !isFull {
            isFull = (try? holes.add([1].span, at: UInt64(2 * index + 1))) == nil
        }
        #expect(isFull)
        #expect(holes.heldBytes <= QUICStreamAssembly.maximumPieces + 1)
    }
}
