import PacketCapture
import Platform
import TraceModel

/// Looks at an analysis while it goes on: for a view of a pipe, whose end may be far.
///
/// ```swift
/// let watch = TraceWatch()
/// Task.detached { print(watch.report()?.sessions.count ?? 0) }
/// let report = try await analyzer.analyze(file, watch: watch)
/// ```
/// Looking changes nothing in the report at the end, and reading waits for no more than a copy of what is known.
public final class TraceWatch: Sendable {
    /// Connections above which there are no reports: each takes memory and time for all of them again.
    public static let maximumConnections = 1 << 16

    private struct State {
        var analyzer: TraceAnalyzer?
        var workerCount = 0
        var capture: CaptureSummary?
        var outcome = TraceInput.Outcome()
        /// Those who follow the flows now, by their numbers.
        var workers: [Int: Locked<TraceWorker>] = [:]
    }

    private let state = Locked(State())

    /// A watch of an analysis that has not begun.
    public init() {}

    /// Packets and their bytes on the wire, of what all workers have seen.
    public var counts: (packets: Int, bytes: Int) {
        places.reduce(into: (packets: 0, bytes: 0)) { sum, place in
            let (packets, bytes) = place.withLock { ($0.counter.packets, $0.counter.originalBytes) }
            sum.packets += packets
            sum.bytes += bytes
        }
    }

    /// The report on what was read so far, nearly: workers may be some packets apart. It takes its time, on the calling thread.
    ///
    /// - Returns: Nil before the first packet, after the last one, and with more connections than ``maximumConnections``.
    public func report() -> TraceReport? {
        let state = state.withLock { $0 }
        guard let analyzer = state.analyzer, let capture = state.capture, state.workers.count == state.workerCount
        else {
            return nil
        }
        let connections = places.reduce(0) { $0 + $1.withLock { $0.tracker.connections.count } }
        guard connections <= Self.maximumConnections else { return nil }
        var copies = places.map { $0.withLock { $0 } }
        for index in copies.indices { copies[index].finish() }
        var worker = copies.removeFirst()
        for index in copies.indices { worker.absorb(&copies[index]) }
        copies = []
        guard worker.counter.packets > 0 else { return nil }
        let summary = TraceAnalyzer.summary(
            capture, state.outcome, worker, filter: analyzer.filter?.expression, memory: analyzer.memory)
        var builder = ReportBuilder(
            consume worker, nameResolutions: state.outcome.nameResolutions, declarations: analyzer.declarations,
            wirelessOptions: analyzer.wireless)
        return builder.report(summary)
    }

    /// The workers in their order.
    private var places: [Locked<TraceWorker>] {
        state.withLock { state in state.workers.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Takes note of what will be analyzed.
    ///
    /// - Parameter workers: How many share the flows.
    func begin(_ capture: CaptureSummary, by analyzer: TraceAnalyzer, workers: Int) {
        state.withLock { state in
            state = State()
            state.analyzer = analyzer
            state.workerCount = workers
            state.capture = capture
        }
    }

    /// Takes note of what was found beside packets so far.
    func note(_ outcome: TraceInput.Outcome) {
        state.withLock { $0.outcome = outcome }
    }

    /// Lets a worker take everything from a source, where it can be looked at between two batches.
    ///
    /// - Parameters:
    ///   - update: Adds what key logs got since the last batch.
    ///   - progress: Told how far the reading has come.
    /// - Returns: The worker, before it has ended what is still going on.
    /// - Throws: `CancellationError`.
    func follow(
        _ source: TraceSource, with worker: TraceWorker, update: TraceAnalyzer.SecretsUpdate? = nil,
        progress: AnalysisProgress.Handler? = nil
    ) async throws -> TraceWorker {
        let number = worker.number
        let place = Locked(worker)
        state.withLock { $0.workers[number] = place }
        var next = 0
        while let batch = await source.batch(next, for: number) {
            place.withLock {
                update?(&$0.tracker.secrets, false)
                $0.take(batch)
            }
            next += 1
            if let progress { await source.report(to: progress) }
            try await WorkTurn.end()
        }
        if let progress { await source.report(to: progress) }
        state.withLock { $0.workers[number] = nil }
        // Nobody else keeps the worker, or the end of its work would begin with a copy.
        return place.withLock { exchange(&$0, with: TraceWorker()) }
    }
}
