import DequeModule
import SealedChannels
import WireCoding

/// One direction of a TLS connection: the unencrypted part of its handshake, and its records.
struct TLSDirection: Sendable {
    /// Bytes of records that may wait for the other direction, or for a key.
    private static let maximumWaiting = 1 << 18
    /// Bytes of a stream without a beginning among which a record is looked for.
    private static let maximumSearch: Int64 = 1 << 18

    private(set) var handshake = TLSHandshakeObserver()
    /// The packets that show it.
    private(set) var marks = HandshakeMarks()
    private(set) var stream: TLSRecordStream
    /// Those that both directions together are to open, in their order.
    private(set) var records: Deque<TLSRecordStream.Record> = []
    /// Those that were just cut; empty in between.
    private var cut: [TLSRecordStream.Record] = []
    /// Whether records were given up, which whoever opens the next one has to know.
    private var hasGivenUp = false
    private var waitingBytes = 0
    var counts = SealedCounts()
    /// Whether there are bytes of records whose place was not found.
    var hasUnplacedBytes: Bool { stream.unplacedBytes > 0 }
    let isMidstream: Bool
    /// Whether it is known to be TLS.
    var isProven: Bool
    private let opens: Bool
    private var hasChangedCipher = false
    private var seenBytes: Int64 = 0
    private var last = PacketMoment(frame: 0, time: 0)

    /// - Parameter opens: Whether there are keys.
    init(opens: Bool, isMidstream: Bool = false) {
        self.opens = opens
        self.isMidstream = isMidstream
        isProven = !isMidstream
        stream = TLSRecordStream(keepsBytes: opens)
        if isMidstream {
            stream.beginMidstream()
            handshake.finish()
        }
    }

    /// Whether there is something to open, and how many bytes are held. It changes nothing, but what only reads a box copies
    /// what is in it.
    mutating func holdings() -> (holdsSealed: Bool, bufferedBytes: Int) {
        let held = stream.bufferedBytes
        return (
            opens && (!records.isEmpty || stream.isLost && held > 0), handshake.bufferedBytes &+ held &+ waitingBytes
        )
    }

    /// When the first of what it holds was there: a record, or after all others bytes among which one is looked for; nil if it
    /// holds nothing. As ``holdings()``, it changes nothing.
    mutating func nextMoment() -> PacketMoment? {
        guard opens else { return nil }
        if let first = records.first { return PacketMoment(first.completed) }
        return stream.isLost && stream.bufferedBytes > 0 ? PacketMoment(frame: .max, time: .max) : nil
    }

    /// Whether more is held than may wait.
    var isOverfull: Bool { waitingBytes > Self.maximumWaiting }

    /// - Returns: False if enough of a stream without a beginning was looked at.
    mutating func read(_ bytes: Span<UInt8>, sent: PacketMoment, arrived: PacketMoment) -> Bool {
        if !handshake.isFinished {
            handshake.observe(bytes)
            marks.note(handshake.facts, at: arrived)
        }
        seenBytes &+= Int64(bytes.count)
        last = arrived
        stream.append(bytes, sent: CaptureMoment(sent), arrived: CaptureMoment(arrived), into: &cut)
        takeCut()
        return isProven || seenBytes <= Self.maximumSearch
    }

    mutating func miss(_ count: Int64) {
        handshake.finish()
        stream.miss(count, at: CaptureMoment(last), into: &cut)
        takeCut()
    }

    /// Nothing more comes.
    mutating func finish() {
        handshake.finish()
        stream.finish(at: CaptureMoment(last), into: &cut)
        takeCut()
    }

    private mutating func takeCut() {
        guard !cut.isEmpty else { return }
        for record in cut {
            if opens {
                records.append(record)
                waitingBytes &+= Self.cost(of: record)
            } else {
                count(record)
            }
        }
        cut.removeAll(keepingCapacity: true)
    }

    /// Bytes that a record takes: an empty one too.
    private static func cost(of record: TLSRecordStream.Record) -> Int {
        record.fragment.count &+ MemoryLayout<TLSRecordStream.Record>.stride
    }

    /// Whether a record of that kind is sealed, as far as this direction shows it.
    mutating func isSealed(_ header: TLSRecordHeader) -> Bool {
        switch header.contentType {
        case .applicationData: return true
        case .changeCipherSpec:
            // That of a renegotiation is sealed, and longer by that; TLS 1.3 may repeat an empty gesture.
            if hasChangedCipher { return header.length > 1 }
            hasChangedCipher = true
            return false
        default: return hasChangedCipher
        }
    }

    /// Counts a record that stays sealed.
    mutating func count(_ record: TLSRecordStream.Record) {
        guard isSealed(record.header) else { return }
        counts.sealed += 1
        if record.header.contentType == .applicationData { counts.sealedData += 1 }
    }

    // MARK: - Opening

    /// The next record, which is taken.
    mutating func takeFirst() -> TLSRecordStream.Record {
        let record = records.removeFirst()
        waitingBytes &-= Self.cost(of: record)
        return record
    }

    /// The next bytes behind a hole that may be a record.
    mutating func candidate(isLast: Bool) -> TLSRecordStream.Record? {
        records.isEmpty ? stream.candidate(isLast: isLast) : nil
    }

    mutating func reject(_ candidate: TLSRecordStream.Record) { stream.reject(candidate) }

    mutating func accept(_ candidate: TLSRecordStream.Record) {
        stream.accept(candidate, into: &cut)
        takeCut()
    }

    /// What is held is given up.
    mutating func evict() {
        handshake.finish()
        for record in records { count(record) }
        hasGivenUp = hasGivenUp || !records.isEmpty
        records = []
        waitingBytes = 0
        stream.dropBytes()
    }

    /// Whether records were given up since the last call.
    mutating func takeGivenUp() -> Bool {
        defer { hasGivenUp = false }
        return hasGivenUp
    }
}
