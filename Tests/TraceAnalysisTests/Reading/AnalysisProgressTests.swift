import Foundation
import PacketDissection
import Platform
import TestSupport
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import PacketCapture
@testable import TraceAnalysis

/// An analysis says how far it has come, ends when its task is canceled, and lets others have their turns.
@Suite struct AnalysisProgressTests {
    private static let packets = 30_000

    /// Segments of as many connections, which take turns.
    private static func bytes(connections: Int) throws -> [UInt8] {
        try SyntheticTrace.capture { capture in
            let connections = (0..<connections).map { SyntheticTrace.connection(port: UInt16(20_000 + $0)) }
            for packet in 0..<packets {
                let connection = connections[packet % connections.count]
                let isFirst = packet < connections.count
                try connection.segment(
                    isFirst ? .syn : .ack, [], from: .initiator, at: Int64(packet) * 1_000_000, in: &capture)
            }
        }.bytes
    }

    /// With so many connections that packets are read one by one, and with more.
    static let connectionCounts = [1, 600]

    @Test(arguments: connectionCounts, [1, 3])
    func itGoesOnToTheEnd(connections: Int, workers: Int) async throws {
        let bytes = try Self.bytes(connections: connections)
        let heard = Locked([AnalysisProgress]())
        var analyzer = TraceAnalyzer(workers: workers)
        analyzer.progress = { progress in heard.withLock { $0.append(progress) } }
        _ = try await analyzer.analyze(CaptureFile.open(bytes: bytes))
        let steps = heard.withLock { $0 }
        #expect(steps.count > 5)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.packets <= $1.packets && $0.bytes <= $1.bytes })
        #expect(steps.allSatisfy { $0.total == bytes.count })
        #expect(steps.last == AnalysisProgress(packets: Self.packets, bytes: bytes.count, total: bytes.count))
        #expect(steps.last?.share == 1)
    }

    @Test func nobodyKnowsTheEndOfSeveralCapturesBefore() async throws {
        let heard = Locked([AnalysisProgress]())
        var analyzer = TraceAnalyzer()
        analyzer.progress = { progress in heard.withLock { $0.append(progress) } }
        let files = try ["bonjour/suffix-zoo-apple.pcap", "bonjour/apple-basic-lifecycle.pcap"].map {
            try CaptureOverview(path: Fixture.url($0).path)
        }
        let report = try await analyzer.analyze(merging: files)
        let last = try #require(heard.withLock { $0.last })
        #expect(last.packets == report.capture.packets && last.bytes == report.capture.capturedBytes)
        #expect(last.total == nil && last.share == nil)
    }

    @Test(arguments: connectionCounts, [1, 3])
    func aCanceledTaskEndsAtOnce(connections: Int, workers: Int) async throws {
        try await Self.expectCancellation(
            of: CaptureFile.open(bytes: Self.bytes(connections: connections)), workers: workers)
    }

    /// Its workers take from one reading, at their own pace.
    @Test(arguments: [1, 3], [false, true])
    func soDoesThatOfAStream(workers: Int, isWatched: Bool) async throws {
        let bytes = try Self.bytes(connections: 600)
        let pieces = stride(from: 0, to: bytes.count, by: 4096).map { Array(bytes[$0..<min($0 + 4096, bytes.count)]) }
        let file = try CaptureFile.open(ByteStream(pieces: pieces), path: "-")
        try await Self.expectCancellation(of: file, workers: workers, watch: isWatched ? TraceWatch() : nil)
    }

    @Test func whoeverLeavesIsNotWaitedFor() async throws {
        let bytes = try Self.bytes(connections: 1)
        let pieces = stride(from: 0, to: bytes.count, by: 4096).map { Array(bytes[$0..<min($0 + 4096, bytes.count)]) }
        let source = TraceSource(
            try TraceInput(CaptureFile.open(ByteStream(pieces: pieces), path: "-")), workers: 2)
        let other = Task {
            var taken = 0
            while await source.batch(taken, for: 1) != nil { taken += 1 }
            return taken
        }
        // It took nothing, and the other one would wait for it after so many batches.
        await source.leave(0)
        #expect(await other.value > 16)
    }

    private static func expectCancellation(of file: CaptureFile, workers: Int, watch: TraceWatch? = nil) async throws {
        let (steps, last) = (Locked(0), Locked(0))
        let task = Locked<Task<TraceReport, any Error>?>(nil)
        var analyzer = TraceAnalyzer(workers: workers)
        analyzer.progress = { progress in
            steps.withLock { $0 += 1 }
            last.withLock { $0 = progress.packets }
            // The first time that the task is known.
            task.withLock { $0?.cancel() }
        }
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        task.withLock { [analyzer] place in
            place = Task {
                for await _ in started { break }
                return try await analyzer.analyze(file, watch: watch)
            }
        }
        start.yield()
        let result = await task.withLock { $0 }?.result
        #expect(throws: CancellationError.self) { try result?.get() }
        // Nothing was read after the packets at which it was canceled.
        #expect(steps.withLock { $0 } == 1)
        #expect(last.withLock { $0 } < Self.packets / 2)
    }

    /// A thread that is shared by all tasks that prefer it.
    @available(macOS 15, *)
    private final class OneThread: TaskExecutor {
        private let jobs = Locked([UnownedJob]())

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
        }

        /// Runs jobs, the oldest first, until something is true.
        func run(until isOver: () -> Bool) {
            while !isOver() {
                let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                unsafe job?.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }

    @available(macOS 15, *)
    @Test(arguments: connectionCounts) func othersHaveTheirTurns(connections: Int) throws {
        let file = try CaptureFile.open(bytes: Self.bytes(connections: connections))
        let executor = OneThread()
        let (isOver, turns) = (Locked(false), Locked(0))
        Task(executorPreference: executor) {
            _ = try? await TraceAnalyzer().analyze(file)
            isOver.withLock { $0 = true }
        }
        Task(executorPreference: executor) {
            while !isOver.withLock({ $0 }) {
                turns.withLock { $0 += 1 }
                await Task.yield()
            }
        }
        executor.run { isOver.withLock { $0 } }
        #expect(turns.withLock { $0 } > Self.packets / 4096)
    }
}
