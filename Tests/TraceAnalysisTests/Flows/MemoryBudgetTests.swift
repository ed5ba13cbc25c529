import PacketCapture
import Testing
import TraceModel
import WireSimulation
import WireTesting

@testable import TraceAnalysis

@Suite struct MemoryBudgetTests {
    /// Many hosts that talk to one, and announce services.
    private func capture() throws -> [UInt8] {
        try SyntheticTrace.capture { capture in
            try capture.announceBert(at: 0)
            for port in UInt16(50000)..<50100 {
                var connection = SyntheticTrace.connection(port: port)
                let start = SyntheticTrace.second * Int64(port - 49999)
                try connection.open(at: start, in: &capture)
                try connection.send(
                    [UInt8](repeating: 7, count: 100), from: .initiator, at: start + 3_000_000, in: &capture)
            }
        }.bytes
    }

    private func report(_ bytes: [UInt8], _ memory: MemoryBudget, workers: Int = 1) async throws -> TraceReport {
        var analyzer = TraceAnalyzer(workers: workers)
        analyzer.memory = memory
        return try await analyzer.analyze(.open(bytes: bytes))
    }

    @Test func whatFitsIsAnalyzedAndTheRestCounted() async throws {
        let bytes = try capture()
        let report = try await report(bytes, MemoryBudget(bytes: 1_000_000))
        let memory = try #require(report.capture.memory)
        #expect(memory.budget == 1_000_000 && memory.leftOut["packets of connections"] > 0)
        #expect(report.sessions.count > 20 && report.sessions.count < 100)
        let followed = report.sessions.map { $0.forward.packets + $0.backward.packets }.reduce(0, +)
        #expect(report.capture.packets == memory.leftOut["packets of connections"] + followed)
    }

    @Test(arguments: [2, 3, 16])
    func whatIsLeftOutDoesNotDependOnTheWorkers(workers: Int) async throws {
        let bytes = try capture()
        for size in [1, 200_000, 1_000_000, 3_000_000] {
            let alone = try await report(bytes, MemoryBudget(bytes: size))
            #expect(try await report(bytes, MemoryBudget(bytes: size), workers: workers) == alone, "\(size)")
        }
    }

    @Test func aBudgetWithRoomForAllChangesNothing() async throws {
        let bytes = try capture()
        let unlimited = try await report(bytes, .unlimited)
        #expect(unlimited.capture.memory == nil && unlimited.sessions.count == 101)
        #expect(try await report(bytes, MemoryBudget(bytes: 100_000_000)) == unlimited)
    }

    // MARK: - Gauge

    @Test func theSizeIsEstimatedOnlyWhereTheRestMayBeFull() {
        var gauge = GrowthGauge(limit: 64_000)
        let first = [999, 1].map { gauge.note($0) }
        #expect(first == [false, true])
        gauge.take(size: 32_000)
        let notes = [499, 1].map { gauge.note($0) }
        #expect(!gauge.isFull && notes == [false, true])
        gauge.take(size: 60_000)
        #expect(gauge.isFull)
    }

    @Test func withoutABudgetNothingIsEstimated() {
        var gauge = GrowthGauge(limit: MemoryBudget.unlimited.services)
        let mustMeasure = gauge.note(1 << 40)
        #expect(!mustMeasure && !gauge.isFull)
    }
}
