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
    private(set) var stream: TLSRecordStream<PacketMoment>
    /// Those that both directions together are to open, in their order.
    private(set) var records: [TLSRecordStream<PacketMoment>.Record] = []
    private var waitingBytes = 0
    var counts = SealedCounts()
    /// Whether bytes are missing, and the place of a record was lost by that.
    private(set) var hasLostPlace = false
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

    var bufferedBytes: Int { handshake.bufferedBytes &+ stream.bufferedBytes &+ waitingBytes }

    /// Whether there is something to open.
    var holdsSealed: Bool { opens && (!records.isEmpty || stream.isLost && stream.bufferedBytes > 0) }

    /// Whether more is held than may wait.
    var isOverfull: Bool { waitingBytes > Self.maximumWaiting }

    /// Whether enough of a stream without a beginning was looked at.
    var isHopeless: Bool { !isProven && seenBytes > Self.maximumSearch }

    mutating func read(_ bytes: Span<UInt8>, sent: PacketMoment, arrived: PacketMoment) {
        if !handshake.isFinished {
            handshake.observe(bytes)
            marks.note(handshake.facts, at: arrived)
        }
        seenBytes &+= Int64(bytes.count)
        last = arrived
        let before = records.count
        stream.append(bytes, sent: sent, arrived: arrived, into: &records)
        take(from: before)
    }

    mutating func miss(_ count: Int64) {
        handshake.finish()
        let before = records.count
        stream.miss(count, at: last, into: &records)
        hasLostPlace = hasLostPlace || stream.isLost
        take(from: before)
    }

    /// Nothing more comes.
    mutating func finish() {
        handshake.finish()
        let before = records.count
        stream.finish(at: last, into: &records)
        take(from: before)
    }

    private mutating func take(from first: Int) {
        guard first < records.count else { return }
        guard opens else {
            for record in records[first...] { count(record) }
            records.removeAll(keepingCapacity: true)
            return
        }
        for record in records[first...] { waitingBytes &+= record.fragment.count }
    }

    /// Whether a record of that kind is sealed, as far as this direction shows it.
    mutating func isSealed(_ header: TLSRecordHeader) -> Bool {
        switch header.contentType {
        case .applicationData: return true
        case .changeCipherSpec:
            hasChangedCipher = true
            return false
        default: return hasChangedCipher
        }
    }

    /// Counts a record that nobody opens.
    mutating func count(_ record: TLSRecordStream<PacketMoment>.Record) {
        guard isSealed(record.header) else { return }
        counts.sealed += 1
        if record.header.contentType == .applicationData { counts.sealedData += 1 }
    }

    // MARK: - Opening

    /// The next record, which is taken.
    mutating func takeFirst() -> TLSRecordStream<PacketMoment>.Record {
        let record = records.removeFirst()
        waitingBytes &-= record.fragment.count
        return record
    }

    /// The next bytes behind a hole that may be a record.
    mutating func candidate(isLast: Bool) -> TLSRecordStream<PacketMoment>.Record? {
        records.isEmpty ? stream.candidate(isLast: isLast) : nil
    }

    mutating func reject() { stream.reject() }

    mutating func accept(_ candidate: TLSRecordStream<PacketMoment>.Record) {
        let before = records.count
        stream.accept(candidate, into: &records)
        take(from: before)
    }

    /// What is held is given up.
    mutating func evict() {
        handshake.finish()
        for record in records { count(record) }
        records = []
        waitingBytes = 0
    }
}
