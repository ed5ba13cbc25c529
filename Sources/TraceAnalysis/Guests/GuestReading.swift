import ApplicationProtocols
import WireCoding

/// One application's reading of one direction.
struct GuestReading: Sendable {
    /// Of the application, in the list of all.
    let index: Int
    private let joinsDirections: Bool
    /// Whether it may be the session's application though its first messages do not fit.
    private let mayBeClaimed: Bool
    private var reader: any ApplicationReader
    private(set) var tally: GuestTally
    /// What the conversation is to be told, in the order of the stream.
    private var events: [GuestEvent] = []
    private var records: MessageLog?
    /// Where the stream's first byte is that the reader was shown.
    private let origin: Int
    /// When the first fault showed.
    private(set) var faultMoment: PacketMoment?
    private(set) var isOver = false
    /// Set when the direction ended.
    private(set) var summary: ReadingSummary?

    /// - Parameter origin: Offset of the first byte.
    init(
        _ list: GuestList, _ index: Int, _ reading: StreamReading, origin: Int, isMidstream: Bool, isDatagrams: Bool
    ) {
        let entry = list.entries[index]
        self.index = index
        self.origin = origin
        joinsDirections = entry.joinsDirections
        mayBeClaimed = !entry.claims.isEmpty || entry.builtIn != nil
        reader = entry.application.makeReader(
            ReadingStart(
                isDatagrams: isDatagrams, isMidstream: isMidstream, resynchronizes: reading.resynchronizes,
                listsFields: reading.listsMessages))
        tally = GuestTally(entry.measures)
        records = MessageLog(reading)
    }

    /// The start of the stream is not in the capture, but that of the session is.
    mutating func missStart(at moment: PacketMoment) { if joinsDirections { events.append(.hole(moment)) } }

    /// Bytes of an incomplete message. Stored, because it is asked for after every piece, which would copy all that is here.
    private(set) var heldBytes = 0

    /// How much waits to be tied to the other direction.
    var marks: Int { events.count }

    // MARK: - Input

    /// Goes on with bytes that the log has the times of.
    mutating func read(_ bytes: Span<UInt8>, _ arrivals: borrowing ArrivalLog, at moment: PacketMoment) {
        guard !isOver else { return }
        Self.read(
            &reader, bytes,
            Taking(origin: origin, joinsDirections: joinsDirections), arrivals, &tally, &events, &records)
        check(at: moment)
    }

    private static func read(
        _ reader: inout any ApplicationReader, _ bytes: Span<UInt8>, _ taking: Taking,
        _ arrivals: borrowing ArrivalLog, _ tally: inout GuestTally, _ events: inout [GuestEvent],
        _ records: inout MessageLog?
    ) {
        reader.read(bytes) { taking.take($0, $1, arrivals, &tally, &events, &records) }
    }

    /// Bytes that the capture does not hold come next.
    mutating func skip(_ count: Int, _ arrivals: borrowing ArrivalLog, at moment: PacketMoment) {
        guard !isOver else { return }
        Self.skip(
            &reader, count, Taking(origin: origin, joinsDirections: joinsDirections), arrivals, &tally, &events,
            &records)
        tally.miss()
        if joinsDirections { events.append(.hole(moment)) }
        check(at: moment)
    }

    private static func skip(
        _ reader: inout any ApplicationReader, _ count: Int, _ taking: Taking, _ arrivals: borrowing ArrivalLog,
        _ tally: inout GuestTally, _ events: inout [GuestEvent], _ records: inout MessageLog?
    ) {
        reader.skip(missing: count) { taking.take($0, $1, arrivals, &tally, &events, &records) }
    }

    /// The sender ended the stream, and all of it was seen.
    mutating func end(_ arrivals: borrowing ArrivalLog, at moment: PacketMoment) {
        guard !isOver else { return }
        Self.end(
            &reader, Taking(origin: origin, joinsDirections: joinsDirections), arrivals, &tally, &events, &records)
        if joinsDirections { events.append(.end(moment)) }
        // A message that the end cut is in the packets before it.
        check(at: arrivals.piece(at: .max)?.sent ?? moment)
    }

    private static func end(
        _ reader: inout any ApplicationReader, _ taking: Taking, _ arrivals: borrowing ArrivalLog,
        _ tally: inout GuestTally, _ events: inout [GuestEvent], _ records: inout MessageLog?
    ) {
        reader.finish { taking.take($0, $1, arrivals, &tally, &events, &records) }
    }

    /// Takes note of the first fault, and stops where nothing more can come of it.
    private mutating func check(at moment: PacketMoment) {
        if faultMoment == nil, reader.hasFault { faultMoment = moment }
        let isRefuted = !mayBeClaimed && (tally.strangers > 0 || reader.hasFault && isOpening)
        if reader.isOver || isRefuted { close() } else { heldBytes = reader.heldBytes }
    }

    /// Whether the messages so far decide what the session is.
    private var isOpening: Bool { tally.messages < GuestTally.openingMessages }

    /// Where the message of a fault begins in the stream.
    func streamOffset(of fault: ReadingFault) -> Int { origin &+ fault.streamOffset }

    mutating func evict() {
        guard !isOver else { return }
        reader.evict()
        heldBytes = reader.heldBytes
        tally.miss()
    }

    /// Nothing more comes.
    mutating func close() {
        guard summary == nil else { return }
        isOver = true
        heldBytes = 0
        summary = reader.summary
        reader.evict()
        tally.finish()
    }

    mutating func takeEvents() -> [GuestEvent] {
        defer { events = [] }
        return events
    }

    mutating func takeRecords() -> [MessageRecord] {
        guard var taken = records?.takeAll(), !taken.isEmpty else { return [] }
        for index in taken.indices { taken[index].guest = self.index }
        return taken
    }
}

/// What the conversation of an application is told of one direction.
struct GuestEvents: Sendable {
    /// Its index in the list of all.
    let application: Int
    let events: [GuestEvent]
}

/// What happened in one direction.
enum GuestEvent: Sendable {
    case message(ApplicationMessage, begun: PacketMoment, completed: PacketMoment)
    /// Bytes are missing before what comes next.
    case hole(PacketMoment)
    /// The sender ended the stream.
    case end(PacketMoment)

    var moment: PacketMoment {
        switch self {
        case .message(_, _, let completed): completed
        case .hole(let moment), .end(let moment): moment
        }
    }
}

/// Takes a message from its reader.
private struct Taking {
    let origin: Int
    let joinsDirections: Bool

    @inline(__always)
    func take(
        _ message: ApplicationMessage, _ body: Span<UInt8>, _ arrivals: borrowing ArrivalLog,
        _ tally: inout GuestTally, _ events: inout [GuestEvent], _ records: inout MessageLog?
    ) {
        let start = origin &+ message.streamOffset
        guard let begun = arrivals.piece(at: start)?.sent,
            let completed = arrivals.piece(at: start &+ max(0, message.wireSize &- 1))?.arrived
        else { return }
        tally.count(message, begun: begun, completed: completed)
        if joinsDirections {
            var brief = message
            brief.fields = []
            events.append(.message(brief, begun: begun, completed: completed))
        }
        guard records != nil else { return }
        var record = MessageRecord(begun: begun, completed: completed, streamOffset: start, bytes: message.bodySize)
        record.type = message.type
        record.sender = message.sender
        record.sent = message.sent
        record.payloadBytes = message.payloadSize
        record.fields = message.fields
        record.roles = message.roles
        records?.append(record, body: body)
    }
}
