import SealedChannels
import WireTesting

/// Both streams of a TLS connection, cut into records and opened in the order in which the bytes come: what a program
/// that reads captures does with `TLSRecordStream` and `TLSConnectionOpener`, without its network.
///
///     var reading = TLSConnectionReading(secrets)
///     reading.append(hello, fromClient: true)
///     reading.append(answer, fromClient: false)
///     reading.miss(1448, fromClient: false)
///     reading.finish()
///     reading.server.plaintext
public struct TLSConnectionReading: Sendable {
    /// What was read of one direction.
    public struct Direction: Sendable {
        /// The records that were opened, in their order.
        public fileprivate(set) var opened: [TLSConnectionOpener.OpenedRecord] = []
        /// How many stayed sealed, as far as their place is known.
        public fileprivate(set) var sealedRecords = 0
        /// Those of application data that did; a subset.
        public fileprivate(set) var sealedDataRecords = 0
        /// When the records that were opened began and were whole: the numbers of pieces, counted from 0.
        public fileprivate(set) var moments: [(begun: Int, completed: Int)] = []

        fileprivate var stream = TLSRecordStream(keepsBytes: true)
        fileprivate var waiting: [TLSRecordStream.Record] = []
        fileprivate var hasMissed = false
        fileprivate var hasChangedCipher = false

        fileprivate mutating func count(_ header: TLSRecordHeader) {
            guard header.contentType == .applicationData || hasChangedCipher else { return }
            sealedRecords += 1
            if header.contentType == .applicationData { sealedDataRecords += 1 }
        }
    }

    /// What opens the records; it knows what the connection negotiated.
    public private(set) var opener = TLSConnectionOpener()
    /// What was read of what the client sent.
    public private(set) var client = Direction()
    /// What was read of what the server sent.
    public private(set) var server = Direction()
    /// May be replaced while a log grows; ``tryAgain()`` opens what waited for it.
    public var secrets: SessionSecrets
    private var pieces = 0

    /// - Parameters:
    ///   - secrets: Those that are known at first.
    ///   - isMidstream: Whether nothing of the beginning will come.
    ///   - searchAllowance: Attempts to find records behind holes; a fuzzer that makes millions of connections wants
    ///     few.
    public init(
        _ secrets: SessionSecrets, isMidstream: Bool = false,
        searchAllowance: Int = TLSConnectionOpener.maximumSearchAllowance
    ) {
        self.secrets = secrets
        opener.searchAllowance = searchAllowance
        guard isMidstream else { return }
        opener.beginMidstream()
        client.stream.beginMidstream()
        server.stream.beginMidstream()
    }

    /// The application's bytes of a direction that were opened, with early data that the server accepted.
    public func plaintext(fromClient: Bool) -> [UInt8] {
        (fromClient ? client : server).opened.flatMap { record in
            record.contentType == .applicationData && (!record.isEarly || opener.acceptsEarlyData == true)
                ? record.content : []
        }
    }

    /// Bytes that are held, of records that are not whole, that wait, or among which one is looked for.
    public var heldBytes: Int {
        [client, server].reduce(0) { sum, direction in
            sum + direction.stream.bufferedBytes + direction.waiting.reduce(0) { $0 + $1.fragment.count }
        }
    }

    /// Takes the next bytes of a direction.
    public mutating func append(_ bytes: [UInt8], fromClient: Bool) {
        change(fromClient) {
            $0.stream.append(bytes.span, sent: $1, arrived: $1, into: &$0.waiting)
        }
        pieces += 1
        open(isLast: false)
    }

    /// Bytes of a direction are missing.
    public mutating func miss(_ count: Int, fromClient: Bool) {
        change(fromClient) { $0.stream.miss(Int64(count), at: $1, into: &$0.waiting) }
        open(isLast: false)
    }

    /// Nothing more comes.
    public mutating func finish() {
        for fromClient in [true, false] { change(fromClient) { $0.stream.finish(at: $1, into: &$0.waiting) } }
        open(isLast: true)
    }

    /// Opens what waited for a key.
    public mutating func tryAgain() { open(isLast: false) }

    private mutating func change(_ fromClient: Bool, _ body: (inout Direction, CaptureMoment) -> Void) {
        let moment = CaptureMoment(frame: pieces, time: Int64(pieces))
        if fromClient { body(&client, moment) } else { body(&server, moment) }
    }

    /// Opens as much of both directions as there is, the record that was whole first.
    private mutating func open(isLast: Bool) {
        var blocked = (client: false, server: false)
        while true {
            let first = client.waiting.first?.completed.frame ?? .max
            let second = server.waiting.first?.completed.frame ?? .max
            let fromClient: Bool
            if blocked.client {
                guard !blocked.server else { return }
                fromClient = false
            } else {
                fromClient = blocked.server || first <= second
            }
            let wentOn = openNext(fromClient, isLast: isLast)
            if wentOn {
                blocked = (false, false)
            } else if fromClient {
                blocked.client = true
            } else {
                blocked.server = true
            }
        }
    }

    /// - Returns: False if the direction has nothing, or waits.
    private mutating func openNext(_ fromClient: Bool, isLast: Bool) -> Bool {
        guard let record = (fromClient ? client : server).waiting.first else {
            return search(fromClient, isLast: isLast)
        }
        guard record.isWhole else {
            opener.skip(record.header, beginning: record.fragment.span, fromClient: fromClient)
            change(fromClient) { direction, _ in
                direction.waiting.removeFirst()
                direction.count(record.header)
            }
            return true
        }
        let outcome = opener.open(
            record.header, record.fragment.span, fromClient: fromClient, secrets, isLast: isLast)
        if case .waiting = outcome { return false }
        change(fromClient) { direction, _ in
            direction.waiting.removeFirst()
            switch outcome {
            case .opened(let opened):
                direction.opened.append(opened)
                direction.moments.append((record.begun.frame, record.completed.frame))
            case .sealed: direction.count(record.header)
            case .clear where record.header.contentType == .changeCipherSpec: direction.hasChangedCipher = true
            case .clear, .waiting: break
            }
        }
        return true
    }

    /// Looks for a record behind a hole.
    private mutating func search(_ fromClient: Bool, isLast: Bool) -> Bool {
        guard (fromClient ? client : server).stream.isLost else { return false }
        if !(fromClient ? client : server).hasMissed {
            change(fromClient) { direction, _ in direction.hasMissed = true }
            opener.miss(fromClient: fromClient)
        }
        while let candidate = candidate(fromClient, isLast: isLast) {
            let opened = opener.openCandidate(
                candidate.header, candidate.fragment.span, fromClient: fromClient, secrets)
            guard let opened else {
                change(fromClient) { direction, _ in direction.stream.reject(candidate) }
                continue
            }
            change(fromClient) { direction, _ in
                direction.hasMissed = false
                direction.opened.append(opened)
                direction.moments.append((candidate.begun.frame, candidate.completed.frame))
                direction.stream.accept(candidate, into: &direction.waiting)
            }
            return true
        }
        return false
    }

    private mutating func candidate(_ fromClient: Bool, isLast: Bool) -> TLSRecordStream.Record? {
        fromClient ? client.stream.candidate(isLast: isLast) : server.stream.candidate(isLast: isLast)
    }
}
