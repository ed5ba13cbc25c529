import WireCoding

/// Cuts one direction of a TCP stream into TLS records, in pieces as they come.
///
/// Bytes that are missing damage the record that they are in. If they go beyond its end, the place of the next one is lost:
/// then records are looked for at any byte, and only opening one proves it (``candidate(isLast:)``).
public struct TLSRecordStream: Sendable {
    /// Bytes that are held to look for a record, at most: what a stream passes on at once when a hole will not be filled. Once it
    /// was looked for, no more is left than the longest one.
    private static var maximumWindow: Int { 1 << 23 }

    /// Bytes of candidates that are rejected, at most, before nothing is looked for any more: every few bytes may look like the
    /// header of a long record. One that is accepted pays for a part.
    private static var maximumRejectedBytes: Int { 1 << 26 }

    /// A record.
    public struct Record: Sendable {
        /// The five bytes before the fragment.
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

    /// Bytes of the window that came together.
    private struct Piece: Sendable {
        /// Their place in the window.
        var start: Int
        var sent: CaptureMoment
        var arrived: CaptureMoment
        /// How many bytes are missing before this piece, counted since the place of records was lost.
        var missing: Int64
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
    private var arrivals: [Piece] = []
    /// Bytes that are missing before what comes after the window, and those that count in ``missing`` already.
    private var missingInAll: Int64 = 0
    private var missingBeforeWindow: Int64 = 0
    /// Places before this one are no beginning of a record.
    private var searched = 0
    private var rejectedBytes = 0
    private var skippedBytes: Int64 = 0
    private var beginsMidstream = false

    /// A stream at its first byte.
    ///
    /// - Parameter keepsBytes: Whether the fragments of records are kept; without them, nothing is looked for after a
    ///   hole.
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
    public var bufferedBytes: Int {
        window.count &+ arrivals.count &* MemoryLayout<Piece>.stride &+ (record?.fragment.count ?? 0)
    }

    /// Takes the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes of the stream.
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
    /// - Parameters:
    ///   - count: How many bytes are missing.
    ///   - moment: When what comes behind them was seen.
    ///   - records: Gets the record that they are in.
    public mutating func miss(_ count: Int64, at moment: CaptureMoment, into records: inout [Record]) {
        guard state != .foreign, count > 0 else { return }
        // What was not looked at yet may be whole.
        if state == .lost, !window.isEmpty {
            missingInAll += count
            return
        }
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
        missingBeforeWindow = missingInAll
        searched = 0
        state = .lost
    }

    /// Lets go of the bytes that are held: those of the current record, which is damaged then, and those among which one is looked
    /// for.
    public mutating func dropBytes() {
        if state == .lost, !window.isEmpty { drop(window.count) }
        guard record?.fragment.isEmpty == false else { return }
        record?.isWhole = false
        record?.fragment = []
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
        arrivals.append(Piece(start: window.count, sent: sent, arrived: arrived, missing: missingInAll))
        window.append(copying: bytes)
        if bufferedBytes > Self.maximumWindow { drop(window.count / 2) }
    }

    private mutating func drop(_ count: Int) {
        skippedBytes += Int64(count)
        window.removeFirst(count)
        searched = max(0, searched - count)
        let kept = window.isEmpty ? arrivals.count : piece(of: count) ?? 0
        let before = kept < arrivals.count ? arrivals[kept].missing : missingInAll
        missing += Int64(count) + before - missingBeforeWindow
        missingBeforeWindow = before
        arrivals.removeFirst(kept)
        for index in arrivals.indices { arrivals[index].start = max(0, arrivals[index].start - count) }
    }

    /// The index of the piece that has a place of the window.
    private func piece(of place: Int) -> Int? { piece(in: arrivals, of: place) }

    private func piece(in pieces: [Piece], of place: Int) -> Int? {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].start <= place { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
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
            guard let first = piece(of: searched) else { return nil }
            let last = piece(of: min(end, window.count) - 1) ?? first
            // Bytes of it are missing in between, or after all that is here.
            let isCut =
                arrivals[first].missing != (end > window.count ? missingInAll : arrivals[last].missing)
            guard end <= window.count, !isCut else {
                guard isLast || isCut else { break }
                searched += 1
                continue
            }
            return Record(
                header: header, fragment: Array(window[start..<end]), begun: arrivals[first].sent,
                completed: arrivals[last].arrived,
                missingBefore: missing + arrivals[first].missing - missingBeforeWindow)
        }
        // Half of it at a time, so that no byte is moved more than a few times.
        if searched > window.count / 2 { drop(searched) }
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
        let (rest, pieces, missingAtEnd) = (window, arrivals, missingInAll)
        rejectedBytes = max(0, rejectedBytes - Self.maximumRejectedBytes / 64)
        let skipped = beginsMidstream ? 0 : skippedBytes + Int64(searched)
        beginsMidstream = false
        lose()
        skippedBytes = skipped
        (missing, missingInAll, missingBeforeWindow) = (0, 0, 0)
        state = .header
        var before = piece(in: pieces, of: next - 1).map { pieces[$0].missing } ?? 0
        for (index, piece) in pieces.enumerated() {
            let end = index + 1 < pieces.count ? pieces[index + 1].start : rest.count
            guard end > next else { continue }
            miss(piece.missing - before, at: piece.sent, into: &records)
            before = piece.missing
            append(
                rest.span.extracting(max(piece.start, next)..<end), sent: piece.sent, arrived: piece.arrived,
                into: &records)
        }
        miss(missingAtEnd - before, at: pieces.last?.arrived ?? candidate.completed, into: &records)
    }
}

extension TLSRecordHeader {
    /// Whether it may be one: of a known type, and of a version that is in use.
    var isPlausible: Bool {
        (TLSContentType.changeCipherSpec.rawValue...TLSContentType.heartbeat.rawValue).contains(contentType.rawValue)
            && version.rawValue >> 8 == 3
    }
}
