import ArgumentParser
import Foundation

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Times nearscope and tcpdump on the same file in turn and prints the ratio.",
        discussion: """
            tcpdump -r FILE -w /dev/null reads every packet and writes it nowhere: about the least that a program can do
            with a capture. A compressed file is compared with the program that unpacks it: gzip, zstd or lz4 -dc. The
            programs take turns, and medians and their ratios are printed, because seconds depend on the machine and on
            the day. Processor time is that of one worker, and steadier than wall time where others share the machine;
            wall time is that of as many as it chooses. Instructions (millions, of one worker) are counted by perf, where
            it is installed and the machine has them.

            WORKLOADS
              \(Workload.allCases.map(\.rawValue).joined(separator: " "))
              messages is measured with \(Workload.connections.map { "\($0)" }.joined(separator: ", ")) connections
            """)

    @Argument(help: "Captures to read, or workloads, which are written to a temporary folder. (default: all workloads)")
    var inputs: [String] = []

    @Option(help: "The nearscope to measure. (default: the one beside this program)")
    var tool: String?

    @Option(help: "Times each program runs on each file, after one run that warms the cache.")
    var runs = 9

    @Option(help: "Packets per workload. (default: as many as the performance targets are stated for)")
    var packets: Int?

    @Option(help: "Threads for the wall time of nearscope. (default: its own)")
    var threads: Int?

    @Option(help: "How much nearscope looks at: messages or flows.")
    var depth = "messages"

    @Option(help: "What nearscope writes: json or text.")
    var format = "json"

    func validate() throws {
        guard runs > 0 else { throw ValidationError("--runs takes a number above 0.") }
    }

    func run() throws {
        let nearscope = tool ?? Self.sibling("nearscope")
        let folder = FileManager.default.temporaryDirectory.appending(path: "nearscope-benchmark-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        print("                           other        one worker           wall time")
        print("capture            size  processor  processor  ratio    wall    ratio   memory  instructions")
        for input in inputs.isEmpty ? Workload.allCases.map(\.rawValue) : inputs {
            guard let workload = Workload(rawValue: input) else {
                try compare(input, nearscope)
                continue
            }
            for connections in workload == .messages ? Workload.connections : [0] {
                let name = connections > 0 ? "\(input)-\(connections)" : input
                let path = folder.appending(path: name + ".pcap").path
                try LargeCapture.write(
                    workload, packets: packets ?? workload.defaultPackets, connections: connections, to: path)
                try compare(path, nearscope)
                try FileManager.default.removeItem(atPath: path)
            }
        }
    }

    private func compare(_ path: String, _ nearscope: String) throws {
        let arguments = ["analyze", path, "--format", format, "--depth", depth]
        let one = TimedProcess(nearscope, arguments + ["--threads", "1"])
        let all = TimedProcess(nearscope, arguments + (threads.map { ["--threads", "\($0)"] } ?? []))
        let other = Self.yardstick(for: path)
        _ = try (one.run(), other.run())
        var processor: (one: [Double], other: [Double]) = ([], [])
        var wall: (all: [Double], other: [Double]) = ([], [])
        for _ in 0..<runs {
            let yardstick = try other.run()
            processor.other.append(yardstick.processorSeconds)
            wall.other.append(yardstick.seconds)
            processor.one.append(try one.run().processorSeconds)
            wall.all.append(try all.run().seconds)
        }
        let memory = try all.run(watchesMemory: true).peakBytes
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        let own = (processor: Self.median(processor.one), wall: Self.median(wall.all))
        let their = (processor: Self.median(processor.other), wall: Self.median(wall.other))
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        print(
            name.padding(toLength: 15, withPad: " ", startingAt: 0)
                + String(
                    format: "%5d MB  %7.2f s  %7.2f s  %5.2f  %6.2f s  %5.2f  %4d MB  ", size / 1_000_000,
                    their.processor, own.processor, own.processor / their.processor, own.wall, own.wall / their.wall,
                    memory / 1_000_000)
                + (try one.instructions().map { String(format: "%8d M", $0 / 1_000_000) } ?? "not counted here"))
    }

    /// A program that reads the same file and does nothing with it.
    private static func yardstick(for path: String) -> TimedProcess {
        let unpackers = ["gz": "gzip", "zst": "zstd", "lz4": "lz4"]
        if let unpacker = unpackers[URL(fileURLWithPath: path).pathExtension] {
            return TimedProcess(unpacker, ["-dc", path])
        }
        return TimedProcess("tcpdump", ["-r", path, "-w", "/dev/null"])
    }

    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    static func sibling(_ name: String) -> String {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name).path
    }
}
