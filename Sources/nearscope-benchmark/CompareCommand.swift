import ArgumentParser
import Foundation

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Times nearscope and tcpdump on the same file in turn and prints the ratio.",
        discussion: """
            tcpdump -r FILE -w /dev/null reads every packet and writes it nowhere: about the least that a program can do
            with a capture. A compressed file is compared with the program that unpacks it: gzip, zstd or lz4 -dc. Ratios
            of medians are printed, because seconds depend on the machine and on the day.
            """)

    @Argument(help: "Captures to read; without any, the workloads are written to a temporary folder.")
    var files: [String] = []

    @Option(help: "The nearscope to measure. (default: the one beside this program)")
    var tool: String?

    @Option(help: "Times each program runs on each file, after one run that warms the cache.")
    var runs = 5

    @Option(help: "Packets per workload. (default: as many as the performance targets are stated for)")
    var packets: Int?

    @Option(help: "Threads for nearscope. (default: its own)")
    var threads: Int?

    @Option(help: "How much nearscope looks at: messages or flows.")
    var depth = "messages"

    func validate() throws {
        guard runs > 0 else { throw ValidationError("--runs takes a number above 0.") }
    }

    func run() throws {
        let nearscope = tool ?? Self.sibling("nearscope")
        var generated: URL?
        var captures = files
        if captures.isEmpty {
            let folder = FileManager.default.temporaryDirectory.appending(path: "nearscope-benchmark-\(getpid())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            generated = folder
            for workload in Workload.allCases {
                let path = folder.appending(path: workload.rawValue + ".pcap").path
                try LargeCapture.write(workload, packets: packets ?? workload.defaultPackets, to: path)
                captures.append(path)
            }
        }
        defer { if let generated { try? FileManager.default.removeItem(at: generated) } }
        print("capture        size      other     nearscope  ratio   memory (from a pipe)")
        for path in captures { try compare(path, nearscope) }
    }

    private func compare(_ path: String, _ nearscope: String) throws {
        let options = ["--depth", depth] + (threads.map { ["--threads", "\($0)"] } ?? [])
        let ours = TimedProcess(nearscope, ["analyze", path, "--format", "json"] + options)
        let theirs = Self.yardstick(for: path)
        _ = try (ours.run(), theirs.run())
        var times: (ours: [Double], theirs: [Double]) = ([], [])
        for _ in 0..<runs {
            times.theirs.append(try theirs.run().seconds)
            times.ours.append(try ours.run().seconds)
        }
        let piped = try TimedProcess(nearscope, ["analyze", "-", "--format", "json"] + options, input: path).run()
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        let (own, other) = (Self.median(times.ours), Self.median(times.theirs))
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        print(
            name.padding(toLength: 15, withPad: " ", startingAt: 0)
                + String(
                    format: "%5d MB  %6.2f s  %7.2f s  %5.2f  %4d MB", size / 1_000_000, other, own, own / other,
                    piped.peakBytes / 1_000_000))
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
