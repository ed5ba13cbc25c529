import ApplicationProtocols
import PacketCapture
import PacketDissection
import PeerMessaging
import SealedChannels
import ServiceDiscovery
import TraceModel
import WireCoding

/// Reads a capture once and explains it.
///
/// ```swift
/// let file = try CaptureFile.open(path: "trace.pcap")
/// let report = try await TraceAnalyzer().analyze(file)
/// ```
public struct TraceAnalyzer: Sendable {
    /// One for each shard of the flows; more would have nothing to follow.
    public static let maximumWorkers = FlowShards.count
    /// Workers that share the flows. Their number never changes the report.
    public var workers: Int
    /// How far packets are decoded: headers only, or the messages in them too.
    public var depth: CaptureSummary.Depth
    /// Packets that do not match are as if they were not in the file, but frame numbers stay those of the file.
    public var filter: CaptureFilter?
    /// Whether `CaptureSummary.checksums` is wanted. It takes the reading of every byte.
    public var verifiesChecksums: Bool
    /// Whether frames are searched for after an illegal length, which is a guess (`FrameResynchronizer`); the report
    /// says where it was done.
    public var resynchronizes: Bool
    /// The largest body of a length-prefixed frame that is legal, in bytes, from 1 to 4,294,967,295: what the receivers of
    /// the captured streams take. Memory does not depend on it.
    public var maximumFrameLength: Int
    /// A UDP conversation that was silent for longer is another session when it goes on, in nanoseconds. Nil, as the
    /// contract has it: all datagrams between two endpoints are one session.
    public var datagramIdleLimit: Int64?
    /// The declarations in the app's Info.plist, to find services that it uses undeclared.
    public var declarations: AppServiceDeclarations?
    /// The applications that sessions may be of beside the built-in ones; where several claim a session, the first that fits.
    public var applications: [any ApplicationProtocol]
    /// The options of the wireless view beside the capture.
    public var wireless = WirelessOptions()
    /// How much memory the analysis may fill with what it finds. What there is no room for is left out, and counted in
    /// `CaptureSummary.memory`.
    public var memory = MemoryBudget.unlimited
    /// What opens sealed sessions. Secrets that captures have themselves are added to them.
    public var secrets: SessionSecrets
    /// Adds what growing logs got, between batches of a stream and once after the last (the second argument); nil if none grows
    /// (`SessionSecrets.isGrowing`).
    public var secretsUpdate: SecretsUpdate?

    /// Told how far the reading has come: after some milliseconds of it each time, and at its end, one call after another. A second
    /// reading, which few captures need, begins anew. Nil for nobody.
    public var progress: AnalysisProgress.Handler?

    /// Adds secrets that logs got since the last call. `isLast` is true for the call after the last batch.
    public typealias SecretsUpdate = @Sendable (_ secrets: inout SessionSecrets, _ isLast: Bool) -> Void

    /// An analyzer; every option can be changed by its property too.
    ///
    /// - Parameters:
    ///   - applications: The applications that sessions may be of beside the built-in ones.
    ///   - workers: Threads that follow flows, from 1 to ``maximumWorkers``; others are clamped. The report does not
    ///     depend on it.
    ///   - depth: How deep the packets are read.
    ///   - filter: The packets that count; nil for all.
    ///   - verifiesChecksums: Whether checksums are verified.
    ///   - resynchronizes: Whether messages are looked for again after a fault of framing.
    ///   - maximumFrameLength: The largest body of a length-prefixed frame that is legal, in bytes.
    ///   - datagramIdleLimit: A UDP conversation that was silent for longer is another session, in nanoseconds; nil for
    ///     never.
    ///   - declarations: The declarations in the app's Info.plist.
    ///   - secrets: What opens sealed sessions.
    public init(
        applications: [any ApplicationProtocol] = [], workers: Int = 1, depth: CaptureSummary.Depth = .messages,
        filter: CaptureFilter? = nil, verifiesChecksums: Bool = false, resynchronizes: Bool = false,
        maximumFrameLength: Int = LengthPrefixedFrameDecoder.defaultMaximumLength,
        datagramIdleLimit: Int64? = nil, declarations: AppServiceDeclarations? = nil,
        secrets: SessionSecrets = SessionSecrets()
    ) {
        self.secrets = secrets
        self.applications = applications
        self.maximumFrameLength = maximumFrameLength
        self.datagramIdleLimit = datagramIdleLimit
        self.resynchronizes = resynchronizes
        self.verifiesChecksums = verifiesChecksums
        self.declarations = declarations
        self.workers = max(1, min(workers, Self.maximumWorkers))
        self.depth = depth
        self.filter = filter
    }

    /// The content of all streams that is wanted, beside what the depth asks for.
    var reading: StreamReading {
        var reading = StreamReading(resynchronizes: resynchronizes)
        reading.maximumFrameLength = maximumFrameLength
        return reading
    }

    /// Analyzes a whole capture.
    ///
    /// Every worker reads the whole file, but follows only the flows of its own shards: skipping the packets of others
    /// costs less than getting packets from another processor's cache. A stream can be read only once: its workers
    /// share the reading, which still leaves decompression and analysis to different processors.
    ///
    /// Other tasks get their turns every few milliseconds, and a canceled task ends as soon.
    ///
    /// - Parameters:
    ///   - file: The capture.
    ///   - watch: Shows what is known meanwhile, of a stream.
    /// - Returns: The report; where the file is damaged or cut off, of everything before, with
    ///   `CaptureSummary.fileError` set.
    /// - Throws: `CaptureError` when nothing can be read at all; `CaptureFilterError` when the file has packets of a link
    ///   type that the filter cannot be compiled for; `CancellationError` if the task was canceled.
    public func analyze(_ file: CaptureFile, watch: TraceWatch? = nil) async throws -> TraceReport {
        let capture = CaptureSummary(
            path: file.path, format: file.format.rawValue, compression: file.compression.rawValue)
        var known: SessionSecrets?
        if file.isSeekable {
            known = secrets
            known?.add(file.leadingSecrets())
        }
        let input: @Sendable () throws -> sending TraceInput = { [filter] in try TraceInput(file, filter: filter) }
        let report = try await examine(
            capture, isReadOnce: !file.isSeekable, watch: watch, secrets: known, input
        ).report
        guard var known, let met = report.capture.secrets, met.entries > known.entryCount else { return report }
        // There are more behind packets that they may open. Few files have that, so that only those are read again.
        known = secrets
        known.add(file.allSecrets())
        known.hasAllCaptured = true
        return try await examine(capture, isReadOnce: false, secrets: known, input).report
    }

    /// Lets workers read, and joins what they found.
    ///
    /// - Parameters:
    ///   - isReadOnce: Whether there can be, or should be, but one input.
    ///   - watch: Looks at those who read one input.
    ///   - known: The analyzer's secrets and those before the first packets; nil if only reading shows the latter.
    /// - Returns: The report, the connections of its sessions, in their order, and its time axis.
    func examine(
        _ capture: CaptureSummary, isReadOnce: Bool, watch: TraceWatch? = nil, secrets known: SessionSecrets?,
        _ input: @escaping @Sendable () throws -> sending TraceInput
    ) async throws -> (report: TraceReport, connections: [Connection], axis: TimeAxis) {
        let watch = isReadOnce ? watch : nil
        var secrets = known ?? secrets
        var stream: TraceInput?
        if isReadOnce, workers > 1 || watch != nil || known == nil {
            let input = try input()
            if known == nil { secrets.add(input.readAhead()) }
            stream = input
        }
        // Connections of QUIC change their addresses, and the flow of the new ones may be another worker's. Where that is found too
        // late to read again, there is one worker.
        let opens = secrets.opensFromStart
        var workers = opens && (isReadOnce || secrets.isGrowing) ? 1 : workers
        var shared: TraceSource?
        if let stream {
            var note: (@Sendable (TraceInput.Outcome) -> Void)?
            if let watch { note = { watch.note($0) } }
            shared = TraceSource(stream, workers: workers, note: note)
        }
        watch?.begin(capture, by: self, workers: workers)
        var results = try await read(
            shared, workers: workers, secrets: secrets, watch: watch, isReadOnce: isReadOnce, input)
        if opens, workers > 1, !ConnectionTracker.areApart(results.map(\.worker.tracker)) {
            workers = 1
            results = try await read(nil, workers: 1, secrets: secrets, watch: nil, isReadOnce: false, input)
        }
        let outcome = results[0].outcome
        if let error = outcome.filterError { throw error }
        var worker = results.removeFirst().worker
        for index in results.indices { worker.absorb(&results[index].worker) }
        results = []
        let summary = Self.summary(capture, outcome, worker, filter: filter?.expression, memory: memory)
        var builder = ReportBuilder(
            consume worker, nameResolutions: outcome.nameResolutions, declarations: declarations,
            wirelessOptions: wireless)
        let report = try await builder.report(summary, workers: workers)
        return (report, builder.connections, builder.axis)
    }

    /// Lets workers read.
    ///
    /// - Parameter shared: What they read together; nil where each reads for itself.
    /// - Returns: The workers, in order, and what they found beside packets.
    private func read(
        _ shared: TraceSource?, workers: Int, secrets: SessionSecrets, watch: TraceWatch?, isReadOnce: Bool,
        _ input: @escaping @Sendable () throws -> sending TraceInput
    ) async throws -> [(worker: TraceWorker, outcome: TraceInput.Outcome)] {
        let update = isReadOnce ? secretsUpdate : nil
        let guests = GuestList(applications, builtIn: BuiltInApplications.all)
        return try await withThrowingTaskGroup(of: (worker: TraceWorker, outcome: TraceInput.Outcome).self) { group in
            for number in 0..<workers {
                group.addTask {
                    var worker = TraceWorker(
                        number: number, of: workers, depth: depth, verifiesChecksums: verifiesChecksums,
                        also: reading, datagramIdleLimit: datagramIdleLimit ?? .max, memory: memory, guests: guests,
                        secrets: secrets)
                    let outcome = try await worker.read(
                        shared, watch: watch, update: update, progress: worker.isFirst ? progress : nil, else: input)
                    return (worker, outcome)
                }
            }
            var results: [(worker: TraceWorker, outcome: TraceInput.Outcome)] = []
            for try await result in group { results.append(result) }
            return results.sorted { $0.worker.number < $1.worker.number }
        }
    }

    /// Fills in what was counted.
    ///
    /// - Parameters:
    ///   - capture: What was read.
    ///   - outcome: What was found beside packets.
    ///   - worker: Has absorbed all others, and still has its connections.
    ///   - filter: The expression that packets had to match.
    ///   - memory: The budget.
    static func summary(
        _ capture: CaptureSummary, _ outcome: TraceInput.Outcome, _ worker: TraceWorker, filter: String?,
        memory: MemoryBudget
    ) -> CaptureSummary {
        let (counter, services) = (worker.counter, worker.services)
        var summary = capture
        summary.filter = filter
        summary.filteredOut = outcome.filteredOut
        summary.depth = worker.depth
        summary.metadataError = outcome.metadataDamage.map { .init(offset: $0.offset, message: $0.description) }
        summary.checksums = worker.checksums?.summary
        let secrets = worker.tracker.secrets
        if secrets.hasLogs {
            summary.secrets = .init(entries: secrets.entryCount, malformedLines: secrets.malformedLines)
        }
        summary.packets = counter.packets
        summary.capturedBytes = counter.capturedBytes
        summary.originalBytes = counter.originalBytes
        summary.truncatedPackets = counter.truncatedPackets
        summary.malformedPackets = counter.malformedPackets
        summary.undecodedPackets = counter.undecodedPackets
        if let first = counter.firstTime, let last = counter.lastTime {
            summary.origin = first
            summary.firstTime = RFC3339.text(first)
            summary.lastTime = RFC3339.text(last)
            summary.duration = Double(last - first) / 1e9
            summary.traffic = counter.traffic.summary(since: first)
        }
        summary.interfaces = outcome.interfaces.map(CaptureSummary.Interface.init)
        summary.sections = outcome.sections.map { section in
            CaptureSummary.Section(
                hardware: section.hardware, operatingSystem: section.operatingSystem,
                application: section.application, comments: section.comments)
        }
        summary.fileError = outcome.error.map(CaptureSummary.FileError.init)
        summary.setFiles(outcome.files)
        summary.protocols = counter.protocols
        summary.protocols.add(services.messages, of: "mdns")
        var meshPackets = 0
        let connections = worker.tracker.connections
        for index in connections.indices where ApplicationEvidence(of: connections[index]).application == .mesh {
            meshPackets += connections[index].sum { $0.payloadPackets }
        }
        summary.protocols.add(meshPackets, of: "mesh")
        summary.protocolBytes = counter.protocolBytes
        for topmost in [TrafficCounter.Topmost.multicastDNS, TrafficCounter.Topmost.mesh] {
            summary.protocolBytes.add(
                counter.traffic.bytes(of: topmost), of: TrafficCounter.Topmost.name(topmost))
        }
        summary.undecoded = counter.undecoded
        let leftOut = [
            (services.malformedMessages, "broken mDNS messages"),
            (services.cutMessages, "mDNS messages cut by the snap length"),
            (services.untrackedRecords, CaptureSummary.untrackedRecords),
            (services.omittedUpdates, "changes of services’ addresses above the limit"),
            (worker.fragments.incompleteFragments, "fragments of incomplete datagrams"),
            (worker.defragmenter.incompleteFragments, "802.11 fragments"),
            (worker.tracker.untrackedPackets, "packets of flows above the limit"),
            (worker.tracker.evictionsByLimit, "streams that held too much"),
            (
                worker.tracker.relays.reduce(0) { $0 + ($1.isBudgeted ? 0 : $1.omitted) },
                "relayed messages above the limit"
            ),
            (
                worker.wireless.isBudgeted ? 0 : worker.wireless.untrackedFrames,
                "802.11 frames of senders above the limit"
            ),
        ]
        for (count, name) in leftOut { summary.undecoded.add(count, of: name) }
        summary.memory = wantOfMemory(memory, worker)
        return summary
    }

    /// What the budget had no room for; nil if it had room for all.
    private static func wantOfMemory(_ memory: MemoryBudget, _ worker: TraceWorker) -> CaptureSummary.Memory? {
        var summary = CaptureSummary.Memory(budget: memory.bytes)
        let tracker = worker.tracker
        summary.leftOut.add(tracker.packetsBeyondMemory, of: "packets of connections")
        summary.leftOut.add(tracker.evictions - tracker.evictionsByLimit, of: "streams that held too much")
        summary.leftOut.add(worker.services.messagesBeyondMemory, of: "mDNS messages")
        summary.leftOut.add(tracker.relays.reduce(0) { $0 + ($1.isBudgeted ? $1.omitted : 0) }, of: "relayed messages")
        summary.leftOut.add(worker.wireless.isBudgeted ? worker.wireless.untrackedFrames : 0, of: "802.11 frames")
        return summary.leftOut.entries.isEmpty ? nil : summary
    }
}

extension CaptureSummary {
    /// Among what was not understood: records that name a service or a host beyond the limits of ``ServiceTracker``, each as often
    /// as it comes.
    static let untrackedRecords = "records of services and hosts above the limit"
    /// Addresses with more hosts than ``ServiceIndex/maximumRowsPerAddress``.
    static let omittedAddresses = "addresses of hosts above the limit"
}

extension CaptureSummary.Interface {
    init(_ interface: CaptureInterface) {
        self.init(
            id: interface.id, name: interface.name, linkType: interface.linkType.name,
            linkTypeValue: Int(interface.linkType.rawValue), snapLength: interface.snapLength,
            timestampResolution: interface.resolution.seconds, packets: interface.packets,
            dropped: interface.dropped.map { Int(clamping: $0) }, description: interface.interfaceDescription,
            hardware: interface.hardware, operatingSystem: interface.operatingSystem)
        if case .expression(let text) = interface.filter { filter = text }
    }
}
