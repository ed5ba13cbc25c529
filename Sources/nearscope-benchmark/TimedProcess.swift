import ArgumentParser
import Foundation
import Platform

/// A program that is run for its time and memory; what it prints is thrown away.
struct TimedProcess {
    private let arguments: [String]
    private let input: String
    private let accepted: Set<Int32>

    /// - Parameters:
    ///   - input: A file that the program gets through a pipe as its standard input.
    ///   - accepted: The statuses that it may end with.
    init(_ program: String, _ arguments: [String], input: String = "/dev/null", accepts accepted: Set<Int32> = [0]) {
        self.arguments = [program] + arguments
        self.input = input
        self.accepted = accepted
    }

    struct Result {
        var seconds: Double
        /// The program's use of all processors, for itself and in the system.
        var processorSeconds: Double
        /// The largest resident size; 0 where it was not watched.
        var peakBytes: Int
    }

    /// - Parameter watchesMemory: Asks for the size again and again, which takes some time from the program; done in any
    ///   case when the input comes through a pipe.
    func run(watchesMemory: Bool = false) throws -> Result {
        let isPiped = input != "/dev/null"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        var feeder: Process?
        if isPiped {
            let pipe = Pipe()
            process.standardInput = pipe
            let cat = Process()
            cat.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            cat.arguments = ["cat", input]
            cat.standardOutput = pipe
            feeder = cat
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        let clock = ContinuousClock()
        let used = Self.processorSecondsOfChildren()
        let start = clock.now
        try process.run()
        try feeder?.run()
        let memory = isPiped || watchesMemory ? peakMemory(of: process) : 0
        process.waitUntilExit()
        let elapsed = start.duration(to: clock.now).components
        guard accepted.contains(process.terminationStatus) else {
            throw ValidationError(
                "\(arguments.prefix(8).joined(separator: " ")) ended with status \(process.terminationStatus).")
        }
        return Result(
            seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18,
            processorSeconds: Self.processorSecondsOfChildren() - used, peakBytes: memory)
    }

    /// The instructions that the program takes, without the system's; nil where the machine does not count them, or perf is missing.
    func instructions() throws -> Int? {
        let perf = Process()
        let output = Pipe()
        perf.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        perf.arguments = ["perf", "stat", "-x", ",", "-e", "instructions:u", "--"] + arguments
        (perf.standardInput, perf.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        perf.standardError = output
        try perf.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        perf.waitUntilExit()
        // Each line begins with its count, or with words where nothing was counted.
        return text.split(separator: "\n").lazy.compactMap { $0.split(separator: ",").first.flatMap { Int($0) } }.first
    }

    /// The total of all programs that were run from here and have ended.
    private static func processorSecondsOfChildren() -> Double {
        var usage = rusage()
        // The call writes into the value that it is given, and keeps nothing of it.
        _ = unsafe getrusage(childrenUsage, &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    /// RUSAGE_CHILDREN, which has not the type of the parameter on all systems.
    private static let childrenUsage: Int32 = -1

    /// Watches the process until it ends; only Linux reports this, in /proc.
    private func peakMemory(of process: Process) -> Int {
        var peak = 0
        while process.isRunning {
            let path = "/proc/\(process.processIdentifier)/status"
            if let status = try? String(contentsOfFile: path, encoding: .utf8),
                let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
                let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
            {
                peak = max(peak, kilobytes * 1024)
            }
            usleep(2000)
        }
        return peak
    }
}
