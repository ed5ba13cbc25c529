import TraceModel
import WireCoding
import XMPPStreams

/// Reads one direction of a TCP stream as one application that the analyzer brings along.
///
/// A stream has a reader of each such application, side by side in its memory and called without indirection, until one of
/// them knows that it is its application's. Most begin with nothing but an empty box.
protocol StreamReader: Sendable {
    /// What is known only from both directions together.
    associatedtype Exchange: StreamExchange = NoExchange

    /// Whether what it reads carries another stream, which the applications read.
    static var isChannel: Bool { get }

    init(_ reading: StreamReading)

    /// The first byte that will come is in the middle of the stream.
    mutating func beginMidstream(at offset: Int64)
    /// Looks at a piece of a stream that is nobody's yet, before it is read.
    ///
    /// - Returns: Whether the stream is now known to be of this application, so that all others leave it.
    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Bool
    /// Takes the next bytes, if ``isReading``.
    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput)
    /// Bytes come next that the capture does not hold.
    ///
    /// - Parameter isFirst: Whether nothing came before.
    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool)
    /// The sender ended the stream, and all of it was seen.
    mutating func finish(at moment: PacketMoment, _ output: inout StreamOutput)
    /// What comes next begins a message, whatever came before: of several streams that are read as one, another.
    mutating func beginMessage(at offset: Int64)
    /// The stream is of another application.
    mutating func leave()
    /// Lets go of an incomplete message.
    mutating func evict()
    /// Frees what only a living stream needs.
    mutating func release()

    /// Whether it wants what comes next.
    var isReading: Bool { get }
    /// Whether it reads, and there is nothing but to read.
    var isSteady: Bool { get }
    /// Whether the stream is known to be of this application.
    var isProven: Bool { get }
    /// Whether what it has read is too regular to be chance, though nothing proves it.
    var isRegular: Bool { get }
    /// Bytes of an incomplete message that are held.
    var bufferedBytes: Int { get }
    /// Whether what comes next begins a message; true for applications whose messages have no end of their own.
    var isBetweenMessages: Bool { get }

    // MARK: - Both directions

    /// Whether it depends on the other direction what the stream is.
    var isUnsettled: Bool { get }
    /// Compares both directions of a connection, as long as either ``isUnsettled``.
    ///
    /// - Returns: Whether both are now known to be of this application.
    static func settle(
        _ initiator: inout Self, _ responder: inout Self, _ exchange: inout Exchange, _ state: SettlingState
    ) -> Bool
    /// There will be no other direction.
    mutating func settleAlone()

    // MARK: - Sealed streams

    /// Whether it holds something that both directions together may open.
    var holdsSealed: Bool { get }
    /// Opens what both directions hold, as far as keys fit and the other direction has said what is needed.
    static func open(
        _ initiator: inout Self, _ responder: inout Self, _ exchange: inout Exchange, _ state: inout OpeningState
    ) -> [OpenedPassage]

    // MARK: - What others ask of a stream, whatever it is

    /// Whether packets are counted under the name of the application, and not of their transport.
    var namesTraffic: Bool { get }
    /// Who the sender says that it is, for messages that are relayed to it.
    var statedPeerID: String? { get }
    /// The address that the sender gave its client.
    var boundJID: JID? { get }
    /// Delays by the times in messages.
    var delays: OneWayDelays.Result? { get }
    /// Whether the stream is over, and a message is not whole.
    var endsWithinMessage: Bool { get }
}

extension StreamReader {
    static var isChannel: Bool { false }
    mutating func beginMidstream(at offset: Int64) {}
    mutating func finish(at moment: PacketMoment, _ output: inout StreamOutput) {}
    mutating func beginMessage(at offset: Int64) {}
    mutating func evict() {}
    mutating func release() {}
    var isSteady: Bool { false }
    var isRegular: Bool { false }
    var bufferedBytes: Int { 0 }
    var isBetweenMessages: Bool { bufferedBytes == 0 }
    var isUnsettled: Bool { false }
    static func settle(
        _ initiator: inout Self, _ responder: inout Self, _ exchange: inout Exchange, _ state: SettlingState
    ) -> Bool { false }
    mutating func settleAlone() {}
    var holdsSealed: Bool { false }
    static func open(
        _ initiator: inout Self, _ responder: inout Self, _ exchange: inout Exchange, _ state: inout OpeningState
    ) -> [OpenedPassage] { [] }
    var namesTraffic: Bool { false }
    var statedPeerID: String? { nil }
    var boundJID: JID? { nil }
    var delays: OneWayDelays.Result? { nil }
    var endsWithinMessage: Bool { false }
}

/// What a stream begins with, as far as it came.
struct StreamOpening {
    /// Bytes that tell applications apart.
    static let markLength = 6
    /// More of a stream's beginning does not help.
    static let maximumLength = 64

    /// The first bytes, with those of the piece.
    let bytes: [UInt8]
    /// How many of them came before the piece.
    let before: Int
    /// The offset of the piece.
    let offset: Int64
    /// When it was seen.
    let sent: PacketMoment
    /// Bytes of the piece on the wire.
    let length: Int
    /// Whether nothing came before, not even a hole.
    let isFirst: Bool
    /// Whether the beginning, or a byte since, is not in the capture.
    let lacksBytes: Bool
    /// Whether what was read so far is too regular to be chance.
    let isRegular: Bool

    /// Whether the piece brings the last of the bytes that tell applications apart, and none of them is missing.
    var completesMark: Bool {
        before < Self.markLength && bytes.count >= Self.markLength && (!lacksBytes || before == 0)
    }
}

/// Where a piece of a stream is, and when it came.
struct StreamPassage {
    var offset: Int64
    /// Bytes on the wire; the capture may hold fewer.
    var length: Int
    /// When it was seen; after a hole, that is before the bytes that fill it.
    var sent: PacketMoment
    /// When it and all before it were there.
    var arrived: PacketMoment
}

/// What readers of a stream hand on.
struct StreamOutput: Sendable {
    /// Nil if messages are not listed.
    var records: MessageLog?
    var pending = PendingMessages()
}

/// How a connection stands when its directions are compared.
struct SettlingState {
    /// Whether both are seen from their beginnings.
    var isAligned: Bool
    /// Whether nothing more can come, so that it is decided what they are.
    var haveEnded: Bool
    /// Whether one of them is too regular as another application's.
    var isContested: Bool
}

/// What is known of an application only from both directions of a connection.
protocol StreamExchange: Sendable {
    init()
    /// Whether it takes no memory of its own.
    var isEmpty: Bool { get }
    /// What was asked and answered; nil where messages say so themselves.
    var pairs: RequestPairs? { get }
    /// Changes who is called the initiator.
    mutating func flip()
    /// One of the directions never came: forgets what was to be compared.
    mutating func forget()
}

extension StreamExchange {
    mutating func forget() { self = Self() }
}

/// For applications whose directions are read apart.
struct NoExchange: StreamExchange {
    var isEmpty: Bool { true }
    var pairs: RequestPairs? { nil }
    mutating func flip() {}
}

/// For applications that no stream carries.
struct NoStream: StreamReader {
    init(_ reading: StreamReading) {}
    mutating func recognize(_ bytes: Span<UInt8>, _ opening: borrowing StreamOpening) -> Bool { false }
    mutating func read(_ bytes: Span<UInt8>, _ piece: StreamPassage, _ output: inout StreamOutput) {}
    mutating func miss(_ count: Int64, at offset: Int64, isFirst: Bool) {}
    mutating func leave() {}
    var isReading: Bool { false }
    var isProven: Bool { false }
}
