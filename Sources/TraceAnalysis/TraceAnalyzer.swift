import PacketCapture
import PacketDissection
import WireCoding

/// Reads a capture once and explains it.
///
/// ```swift
/// let file = try CaptureFile.open(path: "trace.pcap")
/// let report = try await TraceAnalyzer().analyze(file)
/// ```
public struct TraceAnalyzer: Sendable {
    /// One for each shard of the flows; more would have nothing to follow.
    public static let maximumWorkers = ConnectionTracker.shardCount

    /// Workers that share the flows of a mapped file. Their number never changes the report.
    public var workers: Int

    /// Packets that do not match are as if they were not in the file, but frame numbers stay those of the file.
    public var filter: CaptureFilter?

    public init(workers: Int = 1, filter: CaptureFilter? = nil) {
        self.workers = max(1, min(workers, Self.maximumWorkers))
        self.filter = filter
    }

    /// Analyses a whole capture.
    ///
    /// Every worker walks the mapped file and dissects every packet, but follows only the flows of its own shards: walking
    /// costs little beside following, and nothing has to be handed over or waited for. A stream can be read only once, so
    /// one worker does it all.
    ///
    /// - Returns: The report; where the file is damaged or cut off, of everything before, with
    ///   ``CaptureSummary/fileError`` set.
    /// - Throws: `CaptureError` when nothing can be read at all; `CaptureFilterError` when the file has packets of a link
    ///   type that the filter cannot be compiled for.
    public func analyze(_ file: CaptureFile) async throws -> TraceReport {
        let count = file.isMapped ? workers : 1
        var shares = try await withThrowingTaskGroup(of: Share.self) { group in
            for worker in 0..<count {
                group.addTask { try Share.read(file, worker: worker, of: count, filter: filter) }
            }
            var shares: [Share] = []
            for try await share in group { shares.append(share) }
            return shares.sorted { $0.worker < $1.worker }
        }
        if let error = shares.lazy.compactMap(\.filterError).first { throw error }
        let summary = Share.summary(
            CaptureSummary(path: file.path, format: file.format.rawValue, compression: file.compression.rawValue),
            shares, filter: filter?.expression)
        // Taken over, not copied: connections are most of what an analysis holds.
        var connections: [Connection] = []
        swap(&connections, &shares[0].connections)
        for worker in shares.indices.dropFirst() {
            connections += shares[worker].connections
            shares[worker].connections = []
        }
        var builder = ReportBuilder(
            counter: shares[0].counter, tracker: shares[0].services, connections: consume connections)
        return builder.report(summary)
    }
}
