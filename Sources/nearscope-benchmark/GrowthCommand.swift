import ArgumentParser
import Foundation

struct GrowthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth",
        abstract: "Measures whether time and memory grow as the input does, or faster.",
        discussion: """
            nearscope reads a quarter, a half and the whole of an input on one thread. Beside the processor time and \
            the largest resident size, without those of the program alone, stand the exponents of their growth: 1 is as \
            the input, 2 its square. Of the time the least of all runs counts, since others share the processor.

            INPUTS
              workloads  \(Workload.allCases.map(\.rawValue).joined(separator: " "))
              attacks    \(Attack.allCases.map(\.rawValue).joined(separator: " "))

            EXAMPLES
              .build/release/nearscope-benchmark growth
              .build/release/nearscope-benchmark growth messages --size 600000
              .build/release/nearscope-benchmark growth attacks --check

            EXIT STATUS
              0 measured   1 with --check: an exponent is above 1.1   64 usage
            """)

    @Argument(help: "An input, or attacks for all of them.")
    var input = "flood"

    @Option(help: "The nearscope to measure. (default: the one beside this program)")
    var tool: String?

    @Option(
        name: [.customLong("size"), .customLong("packets")],
        help: "Packets or elements of the whole. (default: as many as take a second or more)")
    var size: Int?

    @Option(help: "Times each input is read.")
    var runs = 3

    @Option(help: "How much nearscope looks at in a workload: messages or flows.")
    var depth = "messages"

    @Flag(help: "End with status 1 if an exponent is above 1.1.")
    var check = false

    /// Noise of some percent at either end of a factor of four is less.
    private static let largestExponent = 1.1
    /// Less than this is not measured: 20 ms, and what the allocator takes in one piece.
    private static let least = (seconds: 0.02, bytes: 4_000_000.0)

    func validate() throws {
        guard runs > 0 else { throw ValidationError("--runs takes a number above 0.") }
        guard (size ?? 4) >= 4 else { throw ValidationError("--size takes a number of at least 4.") }
        guard input == "attacks" || Workload(rawValue: input) != nil || Attack(rawValue: input) != nil else {
            throw ValidationError("There is no input “\(input)”.")
        }
    }

    func run() throws {
        let nearscope = tool ?? CompareCommand.sibling("nearscope")
        let folder = FileManager.default.temporaryDirectory.appending(path: "nearscope-benchmark-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let alone = try best(TimedProcess(nearscope, ["txt", "check", "a=1"]))
        print("input            size  processor    memory  exponents")
        var areAllSmall = true
        for name in input == "attacks" ? Attack.allCases.map(\.rawValue) : [input] {
            let isSmall = try measure(name, nearscope, alone, folder)
            areAllSmall = areAllSmall && isSmall
        }
        if check, !areAllSmall { throw ExitCode(1) }
    }

    /// - Parameter alone: What the program takes without an input.
    /// - Returns: Whether both exponents are small.
    private func measure(
        _ name: String, _ nearscope: String, _ alone: (seconds: Double, bytes: Int), _ folder: URL
    ) throws -> Bool {
        let whole = size ?? Attack(rawValue: name)?.largest ?? Workload(rawValue: name)?.defaultPackets ?? 4
        var (time, memory) = (GrowthExponent(), GrowthExponent())
        for count in [whole / 4, whole / 2, whole] {
            let arguments = try self.arguments(name, count, folder)
            let result = try best(TimedProcess(nearscope, arguments, accepts: [0, 1]))
            let (seconds, bytes) = (result.seconds - alone.seconds, Double(result.bytes - alone.bytes))
            time.add(size: count, cost: seconds, least: Self.least.seconds)
            memory.add(size: count, cost: bytes, least: Self.least.bytes)
            print(
                name.padding(toLength: 11, withPad: " ", startingAt: 0)
                    + String(format: "%10d  %7.2f s  %5.0f MB", count, max(0, seconds), max(0, bytes) / 1e6))
        }
        let exponents = [time.value ?? 0, memory.value ?? 0]
        let isSmall = exponents.allSatisfy { $0 <= Self.largestExponent }
        print(
            name.padding(toLength: 42, withPad: " ", startingAt: 0)
                + String(format: "time %.2f  memory %.2f", exponents[0], exponents[1])
                + (isSmall ? "" : "  more than \(Self.largestExponent)"))
        return isSmall
    }

    private func arguments(_ name: String, _ count: Int, _ folder: URL) throws -> [String] {
        if let attack = Attack(rawValue: name) { return try attack.arguments(count, in: folder) }
        guard let workload = Workload(rawValue: name) else { return [] }
        let path = folder.appending(path: "\(name)-\(count).pcap").path
        try LargeCapture.write(workload, packets: count, to: path)
        return ["analyze", path, "--format", "json", "--threads", "1", "--depth", depth]
    }

    /// The least time and the largest size of all runs.
    private func best(_ process: TimedProcess) throws -> (seconds: Double, bytes: Int) {
        let results = try (0..<runs).map { _ in try process.run(watchesMemory: true) }
        return (results.map(\.processorSeconds).min() ?? 0, results.map(\.peakBytes).max() ?? 0)
    }
}
