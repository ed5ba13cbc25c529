import SealedChannels
import TraceModel
import WireCoding

/// The readers of a UDP conversation, of all applications that the analyzer brings along.
protocol DatagramReaderList: Sendable {
    init()
    /// Makes a reader of the first application that a datagram may begin; a proven one ends the others.
    ///
    /// - Returns: Whether there is a new one.
    mutating func begin(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool) -> Bool
    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?)
    mutating func expectKeys()
    mutating func open(_ state: OpeningState) -> [OpenedPassage]
    mutating func attempts(fromInitiator: Bool, after known: UInt64?) -> QUICPacketAttempts?
    mutating func expect(_ attempted: QUICAttemptedPacket, frame: Int)
    mutating func takeChannelNames() -> [ChannelName]
    static func channelName(in payload: Span<UInt8>, length: Int) -> [UInt8]?
    /// Gives up those that are not proven.
    mutating func leaveUnproven()
    mutating func evict()
    mutating func flip()
    mutating func finish()

    var isProven: Bool { get }
    var holdsSealed: Bool { get }
    /// Mutating, so that what is in boxes is looked at where it lies: for each datagram, a copy would be made.
    var bufferedBytes: Int? { mutating get }
    var pairs: RequestPairs? { get }
    var opening: DatagramOpening? { get }
    var readiness: Ends<Int64?> { get }
    var leastAcknowledgments: Ends<Int64?> { get }
    var transport: Session.Transport? { get }
    func copies(fromInitiator: Bool) -> DatagramCopies?
    static func evidence(of payload: Span<UInt8>) -> String?

    /// The reader of a kind; nil if there is none.
    func reader<Reader: DatagramReader>(_ kind: Reader.Type) -> Reader?
}

/// A reader, and those after it in the list. At most one is there, and one more as long as it is not proven.
struct DatagramReaders<First: DatagramReader, Others: DatagramReaderList>: DatagramReaderList {
    /// In memory of its own, because most conversations have none.
    private var first: Box<First>?
    private var others = Others()

    init() {}

    mutating func begin(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool) -> Bool {
        if first == nil, let new = First(beginningWith: payload, length: length, fromInitiator: fromInitiator) {
            first = Box(new)
            return true
        }
        return others.begin(payload, length: length, fromInitiator: fromInitiator)
    }

    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?
    ) {
        first?.value.receive(
            payload, length: length, fromInitiator: fromInitiator, moment: moment, records: &records)
        others.receive(payload, length: length, fromInitiator: fromInitiator, moment: moment, records: &records)
    }

    mutating func expectKeys() {
        first?.value.expectKeys()
        others.expectKeys()
    }

    mutating func open(_ state: OpeningState) -> [OpenedPassage] {
        // Asked for what it holds, a reader would be copied.
        let passages = first == nil ? [] : first!.value.open(state)
        return passages.isEmpty ? others.open(state) : passages
    }

    mutating func attempts(fromInitiator: Bool, after known: UInt64?) -> QUICPacketAttempts? {
        let attempts = first == nil ? nil : first!.value.attempts(fromInitiator: fromInitiator, after: known)
        return attempts ?? others.attempts(fromInitiator: fromInitiator, after: known)
    }

    mutating func expect(_ attempted: QUICAttemptedPacket, frame: Int) {
        if first != nil { first!.value.expect(attempted, frame: frame) }
        others.expect(attempted, frame: frame)
    }

    mutating func takeChannelNames() -> [ChannelName] {
        let names = first == nil ? [] : first!.value.takeChannelNames()
        return names.isEmpty ? others.takeChannelNames() : names
    }

    static func channelName(in payload: Span<UInt8>, length: Int) -> [UInt8]? {
        First.channelName(in: payload, length: length) ?? Others.channelName(in: payload, length: length)
    }

    mutating func leaveUnproven() {
        if first?.value.isProven == false { first = nil }
        others.leaveUnproven()
    }

    mutating func evict() {
        first?.value.evict()
        others.evict()
    }

    mutating func flip() {
        first?.value.flip()
        others.flip()
    }

    mutating func finish() {
        first?.value.finish()
        others.finish()
    }

    var isProven: Bool { first?.value.isProven ?? false || others.isProven }
    var holdsSealed: Bool { first != nil && first!.value.holdsSealed || others.holdsSealed }
    var bufferedBytes: Int? {
        mutating get { first == nil ? others.bufferedBytes : first!.value.bufferedBytes }
    }
    var pairs: RequestPairs? { proven?.pairs ?? others.pairs }
    var opening: DatagramOpening? { proven?.opening ?? others.opening }
    var readiness: Ends<Int64?> { proven?.readiness ?? others.readiness }
    var leastAcknowledgments: Ends<Int64?> { proven?.leastAcknowledgments ?? others.leastAcknowledgments }
    var transport: Session.Transport? { first == nil ? others.transport : First.transport }
    func copies(fromInitiator: Bool) -> DatagramCopies? {
        proven?.copies(fromInitiator: fromInitiator) ?? others.copies(fromInitiator: fromInitiator)
    }
    static func evidence(of payload: Span<UInt8>) -> String? {
        First.evidence(of: payload) ?? Others.evidence(of: payload)
    }

    private var proven: First? { first?.value.isProven == true ? first?.value : nil }

    func reader<Reader: DatagramReader>(_ kind: Reader.Type) -> Reader? {
        First.self == Reader.self ? proven as? Reader : others.reader(kind)
    }
}

/// The end of the list.
struct NoDatagramReaders: DatagramReaderList {
    mutating func begin(_ payload: Span<UInt8>, length: Int, fromInitiator: Bool) -> Bool { false }
    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?
    ) {}
    mutating func expectKeys() {}
    mutating func open(_ state: OpeningState) -> [OpenedPassage] { [] }
    mutating func attempts(fromInitiator: Bool, after known: UInt64?) -> QUICPacketAttempts? { nil }
    mutating func expect(_ attempted: QUICAttemptedPacket, frame: Int) {}
    mutating func takeChannelNames() -> [ChannelName] { [] }
    static func channelName(in payload: Span<UInt8>, length: Int) -> [UInt8]? { nil }
    mutating func leaveUnproven() {}
    mutating func evict() {}
    mutating func flip() {}
    mutating func finish() {}
    var isProven: Bool { false }
    var holdsSealed: Bool { false }
    var bufferedBytes: Int? { nil }
    var pairs: RequestPairs? { nil }
    var opening: DatagramOpening? { nil }
    var readiness: Ends<Int64?> { Ends(both: nil) }
    var leastAcknowledgments: Ends<Int64?> { Ends(both: nil) }
    var transport: Session.Transport? { nil }
    func copies(fromInitiator: Bool) -> DatagramCopies? { nil }
    static func evidence(of payload: Span<UInt8>) -> String? { nil }
    func reader<Reader: DatagramReader>(_ kind: Reader.Type) -> Reader? { nil }
}
