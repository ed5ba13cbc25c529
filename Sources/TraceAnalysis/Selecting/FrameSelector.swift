import ApplicationProtocols
import PacketCapture
import PacketDissection
import SealedChannels
import TraceModel
import WireCoding

/// Finds the frames of a capture that belong to a session, a service or a peer of its report.
///
/// ```swift
/// let selector = try FrameSelector([CaptureOverview(path: "trace.pcapng")])
/// let frames = try selector.frames(of: [.session(3), .peer("p2")])
/// ```
/// The files are read twice: once for the report, and once to see which connection each frame belongs to. Both times
/// one worker does it all, so that connections occur in the same order; a session is identified by its index in it.
/// Memory is that of an analysis, plus a bit for each packet.
public struct FrameSelector: Sendable {
    /// The purpose for which frames are wanted.
    @nonexhaustive
    public enum Criterion: Hashable, Sendable {
        /// All frames of that session: fragments, retransmissions, and ICMP errors that quote one of its packets. Not
        /// those that a radio retransmitted (IEEE 802.11), nor those that an access point forwards after they were
        /// captured before: the session does not count them either.
        case session(Int)
        /// All frames of the sessions with that service, and the mDNS messages that name its instance or its host;
        /// radio retransmissions count as in ``session(_:)``. Messages that an access point forwards are selected as
        /// well, and those in fragmented 802.11 frames are not found.
        case service(String)
        /// All frames from or to one of that peer's addresses or link addresses, those included that a radio sent again, and
        /// ARP packets about them.
        case peer(String)
        /// Frames by their numbers.
        case frames(ClosedRange<Int>)
    }

    /// A time by which frames are chosen.
    @nonexhaustive
    public enum Time: Hashable, Sendable {
        /// Nanoseconds after the first packet that passes the filter.
        case sinceFirstPacket(Int64)
        /// Nanoseconds since 1970.
        case absolute(Int64)

        /// Nanoseconds since 1970.
        ///
        /// - Parameter first: The time of that packet.
        public func absolute(_ first: Int64) -> Int64 {
            switch self {
            case .sinceFirstPacket(let time):
                let (sum, overflow) = first.addingReportingOverflow(time)
                return overflow ? (time < 0 ? .min : .max) : sum
            case .absolute(let time): return time
            }
        }
    }

    /// Why frames cannot be chosen.
    @nonexhaustive
    public enum SelectionError: Error, Hashable, Sendable {
        /// The report has no such session, service or peer.
        case unknown(Criterion)
        /// The criterion needs a report, and none was made.
        case needsReport(Criterion)
    }

    /// The files that were read, in the order in which they were given.
    public let files: [CaptureOverview]
    /// Nil where none was asked for.
    public let report: TraceReport?
    /// For each session's index in the report: the index of its connection in the order of their first packets.
    private let connectionNumbers: [Int]
    let memory: MemoryBudget
    /// Those that were given, and those that the files begin with.
    let secrets: SessionSecrets

    /// Analyzes captures.
    ///
    /// - Parameters:
    ///   - files: Several are read as one, as ``TraceAnalyzer/analyze(merging:)`` does; frames count over all.
    ///   - depth: `CaptureSummary.Depth.flows` is enough for sessions, unless anything may be opened, which is read in any case then;
    ///     nil for no report, which frames by their numbers and times do not need.
    ///   - memory: How much the analysis may fill.
    ///   - applications: As those of ``TraceAnalyzer``, whose messages name peers.
    ///   - secrets: As those of ``TraceAnalyzer``. What they open may join connections of QUIC.
    public init(
        _ files: [CaptureOverview], depth: CaptureSummary.Depth? = .messages, memory: MemoryBudget = .unlimited,
        applications: [any ApplicationProtocol] = [], secrets: SessionSecrets = SessionSecrets()
    ) {
        self.files = files
        self.memory = memory
        var secrets = secrets
        secrets.add(from: files)
        self.secrets = secrets
        guard let depth else {
            report = nil
            connectionNumbers = []
            return
        }
        var worker = TraceWorker(
            depth: secrets.opensFromStart ? .messages : depth, memory: memory,
            guests: GuestList(applications, builtIn: BuiltInApplications.all), secrets: secrets)
        let input = TraceInput(merging: files)
        worker.takeAll(of: input)
        let summary = TraceAnalyzer.summary(
            CaptureSummary(merging: files), input.outcome, worker, filter: nil, memory: memory)
        connectionNumbers = ReportBuilder.order(of: worker.tracker.connections)
        var builder = ReportBuilder(consume worker, nameResolutions: input.outcome.nameResolutions)
        report = builder.report(summary)
    }

    /// Selects frames: those that meet one of the criteria, and of these the ones that pass the filter between two
    /// times.
    ///
    /// - Parameters:
    ///   - criteria: None for all frames.
    ///   - filter: What packets have to match besides.
    ///   - start: The earliest time of a packet.
    ///   - end: The latest time of a packet.
    /// - Returns: The numbers of the frames, and how many there are in the files.
    /// - Throws: ``SelectionError``; `CaptureFilterError` for packets of a link type that the filter cannot be compiled
    ///   for.
    public func frames(
        of criteria: [Criterion] = [], filter: CaptureFilter? = nil, from start: Time? = nil, to end: Time? = nil
    ) throws -> (frames: FrameSet, total: Int, failures: [(path: String, error: CaptureError)]) {
        var pass = SelectionPass(
            try Wanted(criteria, report, connectionNumbers), filter, from: start, to: end, memory: memory,
            secrets: secrets)
        let merge = CaptureMerge(files)
        var met = MetSecrets(ofFiles: files.count)
        while try merge.next(
            { packet, reader in
                if met.isBehind(packet.file, reader) { pass.add(met.takeMore(ofFile: packet.file, reader)) }
                try pass.take(packet.record, reader.bytes, linkType: reader.linkType)
            }, atEnd: { file, reader in pass.add(met.takeMore(ofFile: file, reader)) })
        {}
        let failures = merge.failures.map { (path: merge.files[$0.file].path, error: $0.error) }
        return (pass.finish(), merge.packets.reduce(0, +), failures)
    }

    /// The interfaces of frames, as the files describe them: reads the files once more.
    public func interfaces(of frames: FrameSet) -> [CaptureInterface] {
        let merge = CaptureMerge(files)
        var used: Set<Int> = []
        while merge.next({ record, _, _ in
            if frames.contains(record.frame) { used.insert(record.interface) }
        }) {}
        return merge.interfaces.filter { used.contains($0.id) }
    }
}

extension FrameSelector {
    /// The resolved criteria.
    struct Wanted: Sendable {
        /// Without criteria all frames are.
        var isEverything: Bool
        var connections: [Int] = []
        var ranges: [ClosedRange<Int>] = []
        var names = ServiceNames()
        var addresses = PeerAddresses()

        init(_ criteria: [Criterion], _ report: TraceReport?, _ connectionNumbers: [Int]) throws(SelectionError) {
            isEverything = criteria.isEmpty
            for criterion in criteria {
                switch (criterion, report) {
                case (.frames(let range), _): ranges.append(range)
                case (_, nil): throw .needsReport(criterion)
                case (.session(let id), let report?):
                    guard let index = report.sessions.firstIndex(where: { $0.id == id }) else {
                        throw .unknown(criterion)
                    }
                    connections.append(connectionNumbers[index])
                case (.service(let id), let report?):
                    guard let service = report.services.first(where: { $0.id == id }) else { throw .unknown(criterion) }
                    names.add(service)
                    for (index, session) in report.sessions.enumerated() where session.service == id {
                        connections.append(connectionNumbers[index])
                    }
                case (.peer(let id), let report?):
                    guard let peer = report.peers.first(where: { $0.id == id }) else { throw .unknown(criterion) }
                    addresses.add(peer)
                }
            }
        }
    }
}

extension FrameSelector.SelectionError: CustomStringConvertible {
    /// One phrase.
    public var description: String {
        switch self {
        case .unknown(let criterion): "the report has no \(criterion)"
        case .needsReport(let criterion): "to choose \(criterion) needs a report"
        }
    }
}

extension FrameSelector.Criterion: CustomStringConvertible {
    /// `session 3`
    public var description: String {
        switch self {
        case .session(let id): "session \(id)"
        case .service(let id): "service \(Excerpt.quoted(id))"
        case .peer(let id): "peer \(Excerpt.quoted(id))"
        case .frames(let numbers): "frames \(numbers.lowerBound)-\(numbers.upperBound)"
        }
    }
}
