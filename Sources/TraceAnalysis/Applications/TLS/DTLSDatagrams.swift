import SealedChannels
import TraceModel
import WireCoding

/// A DTLS connection (RFC 6347, RFC 9147): the unencrypted part of its handshake, and its records, as far as keys open them.
struct DTLSDatagrams: TwoEnded, DatagramReader {
    /// Bytes of records that may wait for the other end, or for a key.
    private static let maximumWaiting = 1 << 16

    private struct Record: Sendable {
        var header: DTLSRecordHeader
        var fragment: [UInt8]
        var fromInitiator: Bool
        var moment: PacketMoment
    }

    var initiator = DTLSHandshakeObserver()
    var responder = DTLSHandshakeObserver()
    /// The packets that show the handshake.
    private var marks = Ends(both: HandshakeMarks())
    /// Those that were sealed and opened.
    private var alerts: [SeenAlert] = []
    private var opener = DTLSConnectionOpener()
    private var counts = Ends(both: SealedCounts())
    /// The numbers of records whose content was passed on: a copy of one is not.
    private var passed = Ends(both: StreamCoverage())
    /// Records that are to be opened, and those of them that could not be when they came.
    private var fresh: [Record] = []
    private var waiting: [Record] = []
    private var waitingBytes = 0
    /// What was known when those that wait were tried last.
    private var tried: (revision: Int, secrets: SessionSecrets)?
    private var opens = false
    private var clientIsInitiator = true
    private var keyReason: SealedReason?

    static var isChannel: Bool { true }

    init?(beginningWith payload: Span<UInt8>, length: Int, fromInitiator: Bool) {
        guard DTLSRecordHeader.looksLikeDTLS(payload) else { return nil }
    }

    mutating func receive(
        _ payload: Span<UInt8>, length: Int, fromInitiator: Bool, moment: PacketMoment, records: inout MessageLog?
    ) {
        if !self[isInitiator: fromInitiator].isFinished {
            self[isInitiator: fromInitiator].observe(payload)
            marks[isInitiator: fromInitiator].note(self[isInitiator: fromInitiator].facts, at: moment)
        }
        var input = ByteReader(payload)
        while !input.isAtEnd {
            guard !DTLSUnifiedHeader.startsWith(input.input[input.position]) else {
                // Where it ends may be unknown, and with it whether another one follows.
                return count(.applicationData, fromInitiator)
            }
            guard let header = try? DTLSRecordHeader(parsing: &input) else { return }
            guard let fragment = try? input.readBytes(Int(header.length), "DTLS record") else {
                if header.epoch > 0 { count(header.contentType, fromInitiator) }
                return
            }
            take(Record(header: header, fragment: fragment, fromInitiator: fromInitiator, moment: moment))
        }
    }

    private mutating func take(_ record: Record) {
        guard opens else {
            if record.header.epoch > 0 { count(record.header.contentType, record.fromInitiator) }
            return
        }
        fresh.append(record)
        waitingBytes += Self.cost(of: record)
    }

    /// Bytes that a record takes: an empty one too.
    private static func cost(of record: Record) -> Int { record.fragment.count + MemoryLayout<Record>.stride }

    private mutating func count(_ type: TLSContentType, _ fromInitiator: Bool) {
        counts[isInitiator: fromInitiator].sealed += 1
        if type == .applicationData { counts[isInitiator: fromInitiator].sealedData += 1 }
    }

    var isProven: Bool { true }
    var bufferedBytes: Int? { initiator.bufferedBytes + responder.bufferedBytes + opener.bufferedBytes + waitingBytes }

    /// An end that holds nothing is read on.
    mutating func evict() {
        if initiator.bufferedBytes > 0 { initiator.finish() }
        if responder.bufferedBytes > 0 { responder.finish() }
        for record in waiting + fresh where record.header.epoch > 0 {
            count(record.header.contentType, record.fromInitiator)
        }
        (waiting, fresh, waitingBytes) = ([], [], 0)
    }

    mutating func flip() {
        swapEnds()
        marks.swapEnds()
        counts.swapEnds()
        passed.swapEnds()
        clientIsInitiator.toggle()
        for index in waiting.indices { waiting[index].fromInitiator.toggle() }
        for index in fresh.indices { fresh[index].fromInitiator.toggle() }
    }

    mutating func finish() {}

    var facts: TLSHandshakeFacts {
        var facts = initiator.facts
        facts.merge(responder.facts)
        facts.merge(opened: TLSHandshakeFacts(), alerts: alerts.map(\.alert))
        return facts
    }

    /// What its handshake shows. An alert in clear is no evidence once data went both ways: anybody can send one.
    var story: HandshakeStory {
        var story = HandshakeStory(
            Ends(
                initiator: (initiator.facts, marks.initiator), responder: (responder.facts, marks.responder)))
        story.add(opened: TLSHandshakeFacts(), alerts: alerts)
        story.hasData = initiator.hasApplicationData && responder.hasApplicationData
        if story.hasData { story.alerts.removeAll { !$0.isSealed } }
        return story
    }

    // MARK: - Opening

    mutating func expectKeys() { opens = true }

    var holdsSealed: Bool { !waiting.isEmpty || !fresh.isEmpty }

    mutating func open(_ state: OpeningState) -> [OpenedPassage] {
        guard holdsSealed else { return [] }
        var passages: [OpenedPassage] = []
        let isLast = state.isLast || waitingBytes > Self.maximumWaiting
        var isWorthRetrying = isLast || tried.map { !$0.secrets.isSame(as: state.secrets) } ?? true
        repeat {
            let revision = opener.revision
            var records = fresh
            fresh = []
            if isWorthRetrying || revision != tried?.revision {
                records = waiting + records
                waiting = []
            }
            for record in records { open(record, state.secrets, isLast: isLast, into: &passages) }
            tried = (revision, state.secrets)
            isWorthRetrying = false
        } while opener.revision != tried?.revision && !waiting.isEmpty
        waitingBytes = waiting.reduce(0) { $0 + Self.cost(of: $1) }
        keyReason = opener.reason(state.secrets)
        return passages
    }

    private mutating func open(
        _ record: Record, _ secrets: SessionSecrets, isLast: Bool, into passages: inout [OpenedPassage]
    ) {
        noteClient(record)
        let outcome = opener.open(
            record.header, record.fragment.span, fromClient: record.fromInitiator == clientIsInitiator, secrets,
            isLast: isLast)
        switch outcome {
        case .clear: return
        case .waiting: waiting.append(record)
        case .sealed: count(record.header.contentType, record.fromInitiator)
        case .opened(let type, let content): pass(content, type, record, into: &passages)
        }
    }

    /// Who sends a hello of a client is one.
    private mutating func noteClient(_ record: Record) {
        guard opener.clientRandom == nil, record.header.epoch == 0, record.header.contentType == .handshake,
            record.fragment.first == TLSHandshakeType.clientHello.rawValue
        else { return }
        clientIsInitiator = record.fromInitiator
    }

    private mutating func pass(
        _ content: [UInt8], _ type: TLSContentType, _ record: Record, into passages: inout [OpenedPassage]
    ) {
        let fromInitiator = record.fromInitiator
        counts[isInitiator: fromInitiator].opened += 1
        counts[isInitiator: fromInitiator].hasApplicationKeys = true
        let number = Int64(
            TLS12RecordProtection.number(epoch: record.header.epoch, sequenceNumber: record.header.sequenceNumber)
                & UInt64(Int64.max >> 1))
        guard passed[isInitiator: fromInitiator].insert(number..<number + 1) > 0 else { return }
        if type == .alert { note(alert: content, record) }
        guard type == .applicationData else { return }
        counts[isInitiator: fromInitiator].plaintextBytes += content.count
        passages.append(
            OpenedPassage(
                fromInitiator: fromInitiator, content: .datagram(content[...]), sent: record.moment,
                arrived: record.moment))
    }

    private mutating func note(alert content: [UInt8], _ record: Record) {
        var reader = ByteReader(content.span)
        guard let alert = try? TLSAlert(parsing: &reader), alert.code != .closeNotify, alert.code != .userCanceled,
            alerts.count < TLSHandshakeFacts.maximumAlerts
        else { return }
        alerts.append(
            SeenAlert(
                alert: alert, isClients: record.fromInitiator == clientIsInitiator, moment: record.moment,
                isSealed: true))
    }

    /// By which key logs name its handshakes: also those inside of records that were opened.
    var clientRandoms: [[UInt8]] {
        let seen = opener.clientRandoms
        return seen + [facts.clientRandom].compactMap(\.self).filter { !seen.contains($0) }
    }

    /// What became of its records.
    var sealing: Sealing {
        let hasHellos = facts.hasClientHello && facts.hasServerHello
        return Sealing(
            counts: counts, source: opener.source, keyReason: keyReason ?? (hasHellos ? .noKeys : .handshakeMissing))
    }

}
