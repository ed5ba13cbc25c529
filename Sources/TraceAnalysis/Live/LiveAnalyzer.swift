import ApplicationProtocols
import PacketCapture
import SealedChannels
import TraceModel

/// Explains packets while they are captured: the same trackers as ``TraceAnalyzer``'s, fed with one packet at a time.
///
/// ```swift
/// var analyzer = LiveAnalyzer(path: "trace.pcapng")
/// analyzer.add(record, bytes: bytes, linkType: .ethernet)
/// let soFar = analyzer.report(interfaces: interfaces)
/// ```
/// When all packets of a file have been added, the report is that of the file. Memory follows the number of flows and
/// services within the same limits, not the number of packets.
public struct LiveAnalyzer: Sendable {
    private var worker: TraceWorker
    private let summary: CaptureSummary
    private let filter: String?
    private let memory: MemoryBudget

    /// - Parameters:
    ///   - path: The path of the file that is written, or another value for `CaptureSummary.path`.
    ///   - filter: The expression that all packets have matched before they came here.
    ///   - memory: How much the analysis may fill.
    ///   - applications: As those of ``TraceAnalyzer``.
    ///   - secrets: What opens sealed sessions, as far as it is known yet; see ``secrets``.
    public init(
        path: String, filter: String? = nil, memory: MemoryBudget = .unlimited,
        applications: [any ApplicationProtocol] = [], secrets: SessionSecrets = SessionSecrets()
    ) {
        worker = TraceWorker(
            memory: memory, guests: GuestList(applications, builtIn: BuiltInApplications.all), secrets: secrets)
        self.memory = memory
        summary = CaptureSummary(
            path: path, format: CaptureFormat.pcapng.rawValue, compression: Compression.none.rawValue)
        self.filter = filter
    }

    /// Packets added so far.
    public var packets: Int { worker.counter.packets }

    /// Bytes on the wire of these packets.
    public var originalBytes: Int { worker.counter.originalBytes }

    /// What opens sealed sessions. Set it where a log may grow: add to it what the log got, and packets from there on count with it.
    public var secrets: SessionSecrets {
        get { worker.tracker.secrets }
        _modify { yield &worker.tracker.secrets }
    }

    /// Looks at the next packet.
    ///
    /// - Parameters:
    ///   - record: With a frame number above those before, and the index of its interface.
    ///   - bytes: What was captured.
    ///   - linkType: What the bytes begin with.
    public mutating func add(_ record: PacketRecord, bytes: Span<UInt8>, linkType: LinkType) {
        var record = record
        record.time = CaptureSummary.bounded(record.time)
        worker.take(&record, bytes, linkType: linkType)
    }

    /// The report so far: as if the capture ended here.
    ///
    /// The time that this takes, and the memory while it does, grow with flows and services.
    ///
    /// - Parameter interfaces: The interfaces as in a file, with their counts so far.
    public func report(interfaces: [CaptureInterface]) -> TraceReport {
        // A copy, because what is open now goes on afterward.
        var worker = worker
        worker.finish()
        var outcome = TraceInput.Outcome()
        outcome.interfaces = interfaces
        let summary = TraceAnalyzer.summary(summary, outcome, worker, filter: filter, memory: memory)
        var builder = ReportBuilder(consume worker)
        return builder.report(summary)
    }
}
