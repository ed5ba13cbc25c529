import ArgumentParser
import Foundation

struct GrowthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth",
        abstract: "Measures whether time and memory grow as the capture does, or faster.",
        discussion: """
            nearscope analyzes an eighth, a quarter, a half and the whole of a workload on one thread. Beside the \
            processor time and the largest resident size stand what they are times those of the smallest capture. \
            Time that grows no faster than the packets is what attacks on complexity must not change; memory grows \
            with flows, up to their limit, and not with packets.

            EXAMPLES
              .build/release/nearscope-benchmark growth
              .build/release/nearscope-benchmark growth messages --packets 600000
            """)

    @Argument(help: "messages, segments, discovery, flood, registrations or wireless.")
    var workload = Workload.flood

    @Option(help: "The nearscope to measure. (default: the one beside this program)")
    var tool: String?

    @Option(help: "Packets of the whole. (default: as many as the performance targets are stated for)")
    var packets: Int?

    @Option(help: "Times each capture is analyzed; the median counts.")
    var runs = 3

    @Option(help: "How much nearscope looks at: messages or flows.")
    var depth = "messages"

    func validate() throws {
        guard runs > 0 else { throw ValidationError("--runs takes a number above 0.") }
        guard (packets ?? 8) >= 8 else { throw ValidationError("--packets takes a number of at least 8.") }
    }

    func run() throws {
        let nearscope = tool ?? CompareCommand.sibling("nearscope")
        let folder = FileManager.default.temporaryDirectory.appending(path: "nearscope-benchmark-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let whole = packets ?? workload.defaultPackets
        print("packets            processor             memory")
        var least: (packets: Int, seconds: Double, bytes: Int)?
        for count in [whole / 8, whole / 4, whole / 2, whole] {
            let path = folder.appending(path: "\(workload.rawValue)-\(count).pcap").path
            try LargeCapture.write(workload, packets: count, to: path)
            let process = TimedProcess(
                nearscope, ["analyze", path, "--format", "json", "--threads", "1", "--depth", depth])
            let results = try (0..<runs).map { _ in try process.run(watchesMemory: true) }
            let seconds = CompareCommand.median(results.map(\.processorSeconds))
            let bytes = results.map(\.peakBytes).max() ?? 0
            let first = least ?? (count, seconds, bytes)
            least = first
            func times<Number: BinaryInteger>(_ number: Number, _ first: Number) -> Double {
                Double(number) / Double(max(first, 1))
            }
            print(
                String(
                    format: "%8d %5.1f x  %7.2f s %5.1f x  %5d MB %5.1f x", count, times(count, first.packets), seconds,
                    seconds / max(first.seconds, 0.01), bytes / 1_000_000, times(bytes, first.bytes)))
            try FileManager.default.removeItem(atPath: path)
        }
    }
}
