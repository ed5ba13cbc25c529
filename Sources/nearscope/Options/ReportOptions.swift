import ArgumentParser
import Foundation
import PeerMessaging
import ServiceDiscovery
import TraceAnalysis
import TraceModel
import WireText

/// The captures that a command explains, and how they are read: what all views of the report share.
struct ReportOptions: ParsableArguments {
    @OptionGroup var captures: CaptureFiles
    @OptionGroup var reading: AnalysisOptions
    @OptionGroup var page: PageOptions

    var files: [String] { captures.paths }
    var merge: Bool { reading.merge }

    /// Whether there may be several reports, so that each must name its capture.
    var areSeveral: Bool { !merge && (files.count > 1 || files.contains { CaptureInputs.kind($0) == .folder }) }

    /// Reads captures as the options say.
    ///
    /// - Throws: The exit status for a filter, a property list, a description or a key log that cannot be used.
    func analyzer(depth: CaptureSummary.Depth = .messages, verifiesChecksums: Bool = false) throws -> TraceAnalyzer {
        try reading.analyzer(
            depth: depth, verifiesChecksums: verifiesChecksums,
            isLive: files.count == 1 && CaptureInputs.isPipe(files[0]))
    }

    /// The title before the text about a capture: its name, if there are several.
    func title(_ report: TraceReport, hasPrinted: Bool) -> [UInt8] {
        guard areSeveral else { return hasPrinted ? [0x0A] : [] }
        return Array(((hasPrinted ? "\n" : "") + SafeText.escaped(report.capture.path) + "\n\n").utf8)
    }

    var workers: Int { reading.workers }
}

/// How captures are read.
struct AnalysisOptions: ParsableArguments {
    @Flag(help: "Read all files as one capture, in time order.")
    var merge = false

    @Option(
        parsing: .unconditional,
        help: "Number of threads. The output is the same with any number. (default: one per processor)")
    var threads: Int?

    @OptionGroup var filter: FilterOptions

    @Option(
        help: ArgumentHelp(
            "The app's Info.plist. A service type that it does not declare becomes a finding.", valueName: "file"),
        completion: .file())
    var infoPlist: String?

    @Flag(
        help:
            "After an invalid length, look for the next frame. That is a guess, and the session says where it was made."
    )
    var resync = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The largest frame that the receiver of a length-prefixed stream accepts: 16777216, 16MiB. (default: 10MiB)",
            valueName: "bytes"),
        transform: ByteCount.option(such: "16MiB"))
    var maxFrame: ByteCount?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start a new session for a UDP conversation after this much silence: 5, 5s, 1.5min. (default: never)",
            valueName: "seconds"),
        transform: TimeSpan.option(plain: .seconds, such: "5s"))
    var udpIdle: TimeSpan?

    @OptionGroup var protocols: ProtocolOptions

    @OptionGroup var keys: KeyOptions

    @OptionGroup var memory: MemoryOption

    func validate() throws {
        try LimitedOption.checkPositive("--threads", threads)
        if let maxFrame, !(1...Int(UInt32.max) ~= maxFrame.bytes) {
            throw ValidationError("--max-frame must be 1 to \(UInt32.max) bytes, such as 16MiB.")
        }
        try LimitedOption.checkPositive("--udp-idle", udpIdle, such: "5s")
    }

    /// Reads captures as the options say.
    ///
    /// - Parameter isLive: Whether packets arrive meanwhile, so that key logs may grow.
    /// - Throws: The exit status for a filter, a property list, a description or a key log that cannot be used.
    func analyzer(
        depth: CaptureSummary.Depth = .messages, verifiesChecksums: Bool = false, isLive: Bool = false
    ) throws -> TraceAnalyzer {
        var analyzer = TraceAnalyzer(
            workers: workers, depth: depth, filter: try filter.compiled(), verifiesChecksums: verifiesChecksums,
            resynchronizes: resync,
            maximumFrameLength: maxFrame?.bytes ?? LengthPrefixedFrameDecoder.defaultMaximumLength,
            datagramIdleLimit: udpIdle?.nanoseconds,
            declarations: try infoPlist.map(PropertyListFile.declarations))
        analyzer.memory = memory.budget
        analyzer.applications = try protocols.applications()
        guard isLive else {
            analyzer.secrets = try keys.secrets()
            return analyzer
        }
        let (secrets, follower) = try keys.growing()
        analyzer.secrets = secrets
        if let follower { analyzer.secretsUpdate = { follower.update(&$0, isLast: $1) } }
        return analyzer
    }

    var workers: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

    /// The options that change what a report says, as they were given.
    var words: [String] {
        var words = merge ? ["--merge"] : []
        if let expression = filter.expression { words += ["--filter", expression] }
        if let infoPlist { words += ["--info-plist", infoPlist] }
        if resync { words.append("--resync") }
        if let maxFrame { words += ["--max-frame", String(maxFrame.bytes)] }
        if let udpIdle { words += ["--udp-idle", "\(udpIdle.nanoseconds)ns"] }
        words += protocols.words + keys.words
        return words
    }
}
