import Testing
import TraceModel
import WireCoding

@testable import TraceAnalysis

/// Lists of readers, with readers of two applications that nobody has.
@Suite struct StreamReadersTests {
    private typealias Readers = StreamReaders<CountingReader, StreamReaders<MarkReader, NoStreamReaders>>

    private let piece = StreamPassage(
        offset: 0, length: 6, sent: PacketMoment(frame: 1, time: 0), arrived: PacketMoment(frame: 1, time: 0))

    private func opening(_ bytes: [UInt8]) -> StreamOpening {
        StreamOpening(
            bytes: bytes, before: 0, offset: 0, sent: PacketMoment(frame: 1, time: 0), length: bytes.count,
            isFirst: true, lacksBytes: false,
            isRegular: false)
    }

    private func readers(shown bytes: [UInt8]) -> (readers: Readers, owner: Int?) {
        var (readers, output) = (Readers(.content), StreamOutput())
        let owner = readers.recognize(bytes.span, opening(bytes))
        if let owner { readers.leave(except: owner) }
        readers.read(bytes.span, piece, &output)
        return (readers, owner)
    }

    @Test func allReadUntilOneRecognizesTheStream() {
        let (open, nobody) = readers(shown: Array("hello!".utf8))
        #expect(nobody == nil && open.proven == nil)
        #expect(open.reader(CountingReader.self)?.bytes == 6)
        let (owned, owner) = readers(shown: Array("#mark!".utf8))
        #expect(owner == 1 && owned.proven == 1)
        #expect(owned.reader(MarkReader.self)?.bytes == 6 && owned.reader(CountingReader.self)?.bytes == 0)
    }

    @Test func sumsAndFirstAnswersAreThoseOfTheReaders() {
        var (readers, output) = (Readers(.content), StreamOutput())
        #expect(readers.isReading && readers.isOnlyFirstReading && !readers.isUnsettled)
        readers.readFirst(Array("123456".utf8).span, piece, &output)
        #expect(readers.firstBufferedBytes == 6 && readers.bufferedBytes == 6)
        readers.evict()
        #expect(readers.bufferedBytes == 0 && readers.statedPeerID == "counted")
    }

    @Test func removedApplicationHasNoReader() {
        let short = StreamReaders<MarkReader, NoStreamReaders>(.content)
        #expect(short.reader(CountingReader.self) == nil && short.statedPeerID == nil)
    }

    @Test func directionsOfOneKindSettleTogether() {
        var (one, other) = (Readers(.content), Readers(.content))
        var exchanges = Readers.Exchanges()
        let state = SettlingState(isAligned: true, haveEnded: true, isContested: false)
        #expect(Readers.settle(&one, &other, &exchanges, state) == 1)
        #expect(Readers.exchange(of: MarkReader.self, in: exchanges)?.settlements == 1 && !exchanges.isEmpty)
        exchanges.flip()
        #expect(Readers.exchange(of: MarkReader.self, in: exchanges)?.settlements == -1)
    }
}

/// Counts all that it is shown.
private struct CountingReader: StreamReader {
    private(set) var bytes = 0
    private(set) var bufferedBytes = 0
    private(set) var isReading = true

    init(_ reading: StreamReading) {}
    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Bool { false }
    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        self.bytes += bytes.count
        bufferedBytes += bytes.count
    }
    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool) {}
    mutating func leave() { isReading = false }
    mutating func evict() { bufferedBytes = 0 }
    var isSteady: Bool { isReading }
    var isProven: Bool { false }
    var statedPeerID: String? { "counted" }
}

/// Knows its streams by their first byte.
private struct MarkReader: StreamReader {
    struct Exchange: StreamExchange {
        var settlements = 0
        var isEmpty: Bool { settlements == 0 }
        var pairs: RequestPairs? { nil }
        mutating func flip() { settlements.negate() }
    }

    private(set) var bytes = 0
    private(set) var isProven = false

    init(_ reading: StreamReading) {}
    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Bool {
        isProven = opening.completesMark && opening.bytes.first == UInt8(ascii: "#")
        return isProven
    }
    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        self.bytes += bytes.count
    }
    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool) {}
    mutating func leave() { isProven = false }
    var isReading: Bool { isProven }
    static func settle(
        _ initiator: inout MarkReader, _ responder: inout MarkReader, _ exchange: inout Exchange,
        _ state: SettlingState
    ) -> Bool {
        exchange.settlements += 1
        return state.haveEnded
    }
}
