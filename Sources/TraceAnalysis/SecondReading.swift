import PacketCapture
import SealedChannels
import TraceModel

/// Reads captures with one worker that sees every packet: those that were analyzed, once more, or those that need no report.
///
/// A connection is found again by its flow and by the number of earlier connections of the flow.
struct SecondReading: Sendable {
    private let files: [CaptureOverview]
    private let analyzer: TraceAnalyzer
    /// The analyzer's secrets and those of the files.
    private let secrets: SessionSecrets

    init(_ files: [CaptureOverview], _ analyzer: TraceAnalyzer) {
        self.files = files
        self.analyzer = analyzer
        var secrets = analyzer.secrets
        secrets.add(from: files)
        self.secrets = secrets
    }

    /// - Parameters:
    ///   - listing: What is wanted of each message.
    ///   - listsRoundTrips: Whether round trips are wanted one by one.
    ///   - depth: How far packets are decoded. Where anything may be opened that is everything, as in the first reading: what is inside
    ///     decides which connection some packets are of.
    func worker(
        listing: StreamReading.Listing = .none, listsRoundTrips: Bool = false, depth: CaptureSummary.Depth = .messages
    ) -> TraceWorker {
        var reading = analyzer.reading
        reading.listing = listing
        reading.listsRoundTrips = listsRoundTrips
        return TraceWorker(
            depth: secrets.opensFromStart ? .messages : depth, also: reading,
            datagramIdleLimit: analyzer.datagramIdleLimit ?? .max, memory: analyzer.memory,
            guests: GuestList(analyzer.applications, builtIn: BuiltInApplications.all), secrets: secrets)
    }

    /// Shows the worker every packet, and then the end.
    ///
    /// - Parameters:
    ///   - input: Nil for the files.
    ///   - known: The files as they were found before, whose errors are not reported again; nil if none are.
    ///   - flows: The flows whose packets are wanted, by their hashes; nil for all. Packets whose flow only dissecting shows are shown in
    ///     any case, and all where anything may be opened: a connection of QUIC may go on in another flow.
    ///   - take: Says after each packet, and after the end, whether to go on.
    /// - Throws: `CaptureFilterError`; `CaptureError` where a file that could be read before cannot be read to its end again,
    ///   after the packets before that; and what `take` throws.
    func run(
        _ worker: inout TraceWorker, over input: TraceInput? = nil, known: [CaptureSummary.File]?,
        flows: Set<UInt16>? = nil,
        _ take: (inout TraceWorker) throws -> Bool
    ) throws {
        let flows = secrets.opensFromStart ? nil : flows
        let input = input ?? TraceInput(merging: files, filter: analyzer.filter, flows: flows)
        var batch = TraceBatch()
        while input.next(&batch) {
            var due = DueSecrets(batch.packets)
            defer { due.take(before: .max, into: &worker.tracker.secrets) }
            for index in 0..<batch.packets.count where !batch.marks[index].isRejected {
                if index >= due.next { due.take(before: index, into: &worker.tracker.secrets) }
                var record = batch.record(index)
                worker.take(&record, batch.packets.bytes(index), linkType: batch.packets.entries[index].linkType)
                guard try take(&worker) else { return }
            }
        }
        if let error = input.outcome.filterError { throw error }
        worker.tracker.secrets.add(input.outcome.lastSecrets)
        worker.finish()
        guard try take(&worker), let known else { return }
        if let error = input.outcome.error { throw error }
        for failure in input.outcome.failures
        where !known.indices.contains(failure.file) || known[failure.file].fileError == nil {
            throw failure.error
        }
    }
}

/// For each connection of a worker, the number of earlier ones between the same ends.
struct ConnectionOrdinals: Sendable {
    private var ordinals: [Int] = []
    private var counts: [FlowKey: Int] = [:]

    subscript(number: Int) -> Int { ordinals[number] }

    mutating func extend(to connections: [Connection]) {
        while ordinals.count < connections.count {
            let key = connections[ordinals.count].key
            ordinals.append(counts[key, default: 0])
            counts[key, default: 0] += 1
        }
    }
}
