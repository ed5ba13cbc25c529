import Testing
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// What a connection's side does with a reassembly, in small: everything handed on goes into one list.
private struct Receiver {
    var reassembly = StreamReassembly()
    /// Bytes by place, nil for missing ones.
    var stream: [UInt8?] = []

    mutating func offer(_ bytes: [UInt8], at offset: Int64, length: Int? = nil, acknowledged: Int64 = 0) {
        let length = length ?? bytes.count
        let moment = PacketMoment(frame: 1, time: 0)
        switch reassembly.offer(bytes.span, at: offset, length: length, moment: moment) {
        case .deliver(let start): take(bytes, from: start, length: length)
        case .held, .repeated: break
        }
        drain(acknowledged: acknowledged)
    }

    mutating func drain(acknowledged: Int64 = 0, force: Bool = false) {
        while let (segment, missing, start) = reassembly.next(acknowledged: acknowledged, force: force) {
            stream += [UInt8?](repeating: nil, count: Int(missing))
            take(segment.bytes, from: start, length: segment.length)
        }
    }

    private mutating func take(_ bytes: [UInt8], from start: Int, length: Int) {
        stream += bytes.dropFirst(start).map { $0 }
        stream += [UInt8?](repeating: nil, count: length - max(start, bytes.count))
    }
}

@Suite struct StreamReassemblyTests {
    @Test func segmentsInOrderPassThrough() {
        var receiver = Receiver()
        receiver.offer([1, 2], at: 0)
        receiver.offer([3], at: 2)
        #expect(receiver.stream == [1, 2, 3])
        #expect(!receiver.reassembly.isWaiting)
    }

    @Test func anEarlySegmentWaitsForTheOneBeforeIt() {
        var receiver = Receiver()
        receiver.offer([5, 6], at: 4)
        receiver.offer([3, 4], at: 2)
        #expect(receiver.stream == [])
        #expect(receiver.reassembly.isWaiting)
        receiver.offer([1, 2], at: 0)
        #expect(receiver.stream == [1, 2, 3, 4, 5, 6])
        #expect(receiver.reassembly.heldBytes == 0)
    }

    @Test func overlapsAndRepetitionsAreHandedOnOnce() {
        var receiver = Receiver()
        receiver.offer([1, 2, 3], at: 0)
        receiver.offer([1, 2, 3], at: 0)
        receiver.offer([2, 3, 4, 5], at: 1)
        receiver.offer([8, 9], at: 7)
        receiver.offer([7, 8], at: 6)
        receiver.offer([6, 7], at: 5)
        #expect(receiver.stream == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    }

    @Test func aHoleThatTheReceiverAcknowledgedIsGivenUp() {
        var receiver = Receiver()
        receiver.offer([1], at: 0)
        receiver.offer([4], at: 3)
        receiver.drain(acknowledged: 2)
        #expect(receiver.stream == [1])
        receiver.drain(acknowledged: 3)
        #expect(receiver.stream == [1, nil, nil, 4])
    }

    @Test func atTheEndEveryHoleIsGivenUp() {
        var receiver = Receiver()
        receiver.offer([3], at: 2)
        receiver.offer([6], at: 5)
        receiver.drain(force: true)
        #expect(receiver.stream == [nil, nil, 3, nil, nil, 6])
    }

    @Test func whatTheSnapLengthCutOffIsMissingNotMadeUp() {
        var receiver = Receiver()
        receiver.offer([1, 2], at: 0, length: 4)
        receiver.offer([5], at: 4)
        #expect(receiver.stream == [1, 2, nil, nil, 5])
    }

    @Test func noMoreWaitsAfterAHoleThanTheLimit() {
        var receiver = Receiver()
        let block = [UInt8](repeating: 7, count: 1 << 20)
        for index in 0..<8 {
            receiver.offer(block, at: 1 + Int64(index) << 20)
            #expect(receiver.reassembly.heldBytes <= StreamReassembly.heldLimit)
        }
        #expect(receiver.stream.count == 1 + 8 << 20)
        #expect(receiver.stream.prefix(2) == [nil, 7])
    }

    @Test func joinedInTheMiddleTheStreamBeginsThere() {
        var receiver = Receiver()
        receiver.reassembly.begin(at: 1000)
        receiver.reassembly.begin(at: 0)
        receiver.offer([1], at: 1000)
        #expect(receiver.stream == [1])
    }

    @Test(arguments: 0..<60)
    func whateverTheOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let source = generator.bytes(300)
        var receiver = Receiver()
        var seen = [Bool](repeating: false, count: source.count)
        for _ in 0..<generator.number(in: 1...60) {
            let start = generator.number(in: 0...299)
            let end = min(source.count, start + generator.number(in: 1...40))
            let delivered = receiver.stream.count
            for index in start..<end where index >= delivered { seen[index] = true }
            receiver.offer(
                Array(source[start..<end]), at: Int64(start),
                acknowledged: generator.chance(1, in: 8) ? Int64(generator.number(in: 0...300)) : 0)
            #expect(Int64(receiver.stream.count) == receiver.reassembly.delivered)
        }
        receiver.drain(force: true)
        #expect(receiver.reassembly.heldBytes == 0)
        #expect(receiver.stream.count == (seen.lastIndex(of: true) ?? -1) + 1)
        for (index, byte) in receiver.stream.enumerated() {
            #expect(byte == (seen[index] ? source[index] : nil))
        }
    }
}
