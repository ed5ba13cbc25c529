import Foundation
import TestSupport
import Testing
import TraceModel

@testable import nearscope

@Suite struct MemoryOptionTests {
    @Test func theUsualBudgetIsAQuarterOfWhatThereIs() {
        #expect(MemoryOption.usual(memory: 8_000, addressSpace: nil) == 2_000)
        #expect(MemoryOption.usual(memory: 8_000, addressSpace: 4_000) == 1_000)
        #expect(MemoryOption.usual(memory: 8_000, addressSpace: 80_000) == 2_000)
    }

    @Test func whatThereIsNoRoomForIsToldAndTheRestAnalyzed() throws {
        let path = BuiltTool.fixture("mesh2-basic.alice.pcap")
        let outcome = try BuiltTool.run(path, "--memory", "10kB", "--format", "json")
        #expect(outcome.status == 2)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("no room in memory (10 kB) for "), "\(outcome.errors)")
        #expect(outcome.errors.contains("Give more with --memory"))
        let report = try JSONDecoder().decode(TraceReport.self, from: outcome.output)
        #expect(report.capture.memory?.budget == 10_000)
        let text = try BuiltTool.run(path, "--memory", "10kB")
        #expect(text.text.contains("Not analyzed for want of memory (10 kB): packets of connections"))
    }

    @Test(arguments: ["sessions", "services", "messages", "compare"])
    func allCommandsThatAnalyzeSaySo(command: String) throws {
        let outcome = try BuiltTool.run(command, BuiltTool.fixture("mesh2-basic.alice.pcap"), "--memory", "1kB")
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("no room in memory (1 kB)"))
    }

    @Test(arguments: ["0", "much", "-1"])
    func whatIsNoSizeIsRefused(size: String) throws {
        #expect(try BuiltTool.run(BuiltTool.fixture("mesh2-basic.alice.pcap"), "--memory", size).status == 64)
    }
}
