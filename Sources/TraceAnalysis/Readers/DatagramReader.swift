import SealedChannels
import TraceModel
import WireCoding

/// Reads the datagrams of a UDP conversation, of both ends, as one application that the analyzer brings along.
protocol DatagramReader: Sendable {
    /// What carries the application's messages, as far as the report is concerned.
    static var transport: Session.Transport { get }
    /// Whether what it reads carries other datagrams or streams, which the applications read.
    static var isChannel: Bool { get }

    /// A reader, if a datagram may begin a conversation of the application.
    ///
    /// - Parameter length: Bytes on the wire; the payload is what the capture holds of them.
    init?(beginningWith payload: Span<UInt8>, length: Int, fromInitiator: Bool)

    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?)
    /// There are keys, so that it holds what is sealed until ``open(_:)``.
    mutating func expectKeys()
    /// Opens what it holds, as far as keys fit.
    mutating func open(_ state: OpeningState) -> [OpenedPassage]
    /// What opens the datagrams that an end sends later; nil where it cannot. Mutating only so that it is used where it lies.
    ///
    /// - Parameter known: The largest packet number before them, of datagrams that may not be opened yet.
    mutating func attempts(fromInitiator: Bool, after known: UInt64?) -> QUICPacketAttempts?
    /// Takes what was opened of the datagram in a frame that comes next, before its turn.
    mutating func expect(_ attempted: QUICAttemptedPacket, frame: Int)
    /// The names by which datagrams from other addresses show that they belong to this conversation, since the last call.
    mutating func takeChannelNames() -> [ChannelName]
    /// Gives up incomplete messages.
    mutating func evict()
    /// Changes who is called the initiator.
    mutating func flip()
    /// Nothing more comes.
    mutating func finish()

    /// Whether the conversation is known to be of this application.
    var isProven: Bool { get }
    /// Whether it holds something that may be opened.
    var holdsSealed: Bool { get }
    /// Bytes of incomplete messages that are held; nil if it never holds any.
    var bufferedBytes: Int? { get }
    /// What was asked and answered.
    var pairs: RequestPairs? { get }
    /// What the first datagrams show of the network.
    var opening: DatagramOpening? { get }
    /// When each end could send what applications do, or earlier; nil where that does not show.
    var readiness: Ends<Int64?> { get }
    /// The shortest time from a packet of each end to the other one's acknowledgment of it, without what that one waited, in
    /// nanoseconds; nil where nothing is acknowledged, or it is sealed.
    var leastAcknowledgments: Ends<Int64?> { get }
    /// What one end sent twice.
    func copies(fromInitiator: Bool) -> DatagramCopies?

    /// The name in a datagram, if names have that length.
    static func channelName(in payload: Span<UInt8>, length: Int) -> [UInt8]?
    /// What a datagram is, in a few words, of an application whose conversations have no name of their own.
    static func evidence(of payload: Span<UInt8>) -> String?
}

extension DatagramReader {
    static var transport: Session.Transport { .udp }
    static var isChannel: Bool { false }
    mutating func expectKeys() {}
    mutating func attempts(fromInitiator: Bool, after known: UInt64?) -> QUICPacketAttempts? { nil }
    mutating func expect(_ attempted: QUICAttemptedPacket, frame: Int) {}
    mutating func takeChannelNames() -> [ChannelName] { [] }
    static func channelName(in payload: Span<UInt8>, length: Int) -> [UInt8]? { nil }
    mutating func open(_ state: OpeningState) -> [OpenedPassage] { [] }
    var holdsSealed: Bool { false }
    mutating func evict() {}
    var bufferedBytes: Int? { nil }
    var pairs: RequestPairs? { nil }
    var opening: DatagramOpening? { nil }
    var readiness: Ends<Int64?> { Ends(both: nil) }
    var leastAcknowledgments: Ends<Int64?> { Ends(both: nil) }
    func copies(fromInitiator: Bool) -> DatagramCopies? { nil }
    static func evidence(of payload: Span<UInt8>) -> String? { nil }
}

/// The round trip that the first datagrams of a conversation show, and its parts, in nanoseconds.
struct DatagramOpening: Equatable, Sendable {
    var roundTrip: Int64
    /// Beyond the capture point and before it; nil until the third datagram.
    var steps: (beyond: Int64, before: Int64)?

    static func == (first: DatagramOpening, second: DatagramOpening) -> Bool {
        first.roundTrip == second.roundTrip && first.steps?.beyond == second.steps?.beyond
            && first.steps?.before == second.steps?.before
    }
}

/// Messages of one end that came before.
struct DatagramCopies: Sendable {
    /// All messages of the end.
    var messages: Int
    /// Those that came before.
    var repeated: Int
    /// The first of these whose number or text says so.
    var moments: [PacketMoment]
    /// What came twice, in the plural.
    var name: String
}

/// For applications that no datagram carries.
struct NoDatagrams: DatagramReader {
    init?(beginningWith payload: Span<UInt8>, length: Int, fromInitiator: Bool) { return nil }
    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?
    ) {}
    mutating func flip() {}
    mutating func finish() {}
    var isProven: Bool { false }
}
