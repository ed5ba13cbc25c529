import SealedChannels
import Testing
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// The bytes of several streams of a connection become those of one, message by message.
@Suite struct QUICStreamsTests {
    private let reading = StreamFeed.Reading(reading: StreamReading(readsContent: true))
    private let first = MeshBytes.identification
    private let second = MeshBytes.direct

    /// Takes pieces of streams: their IDs, their offsets and their bytes.
    private func passages(_ pieces: [(id: UInt64, offset: UInt64, bytes: [UInt8])]) -> [OpenedPassage] {
        var streams = QUICStreams()
        var passages: [OpenedPassage] = []
        for (index, piece) in pieces.enumerated() {
            streams.add(
                piece.bytes[...], at: piece.offset, isEnd: false, of: piece.id, fromInitiator: true,
                moment: PacketMoment(frame: index + 1, time: Int64(index)), into: &passages)
        }
        return pass(passages).passed
    }

    /// What is passed on, and the stream that takes it, as in a connection.
    private func pass(_ passages: [OpenedPassage]) -> (passed: [OpenedPassage], content: StreamContent) {
        var feed = StreamFeed()
        var content = StreamContent(origin: 0, isMidstream: false, reading.reading)
        var passed: [OpenedPassage] = []
        for passage in passages {
            feed.take(passage, of: passage.stream ?? 0, reading) { next in
                passed.append(next)
                content.take(next, guests: reading.guests)
                return content.progress()
            }
        }
        return (passed, content)
    }

    private func bytes(_ passages: [OpenedPassage]) -> [UInt8] {
        passages.reduce(into: []) { all, passage in
            switch passage.content {
            case .bytes(let bytes): all += bytes
            case .restart: all = []
            case .missing, .datagram, .end, .cut: break
            }
        }
    }

    @Test func theOnlyStreamIsPassedOnAsItComes() {
        let passages = passages([(0, 0, Array(first.prefix(10))), (0, 10, Array(first.dropFirst(10)))])
        #expect(passages.count == 2)
        #expect(bytes(passages) == first)
    }

    @Test func bytesThatComeEarlyWait() {
        let passages = passages([(0, 10, Array(first.dropFirst(10))), (0, 0, Array(first.prefix(10)))])
        #expect(bytes(passages) == first)
        #expect(passages.map(\.sent.frame) == [2, 1])
        #expect(passages.map(\.arrived.frame) == [2, 2])
    }

    @Test func aMessageOfAnotherStreamComesBehindTheOneUnderWay() {
        let passages = passages([
            (0, 0, first), (0, UInt64(first.count), Array(second.prefix(20))), (4, 0, first),
            (0, UInt64(first.count) + 20, Array(second.dropFirst(20))),
        ])
        #expect(bytes(passages) == first + second + first)
    }

    @Test func aMessageOfAnotherStreamWaitsUntilItIsWhole() {
        let passages = passages([
            (0, 0, first), (4, 0, Array(second.prefix(30))), (0, UInt64(first.count), first),
            (4, 30, Array(second.dropFirst(30))),
        ])
        #expect(bytes(passages) == first + first + second)
    }

    @Test func bytesThatAreNoMessagesAreLeftOut() {
        let passages = passages([
            (2, 0, Array("no messages here, only text".utf8)), (0, 0, first), (0, UInt64(first.count), second),
        ])
        #expect(bytes(passages) == first + second)
    }

    /// Of what led, nothing is lost: its first message was not whole when that of the other stream was.
    @Test func aLongFirstMessageComesWhole() {
        let passages = passages([
            (0, 0, Array(first.prefix(30))), (4, 0, second), (0, 30, Array(first.dropFirst(30))),
        ])
        #expect(bytes(passages) == second + first)
    }

    /// What readers get of two streams of which the first ends inside a message.
    private func contents(isEnd: Bool) -> (bytes: [UInt8], faults: Int, messages: Int) {
        var streams = QUICStreams()
        var passages: [OpenedPassage] = []
        let moment = PacketMoment(frame: 1, time: 0)
        let cut = first + second.prefix(20)
        streams.add(
            cut[...], at: 0, isEnd: false, of: 0, fromInitiator: true, moment: moment, into: &passages)
        if isEnd {
            // In a frame without bytes, as it may come.
            streams.add(
                [UInt8]()[...], at: UInt64(cut.count), isEnd: true, of: 0, fromInitiator: true, moment: moment,
                into: &passages)
        } else {
            streams.reset(0, code: 7, fromInitiator: true, moment: moment, into: &passages)
        }
        streams.add(
            second[...], at: 0, isEnd: true, of: 4, fromInitiator: true, moment: moment, into: &passages)
        let (passed, content) = pass(passages)
        let mesh = content.reader(MeshReader.self)
        return (bytes(passed), mesh?.framingFaults.count ?? 0, mesh?.mesh.counts.known ?? 0)
    }

    @Test func aStreamThatEndsInsideAMessageSaysSoAndTheNextIsFramedByItself() {
        let contents = contents(isEnd: true)
        #expect(contents.bytes == first + second.prefix(20) + second)
        #expect(contents.faults == 1)
        #expect(contents.messages == 2)
    }

    @Test func aStreamThatIsGivenUpInsideAMessageBreaksNoRule() {
        let contents = contents(isEnd: false)
        #expect(contents.faults == 0)
        #expect(contents.messages == 2)
    }

    /// A mebibyte without a message is enough: what follows on that stream is not held.
    @Test func aStreamWithoutMessagesIsGivenUp() {
        let text = [UInt8](repeating: 0x20, count: 1 << 20)
        let passages = passages([(0, 0, first), (4, 0, text), (4, 1 << 20, [0x20]), (4, 1 << 20 + 1, second)])
        #expect(bytes(passages) == first)
    }

    /// Whoever holds most is given up, not who comes last.
    @Test func aLongStreamWithoutMessagesCostsNoOtherItsOwn() {
        let text = [UInt8](repeating: 0x20, count: 1 << 20 - 10)
        let passages = passages([
            (0, 0, Array(first.prefix(20))), (4, 0, text), (8, 0, second), (0, 20, Array(first.dropFirst(20))),
        ])
        #expect(bytes(passages) == second + first)
    }

    /// However many have none: the oldest make room.
    @Test func manyStreamsWithoutMessagesCostNoOtherItsOwn() {
        var pieces: [(id: UInt64, offset: UInt64, bytes: [UInt8])] = [(0, 0, first)]
        for number in 1...300 { pieces.append((UInt64(4 * number), 0, Array("text".utf8))) }
        pieces.append((4 * 301, 0, second))
        #expect(bytes(passages(pieces)) == first + second)
    }

    @Test func eachOffsetCountsOnce() {
        var streams = QUICStreams()
        var passages: [OpenedPassage] = []
        for frame in 1...2 {
            streams.add(
                first[...], at: 0, isEnd: true, of: 0, fromInitiator: true,
                moment: PacketMoment(frame: frame, time: 0), into: &passages)
        }
        #expect(streams.bytes(fromInitiator: true) == first.count && streams.bytes(fromInitiator: false) == 0)
        #expect(bytes(passages) == first)
    }
}
