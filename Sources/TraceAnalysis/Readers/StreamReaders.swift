import TraceModel
import WireCoding
import XMPPStreams

/// The readers of one direction of a stream, of all applications that the analyzer brings along. Each call becomes one for
/// each reader when it is compiled; those that do nothing vanish.
protocol StreamReaderList: Sendable {
    associatedtype Exchanges: StreamExchange

    init(_ reading: StreamReading)
    mutating func beginMidstream(at offset: Int64)
    /// - Returns: The index of the reader whose application the stream is of.
    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Int?
    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput)
    /// The same for the first reader, which is known to be the only one that reads.
    mutating func readFirst(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput)
    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool)
    mutating func finish(at moment: PacketMoment, _ output: inout StreamOutput)
    mutating func beginMessage(at offset: Int64)
    /// All leave the stream but one.
    mutating func leave(except index: Int)
    mutating func evict()
    mutating func release()

    /// Whether any of them reads.
    var isReading: Bool { get }
    /// Whether the first one is steady.
    var isFirstSteady: Bool { get }
    /// Whether the first one is steady, and no other one reads.
    var isOnlyFirstReading: Bool { get }
    var firstBufferedBytes: Int { get }
    /// The index of the reader whose application the stream is known to be of.
    var proven: Int? { get }
    var isRegular: Bool { get }
    var bufferedBytes: Int { get }
    var isBetweenMessages: Bool { get }

    var isUnsettled: Bool { get }
    /// - Returns: The index of the reader whose application both directions are now known to be of.
    static func settle(
        _ initiator: inout Self, _ responder: inout Self, _ exchanges: inout Exchanges, _ state: SettlingState
    ) -> Int?
    mutating func settleAlone()

    var holdsSealed: Bool { get }
    static func open(
        _ initiator: inout Self, _ responder: inout Self, _ exchanges: inout Exchanges, _ state: inout OpeningState
    ) -> [OpenedPassage]

    var namesTraffic: Bool { get }
    var statedPeerID: String? { get }
    var boundJID: JID? { get }
    var delays: OneWayDelays.Result? { get }
    var endsWithinMessage: Bool { get }

    /// The reader of a kind; nil if it is not in the list.
    func reader<Reader: StreamReader>(_ kind: Reader.Type) -> Reader?
    /// Asks the reader of a kind where it lies; nil if it is not in the list.
    func ask<Reader: StreamReader, Fact>(_ kind: Reader.Type, _ fact: (borrowing Reader) -> Fact) -> Fact?
    /// What the directions together say, of the reader of a kind.
    static func exchange<Reader: StreamReader>(of kind: Reader.Type, in exchanges: Exchanges) -> Reader.Exchange?
}

/// A reader, and those after it in the list.
struct StreamReaders<First: StreamReader, Others: StreamReaderList>: StreamReaderList {
    private var first: First
    private var others: Others

    struct Exchanges: StreamExchange {
        fileprivate var first = First.Exchange()
        fileprivate var others = Others.Exchanges()

        var isEmpty: Bool { first.isEmpty && others.isEmpty }
        var pairs: RequestPairs? { first.pairs ?? others.pairs }

        mutating func flip() {
            first.flip()
            others.flip()
        }

        mutating func forget() {
            first.forget()
            others.forget()
        }
    }

    init(_ reading: StreamReading) {
        first = First(reading)
        others = Others(reading)
    }

    mutating func beginMidstream(at offset: Int64) {
        first.beginMidstream(at: offset)
        others.beginMidstream(at: offset)
    }

    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Int? {
        if first.recognize(bytes, opening) { return 0 }
        return others.recognize(bytes, opening).map { $0 + 1 }
    }

    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        if first.isReading { first.read(bytes, piece, &output) }
        others.read(bytes, piece, &output)
    }

    @inline(__always)
    mutating func readFirst(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {
        first.read(bytes, piece, &output)
    }

    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool) {
        first.miss(count, at: offset, isFirst: isFirst)
        others.miss(count, at: offset, isFirst: isFirst)
    }

    mutating func finish(at moment: PacketMoment, _ output: inout StreamOutput) {
        first.finish(at: moment, &output)
        others.finish(at: moment, &output)
    }

    mutating func beginMessage(at offset: Int64) {
        first.beginMessage(at: offset)
        others.beginMessage(at: offset)
    }

    mutating func leave(except index: Int) {
        if index != 0 { first.leave() }
        others.leave(except: index - 1)
    }

    mutating func evict() {
        first.evict()
        others.evict()
    }

    mutating func release() {
        first.release()
        others.release()
    }

    var isReading: Bool { first.isReading || others.isReading }
    @inline(__always)
    var isFirstSteady: Bool { first.isSteady }
    var isOnlyFirstReading: Bool { first.isSteady && !others.isReading }
    @inline(__always)
    var firstBufferedBytes: Int { first.bufferedBytes }
    var proven: Int? { first.isProven ? 0 : others.proven.map { $0 + 1 } }
    var isRegular: Bool { first.isRegular || others.isRegular }
    var bufferedBytes: Int { first.bufferedBytes &+ others.bufferedBytes }
    var isBetweenMessages: Bool {
        (!first.isReading || first.isBetweenMessages) && others.isBetweenMessages
    }

    @inline(__always)
    var isUnsettled: Bool { first.isUnsettled || others.isUnsettled }

    static func settle(
        _ initiator: inout Self, _ responder: inout Self, _ exchanges: inout Exchanges, _ state: SettlingState
    ) -> Int? {
        if First.settle(&initiator.first, &responder.first, &exchanges.first, state) { return 0 }
        return Others.settle(&initiator.others, &responder.others, &exchanges.others, state).map { $0 + 1 }
    }

    mutating func settleAlone() {
        first.settleAlone()
        others.settleAlone()
    }

    var holdsSealed: Bool { first.holdsSealed || others.holdsSealed }

    static func open(
        _ initiator: inout Self, _ responder: inout Self, _ exchanges: inout Exchanges, _ state: inout OpeningState
    ) -> [OpenedPassage] {
        if initiator.first.holdsSealed || responder.first.holdsSealed {
            return First.open(&initiator.first, &responder.first, &exchanges.first, &state)
        }
        return Others.open(&initiator.others, &responder.others, &exchanges.others, &state)
    }

    @inline(__always)
    var namesTraffic: Bool { first.namesTraffic || others.namesTraffic }
    var statedPeerID: String? { first.statedPeerID ?? others.statedPeerID }
    var boundJID: JID? { first.boundJID ?? others.boundJID }
    var delays: OneWayDelays.Result? { first.delays ?? others.delays }
    var endsWithinMessage: Bool { first.endsWithinMessage || others.endsWithinMessage }

    func reader<Reader: StreamReader>(_ kind: Reader.Type) -> Reader? {
        First.self == Reader.self ? first as? Reader : others.reader(kind)
    }

    func ask<Reader: StreamReader, Fact>(_ kind: Reader.Type, _ fact: (borrowing Reader) -> Fact) -> Fact? {
        guard First.self == Reader.self else { return others.ask(kind, fact) }
        // Both types are the same, and nothing keeps the pointer. A cast would copy the reader.
        return unsafe withUnsafePointer(to: first) { pointer in
            unsafe pointer.withMemoryRebound(to: Reader.self, capacity: 1) { unsafe fact($0.pointee) }
        }
    }

    static func exchange<Reader: StreamReader>(of kind: Reader.Type, in exchanges: Exchanges) -> Reader.Exchange? {
        First.self == Reader.self
            ? exchanges.first as? Reader.Exchange : Others.exchange(of: kind, in: exchanges.others)
    }
}

/// The end of the list.
struct NoStreamReaders: StreamReaderList {
    typealias Exchanges = NoExchange

    init(_ reading: StreamReading) {}
    mutating func beginMidstream(at offset: Int64) {}
    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Int? { nil }
    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {}
    mutating func readFirst(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {}
    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool) {}
    mutating func finish(at moment: PacketMoment, _ output: inout StreamOutput) {}
    mutating func beginMessage(at offset: Int64) {}
    mutating func leave(except index: Int) {}
    mutating func evict() {}
    mutating func release() {}
    var isReading: Bool { false }
    var isFirstSteady: Bool { false }
    var isOnlyFirstReading: Bool { false }
    var firstBufferedBytes: Int { 0 }
    var proven: Int? { nil }
    var isRegular: Bool { false }
    var bufferedBytes: Int { 0 }
    var isBetweenMessages: Bool { true }
    var isUnsettled: Bool { false }
    static func settle(
        _ initiator: inout Self, _ responder: inout Self, _ exchanges: inout NoExchange, _ state: SettlingState
    ) -> Int? { nil }
    mutating func settleAlone() {}
    var holdsSealed: Bool { false }
    static func open(
        _ initiator: inout Self, _ responder: inout Self, _ exchanges: inout NoExchange, _ state: inout OpeningState
    ) -> [OpenedPassage] { [] }
    var namesTraffic: Bool { false }
    var statedPeerID: String? { nil }
    var boundJID: JID? { nil }
    var delays: OneWayDelays.Result? { nil }
    var endsWithinMessage: Bool { false }
    func reader<Reader: StreamReader>(_ kind: Reader.Type) -> Reader? { nil }
    func ask<Reader: StreamReader, Fact>(_ kind: Reader.Type, _ fact: (borrowing Reader) -> Fact) -> Fact? { nil }
    static func exchange<Reader: StreamReader>(of kind: Reader.Type, in exchanges: NoExchange) -> Reader.Exchange? {
        nil
    }
}
