import WireCoding

/// The secrets that an endpoint wrote down of its own sessions, to open what was captured of them (RFC 9850, the format
/// of `SSLKEYLOGFILE`).
///
/// It is fed in pieces cut anywhere, so that a log can be read while it grows:
///
///     var log = KeyLog()
///     log.append(piece.span)
///     log.secrets(.clientTraffic, clientRandom: hello.random)
///
/// Comments, blank lines, either end of line and well-formed lines with other labels are no fault; every other line is
/// counted in ``malformedLines``. A secret that is there twice counts once.
public struct KeyLog: Sendable {
    /// Bytes of a line that are held at most. The longest with a secret has 198; a longer one can only be a comment or
    /// malformed.
    public static let maximumLineLength = 512
    /// Secrets that are kept for one label and one client's random. Two sessions that share a random have two.
    public static let maximumSecretsOfOneSession = 8
    /// Secrets that are kept, if no other number is given.
    public static let defaultMaximumEntries = 1 << 20

    /// Lines that are no part of the format.
    public private(set) var malformedLines = 0
    /// Secrets that were left out because of the limits above.
    public private(set) var droppedEntries = 0
    /// The secrets, each once, in the order of the log.
    public private(set) var entries: [KeyLogEntry] = []

    private let maximumEntries: Int
    private var placesByRandom: [[UInt8]: [Int]] = [:]
    private var placesByLabel: [KeyLogLabel: [Int]] = [:]
    private var line: [UInt8] = []
    private var isLineTooLong = false
    /// Whether the line is the first one of a log.
    private var isFirstLine = true

    /// - Parameter maximumEntries: Secrets that are kept; more are counted in ``droppedEntries``.
    public init(maximumEntries: Int = defaultMaximumEntries) { self.maximumEntries = maximumEntries }

    /// Reads the next bytes of a log. A line counts once its end is there; see ``finish()``.
    public mutating func append(_ piece: Span<UInt8>) {
        var start = 0
        while let end = piece.position(of: UInt8(ascii: "\n"), from: start) {
            hold(piece.extracting(start..<end))
            endLine()
            start = end + 1
        }
        hold(piece.extracting(start..<piece.count))
    }

    /// Reads what is held of a last line without an end: at the end of a file that does not grow, or before another
    /// log.
    public mutating func finish() {
        if !line.isEmpty { endLine() }
        isFirstLine = true
    }

    /// All secrets for a label and the random of a client's hello: most often one or none.
    public func secrets(_ label: KeyLogLabel, clientRandom: [UInt8]) -> [SecretBytes] {
        guard let places = placesByRandom[clientRandom] else { return [] }
        return places.compactMap { entries[$0].label == label ? entries[$0].secret : nil }
    }

    /// The secrets of a session, by the random of its client's hello.
    public func entries(clientRandom: [UInt8]) -> [KeyLogEntry] {
        (placesByRandom[clientRandom] ?? []).map { entries[$0] }
    }

    /// The last secrets with a label, the last one first.
    func latestEntries(_ label: KeyLogLabel, limit: Int) -> [KeyLogEntry] {
        (placesByLabel[label] ?? []).suffix(limit).reversed().map { entries[$0] }
    }

    /// Adds a secret as if it had been a line.
    public mutating func insert(_ entry: KeyLogEntry) {
        let places = placesByRandom[entry.clientRandom] ?? []
        var count = 0
        for place in places where entries[place].label == entry.label {
            guard entries[place].secret != entry.secret else { return }
            count += 1
        }
        guard entries.count < maximumEntries, count < Self.maximumSecretsOfOneSession else {
            droppedEntries += 1
            return
        }
        placesByRandom[entry.clientRandom, default: []].append(entries.count)
        placesByLabel[entry.label, default: []].append(entries.count)
        // A session has up to five secrets, which share the memory of its random.
        let random = places.first.map { entries[$0].clientRandom } ?? entry.clientRandom
        entries.append(KeyLogEntry(label: entry.label, clientRandom: random, secret: entry.secret))
    }

    /// How much of a log there was at a moment.
    public struct Extent: Equatable, Sendable {
        fileprivate var entries = 0
        fileprivate var malformedLines = 0
        fileprivate var droppedEntries = 0

        /// Nothing of it.
        public init() {}
    }

    /// How much there is now.
    public var extent: Extent {
        var extent = Extent()
        extent.entries = entries.count
        extent.malformedLines = malformedLines
        extent.droppedEntries = droppedEntries
        return extent
    }

    /// Adds what another log has: for logs that grow side by side, whose pieces must not share a line.
    ///
    /// - Parameters:
    ///   - other: The log to add.
    ///   - start: What of it was added before.
    public mutating func append(_ other: KeyLog, since start: Extent = Extent()) {
        for entry in other.entries[start.entries...] { insert(entry) }
        malformedLines += other.malformedLines - start.malformedLines
        droppedEntries += other.droppedEntries - start.droppedEntries
    }

    private mutating func hold(_ part: Span<UInt8>) {
        guard !isLineTooLong else { return }
        if line.capacity < Self.maximumLineLength { line.reserveCapacity(Self.maximumLineLength) }
        let room = Self.maximumLineLength - line.count
        isLineTooLong = part.count > room
        line.append(copying: part.extracting(0..<min(part.count, room)))
    }

    private mutating func endLine() {
        let start = textStart
        isFirstLine = false
        if isLineTooLong {
            if line[start] != UInt8(ascii: "#") { malformedLines += 1 }
        } else {
            switch KeyLogLine(line.span.extracting(start..<line.count)) {
            case .entry(let entry): insert(entry)
            case .other: break
            case .malformed: malformedLines += 1
            }
        }
        line.wipe()
        isLineTooLong = false
    }

    /// After the mark by which editors of Windows begin a file in UTF-8.
    private var textStart: Int {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return isFirstLine && line.starts(with: mark) ? mark.count : 0
    }
}

extension KeyLog: CustomStringConvertible, CustomReflectable {
    /// Counts only.
    public var description: String { "\(entries.count) secrets, \(malformedLines) malformed lines" }
    /// Counts only: a line that is not complete may have part of a secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["entries": entries.count, "malformedLines": malformedLines])
    }
}
