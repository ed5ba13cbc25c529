import PacketCapture
import PacketDissection
import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// Fragments between two hosts; a packet's bytes are the fragment alone.
private struct Fragments {
    var reassembler = FragmentReassembler()
    private(set) var finished: [FragmentedDatagram] = []
    private var frame = 0

    @discardableResult
    mutating func send(
        _ bytes: [UInt8], at offset: Int, more: Bool, identification: UInt32 = 1, isIPv6: Bool = false,
        length: Int? = nil, seconds: Int64 = 0
    ) -> [FragmentedDatagram] {
        frame += 1
        var packet = DissectedPacket()
        packet.source = isIPv6 ? IPAddress(ipv6High: 1, low: 1) : IPAddress(ipv4: 1)
        packet.destination = isIPv6 ? IPAddress(ipv6High: 1, low: 2) : IPAddress(ipv4: 2)
        packet.isFragment = true
        packet.fragment.identification = identification
        packet.fragment.offset = UInt16(offset)
        packet.fragment.moreFragments = more
        packet.fragment.ipProtocol = 17
        packet.fragment.length = UInt32(length ?? bytes.count)
        let record = PacketRecord(
            frame: frame, time: seconds * 1_000_000_000, interface: 0, originalLength: 34 + bytes.count,
            capturedLength: 34 + bytes.count)
        let done = reassembler.take(packet, of: record, bytes: bytes.span)
        finished += done
        return done
    }
}

@Suite struct FragmentReassemblerTests {
    private func bytes(_ value: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: value, count: count) }

    @Test func inAnyOrderWithCopies() throws {
        let payload = (0..<100).map { UInt8($0) }
        let pieces = [(0, 40), (40, 80), (80, 100)]
        for order in [[0, 1, 2], [2, 1, 0], [1, 1, 0, 2], [2, 0, 2, 1]] {
            var fragments = Fragments()
            for index in order {
                let (start, end) = pieces[index]
                fragments.send(Array(payload[start..<end]), at: start, more: end < 100)
            }
            let datagram = try #require(fragments.finished.first)
            #expect(fragments.finished.count == 1 && datagram.isWhole)
            #expect(datagram.payload.bytes == payload && datagram.payload.length == 100)
            #expect(datagram.frames.map(\.moment.frame) == Array(1...order.count))
            #expect(fragments.reassembler.overlappingFragments == 0)
            #expect(fragments.reassembler.reassembledDatagrams == 1)
        }
    }

    @Test func anOverlapIPv4TakesTheCopyThatCameLast() throws {
        for isIPv6 in [false, true] {
            var fragments = Fragments()
            fragments.send(bytes(1, 16), at: 0, more: true, isIPv6: isIPv6)
            fragments.send(bytes(2, 16), at: 8, more: true, isIPv6: isIPv6)
            fragments.send(bytes(3, 4), at: 24, more: false, isIPv6: isIPv6)
            #expect(fragments.reassembler.overlappingFragments == 1)
            #expect(fragments.reassembler.firstOverlap?.frame == 2)
            if isIPv6 {
                #expect(fragments.finished.isEmpty)
                #expect(fragments.reassembler.finish().map(\.isWhole) == [false])
                #expect(fragments.reassembler.incompleteFragments == 3)
            } else {
                let datagram = try #require(fragments.finished.first)
                #expect(datagram.payload.bytes == bytes(1, 8) + bytes(2, 16) + bytes(3, 4))
            }
        }
    }

    @Test func equalBytesInAnotherPlaceAreAnOverlapAndSoIsACopyThatDiffers() {
        var fragments = Fragments()
        fragments.send(bytes(1, 16), at: 0, more: true)
        fragments.send(bytes(1, 8), at: 8, more: true)
        fragments.send(bytes(2, 16), at: 0, more: true)
        #expect(fragments.reassembler.overlappingFragments == 2)
    }

    @Test func lengthsThatContradictEachOtherOrWhatADatagramCanHave() {
        let lies: [[(offset: Int, length: Int, more: Bool)]] = [
            [(65_528, 16, false)], [(8, 12, true), (16, 8, false)], [(8, 8, false), (8, 16, false)],
            [(16, 8, true), (8, 8, false)], [(8, 8, false), (16, 8, true)],
            // The last one ends within the eight bytes that another brought.
            [(8, 8, true), (8, 5, false)], [(8, 5, false), (8, 8, true)],
        ]
        for (number, lie) in lies.enumerated() {
            var fragments = Fragments()
            for piece in lie { fragments.send(bytes(0, piece.length), at: piece.offset, more: piece.more) }
            fragments.send(bytes(0, 8), at: 0, more: true)
            #expect(fragments.finished.isEmpty, "lie \(number)")
        }
    }

    @Test func aFragmentCutByTheSnapLengthLeavesWhatIsBeforeIt() throws {
        var fragments = Fragments()
        fragments.send(bytes(1, 16), at: 0, more: true)
        fragments.send(bytes(2, 4), at: 16, more: true, length: 16)
        fragments.send(bytes(3, 8), at: 32, more: false)
        let datagram = try #require(fragments.finished.first)
        #expect(datagram.payload.bytes == bytes(1, 16) + bytes(2, 4) && datagram.payload.length == 40)
    }

    @Test func identificationsUsedAgainAfterTheTimeoutAreNewDatagrams() {
        var fragments = Fragments()
        fragments.send(bytes(1, 8), at: 0, more: true, seconds: 0)
        #expect(fragments.send(bytes(2, 8), at: 0, more: true, identification: 2, seconds: 60).isEmpty)
        let expired = fragments.send(bytes(3, 8), at: 8, more: false, seconds: 61)
        #expect(expired.map(\.isWhole) == [false])
        #expect(expired.first?.frames.map(\.moment.frame) == [1])
        #expect(fragments.reassembler.incompleteFragments == 1)
    }

    @Test func whatWaitsIsBoundedInNumberAndInBytesAndTheOldestIsGivenUp() {
        var many = Fragments()
        for number in 0..<UInt32(3 * FragmentReassembler.maximumDatagrams) {
            many.send(bytes(0, 8), at: 0, more: true, identification: number)
        }
        #expect(many.finished.count == 2 * FragmentReassembler.maximumDatagrams)
        #expect(many.finished.first?.frames.first?.moment.frame == 1)
        #expect(many.reassembler.finish().count == FragmentReassembler.maximumDatagrams)
        var large = Fragments()
        let count = 600
        for number in 0..<UInt32(count) {
            large.send(bytes(0, 32_000), at: 0, more: true, identification: number)
        }
        let waiting = large.reassembler.finish()
        #expect(waiting.reduce(0) { $0 + $1.heldBytes } <= FragmentReassembler.maximumBytes)
        #expect(waiting.count + large.finished.count == count && waiting.count > 200)
    }

    @Test func aDatagramTakesNoMoreFragmentsThanAnyHas() {
        var fragments = Fragments()
        for _ in 0...FragmentedDatagram.maximumFragments { fragments.send(bytes(0, 8), at: 0, more: true) }
        fragments.send(bytes(0, 8), at: 8, more: false)
        #expect(fragments.finished.isEmpty)
        #expect(fragments.reassembler.finish().first?.frames.count == FragmentedDatagram.maximumFragments)
    }

    @Test func theOrderOfDatagramsThatAreGivenUpIsForgottenWithThem() {
        var fragments = Fragments()
        for number in 0..<UInt32(20 * FragmentReassembler.maximumDatagrams) {
            fragments.send(bytes(0, 8), at: 0, more: true, identification: number)
        }
        #expect(fragments.reassembler.rememberedOrder == FragmentReassembler.maximumDatagrams)
        #expect(fragments.finished.first?.frames.first?.moment.frame == 1)
        #expect(fragments.finished.last?.frames.first?.moment.frame == 19 * FragmentReassembler.maximumDatagrams)
    }

    @Test func contradictingCopiesOfOneFragmentAreDistinguishedFromExactOnes() {
        var fragments = Fragments()
        let count = FragmentedDatagram.maximumFragments
        for round in 0..<UInt32(8) {
            for number in 0..<count {
                let differing = [UInt8(number / 2 % 256), UInt8(number / 512)]
                fragments.send(bytes(0, 3_006) + differing, at: 0, more: true, identification: round)
            }
        }
        // Every second one is the first with its bytes; the first of all contradicts nothing.
        #expect(fragments.reassembler.overlappingFragments == 8 * (count / 2 - 1))
        let datagrams = fragments.finished + fragments.reassembler.finish()
        #expect(datagrams.count == 8)
        // An exact copy with the one that it is a copy of, the others with none.
        for datagram in datagrams { #expect(datagram.comparisons == count / 2) }
    }

    @Test(arguments: [500, 1000, 2000])
    func fragmentsThatOverlapHoldWhatTheyBroughtAndIPv6sNothing(count: Int) throws {
        for isIPv6 in [false, true] {
            var fragments = Fragments()
            for number in 0..<count {
                fragments.send(bytes(UInt8(number % 251), 32), at: 8 * number, more: true, isIPv6: isIPv6)
            }
            #expect(fragments.reassembler.overlappingFragments == (isIPv6 ? 1 : count - 1))
            let datagram = try #require(fragments.reassembler.finish().first)
            #expect(datagram.frames.count == count)
            // Each with its bytes and its places in two tables and in the list of frames.
            #expect(datagram.heldBytes < 256 * count)
        }
    }

    @Test func lengthsOnTheWireTakeNoMemoryWhereTheCaptureHasFewBytes() throws {
        var fragments = Fragments()
        fragments.send(bytes(1, 8), at: 0, more: true, length: 65_000)
        fragments.send(bytes(2, 8), at: 65_000, more: false)
        let payload = try #require(fragments.finished.first).payload
        #expect(payload.bytes == bytes(1, 8) && payload.bytes.capacity < 1024)
        #expect(payload.length == 65_008)
    }
}
