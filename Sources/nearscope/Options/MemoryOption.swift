import ArgumentParser
import Foundation
import Platform
import TraceAnalysis

/// `--memory`, for all commands that analyze captures.
struct MemoryOption: ParsableArguments {
    @Option(
        name: .customLong("memory"), parsing: .unconditional,
        help: ArgumentHelp(
            "Memory that the analysis may fill: 500MB, 2GiB. What there is no room for is left out, counted and reported. (default: a quarter of the machine's)",
            valueName: "size"),
        transform: ByteCount.option(such: "2GiB"))
    var size: ByteCount?

    func validate() throws {
        if let size, size.bytes < 1 { throw ValidationError("--memory must be 1 byte or more, such as 2GiB.") }
    }

    var budget: MemoryBudget {
        MemoryBudget(
            bytes: size?.bytes
                ?? Self.usual(
                    memory: Int(clamping: ProcessInfo.processInfo.physicalMemory),
                    addressSpace: SystemThreads.addressSpace))
    }

    /// - Parameters:
    ///   - memory: That of the machine.
    ///   - addressSpace: The most that the process may have, the program itself included; nil without a limit.
    static func usual(memory: Int, addressSpace: Int?) -> Int {
        min(memory, addressSpace ?? .max) / 4
    }
}
