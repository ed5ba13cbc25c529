import WireCoding

/// Cuts one direction of a TCP stream into TLS records, in pieces as they come.
///
/// Bytes that are missing damage the record that they are in. If they go beyond its end, the place of the next one is lost:
/// then records are looked for at any byte, and only who opens one proves it (``candidate(isLast:)``).
public struct TLSRecordStream: Sendable {
    /// Bytes that are held to look for a record: two of the longest, and a header.
    private static var maximumWindow: Int { 2 * (TLSRecordHeader.maximumLength + TLSRecordHeader.size) }

    /// Bytes of candidates that are rejected, at most, before nothing is looked for any more: every few bytes may look like the
    /// header of a long record. One that is accepted pays for a part.
    private static var maximumRejectedBytes: Int { 1 << 26 }

    /// A record.
    public struct Record: Sendable {
        public var header: TLSRecordHeader
        /// The bytes after the header, up to the first missing one; empty if they are not kept.
        public var fragment: [UInt8] = []
        /// When the first byte of the header was seen.
        public var begun: CaptureMoment
        /// When all of it, and everything before it, was there.
        public var completed: CaptureMoment
        /// Whether no byte of it is missing.
        public var isWhole = true
        /// Bytes that are known to be missing between the last record and this one.
        public var missingBefore: Int64 = 0
    }

    private enum State {
        case header
        case body
        /// Its place is not known.
        case lost
        /// These bytes are not TLS.
        case foreign
    }

    /// Whether the bytes of records are kept. Without them, nothing is looked for behind a hole.
    private let keepsBytes: Bool
    private var state = State.header
    private var headerBytes: [UInt8] = []
    private var record: Record?
    /// Bytes of the current record that are still to come.
    private var remaining = 0
    private var missing: Int64 = 0
    /// Bytes among which a record is looked for, and when they came, by the place of the first one of each piece.
    private var window: [UInt8] = []
    private var arrivals: [(start: Int, sent: CaptureMoment, arrived: CaptureMoment)] = []
    /// Places before this one are no beginning of a record.
    private var searched = 0
    private var rejectedBytes = 0
    private var skippedBytes: Int64 = 0
    private var beginsMidstream = false

    public init(keepsBytes: Bool) { self.keepsBytes = keepsBytes }

    /// Begins in the middle of a stream.
    public mutating func beginMidstream() {
        lose()
        beginsMidstream = true
    }

    /// Bytes that were there and belong to no record that was found: the rest of one around a hole, or several. What comes before
    /// the first record of a stream that begins in the middle does not count once that record is found.
    public var unplacedBytes: Int64 { skippedBytes &+ Int64(isLost ? window.count : 0) }

    /// Whether it is not known where the next record begins.
    public var isLost: Bool { state == .lost }
    /// Whether nothing is read any more.
    public var isForeign: Bool { state == .foreign }
    /// Bytes that are held.
    public var bufferedBytes: Int { window.count &+ (record?.fragment.count ?? 0) }

    /// Takes the next bytes.
    ///
    /// - Parameters:
    ///   - sent: When they were seen.
    ///   - arrived: When all before them were there too.
    ///   - records: Gets those that are whole with them.
    public mutating func append(
        _ bytes: Span<UInt8>, sent: CaptureMoment, arrived: CaptureMoment, into records: inout [Record]
    ) {
        guard state != .lost else { return hold(bytes, sent: sent, arrived: arrived) }
        var position = 0
        while position < bytes.count {
            switch state {
            case .header:
                if headerBytes.isEmpty {
                    record = Record(
                        header: TLSRecordHeader(contentType: .alert, version: .tls12, length: 0), begun: sent,
                        completed: arrived, missingBefore: missing)
                }
                headerBytes.append(bytes[position])
                position &+= 1
                guard headerBytes.count == TLSRecordHeader.size else { continue }
                beginRecord(arrived: arrived, into: &records)
            case .body:
                let count = min(remaining, bytes.count &- position)
                if keepsBytes, record?.isWhole == true {
                    record?.fragment.append(copying: bytes.extracting(position..<position &+ count))
                }
                position &+= count
                remaining &-= count
                if remaining == 0 { endRecord(arrived: arrived, into: &records) }
            case .lost, .foreign: return
            }
        }
    }

    private mutating func beginRecord(arrived: CaptureMoment, into records: inout [Record]) {
        let bytes = headerBytes
        headerBytes.removeAll(keepingCapacity: true)
        var reader = ByteReader(bytes.span)
        guard let header = try? TLSRecordHeader(parsing: &reader), header.isPlausible else {
            record = nil
            state = .foreign
            return
        }
        record?.header = header
        remaining = Int(header.length)
        missing = 0
        state = .body
        if keepsBytes { record?.fragment.reserveCapacity(remaining) }
        if remaining == 0 { endRecord(arrived: arrived, into: &records) }
    }

    private mutating func endRecord(arrived: CaptureMoment, into records: inout [Record]) {
        state = .header
        guard var whole = record.take() else { return }
        whole.completed = arrived
        records.append(whole)
    }

    /// Bytes come next that are missing.
    ///
    /// - Parameter at: When what comes behind them was seen.
    /// - Parameter records: Gets the record that they are in.
    public mutating func miss(_ count: Int64, at moment: CaptureMoment, into records: inout [Record]) {
        guard state != .foreign, count > 0 else { return }
        missing += count
        if state == .body {
            record?.isWhole = false
            if count <= Int64(remaining) {
                remaining -= Int(count)
                missing = 0
                if remaining == 0 { endRecord(arrived: moment, into: &records) }
                return
            }
            remaining = 0
            endRecord(arrived: moment, into: &records)
        }
        lose()
    }

    private mutating func lose() {
        skippedBytes += Int64(headerBytes.count + window.count)
        headerBytes = []
        record = nil
        remaining = 0
        window = []
        arrivals = []
        searched = 0
        state = .lost
    }

    /// The stream is over: what is held of a record that is not whole.
    public mutating func finish(at moment: CaptureMoment, into records: inout [Record]) {
        guard state == .body else { return }
        record?.isWhole = false
        endRecord(arrived: moment, into: &records)
    }

    // MARK: - Looking for a record

    private mutating func hold(_ bytes: Span<UInt8>, sent: CaptureMoment, arrived: CaptureMoment) {
        guard keepsBytes else { return }
        arrivals.append((window.count, sent, arrived))
        window.append(copying: bytes)
        guard window.count > Self.maximumWindow else { return }
        drop(window.count - Self.maximumWindow)
    }

    private mutating func drop(_ count: Int) {
        skippedBytes += Int64(count)
        window.removeFirst(count)
        searched = max(0, searched - count)
        missing += Int64(count)
        let kept = arrivals.lastIndex { $0.start <= count } ?? 0
        arrivals.removeFirst(kept)
        for index in arrivals.indices { arrivals[index].start = max(0, arrivals[index].start - count) }
    }

    private func arrival(of place: Int) -> (sent: CaptureMoment, arrived: CaptureMoment)? {
        arrivals.last { $0.start <= place }.map { ($0.sent, $0.arrived) }
    }

    /// The next bytes that may be a whole record.
    ///
    /// - Parameter isLast: Whether nothing more comes.
    /// - Returns: Nil if more has to come first.
    public mutating func candidate(isLast: Bool) -> Record? {
        guard state == .lost else { return nil }
        while searched + TLSRecordHeader.size <= window.count {
            var reader = ByteReader(window.span.extracting(searched..<searched + TLSRecordHeader.size))
            let header = try? TLSRecordHeader(parsing: &reader)
            guard let header, header.isPlausible, header.version == .tls12, header.length > 0 else {
                searched += 1
                continue
            }
            let start = searched + TLSRecordHeader.size
            let end = start + Int(header.length)
            guard end <= window.count else {
                guard isLast else { return nil }
                searched += 1
                continue
            }
            guard let first = arrival(of: searched), let last = arrival(of: end - 1) else { return nil }
            return Record(
                header: header, fragment: Array(window[start..<end]), begun: first.sent, completed: last.arrived,
                missingBefore: missing)
        }
        return nil
    }

    /// The candidate was no record. After 64 MiB of them, the stream is given up (``isForeign``).
    public mutating func reject(_ candidate: Record) {
        searched += 1
        rejectedBytes += candidate.fragment.count
        guard rejectedBytes > Self.maximumRejectedBytes else { return }
        lose()
        state = .foreign
    }

    /// The candidate was one: those that follow it are cut again.
    public mutating func accept(_ candidate: Record, into records: inout [Record]) {
        guard state == .lost else { return }
        let next = searched + TLSRecordHeader.size + candidate.fragment.count
        let (rest, times) = (window, arrivals)
        rejectedBytes = max(0, rejectedBytes - Self.maximumRejectedBytes / 64)
        let skipped = beginsMidstream ? 0 : skippedBytes + Int64(searched)
        beginsMidstream = false
        lose()
        skippedBytes = skipped
        missing = 0
        state = .header
        for (index, piece) in times.enumerated() {
            let end = index + 1 < times.count ? times[index + 1].start : rest.count
            guard end > next else { continue }
            append(
                rest.span.extracting(max(piece.start, next)..<end), sent: piece.sent, arrived: piece.arrived,
                into: &records)
        }
    }
}

extension TLSRecordHeader {
    /// Whether it may be one: of a known type, and of a version that is in use.
    var isPlausible: Bool {
        (TLSContentType.changeCipherSpec.rawValue...TLSContentType.heartbeat.rawValue).contains(contentType.rawValue)
            && version.rawValue >> 8 == 3
    }
}
