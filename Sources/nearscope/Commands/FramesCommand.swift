import ArgumentParser
import Foundation
import PacketCapture
import TraceAnalysis
import TraceReports
import WireText

struct FramesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames",
        abstract: "Shows the frames of a capture with their layers, offsets and fields.",
        discussion: """
            With --tree, each field is on a line, with its unit or the name of its value, below the session and the \
            messages that the frame belongs to. That is what a terminal gets for up to \(treeFrames) frames that --frame names; everything \
            else is one line for each frame.

            With --merge, several files or a directory of files are read as one, in time order. Frame numbers then \
            count over all of them.

            A tree reads its files more than once. From a pipe it leaves out sessions and messages.

            EXAMPLES
              nearscope frames trace.pcap
              nearscope frames trace.pcap --frame 7-12,30
              nearscope frames trace.pcap --frame 7 --tree | less
              nearscope frames trace.pcap --filter 'udp port 5353'
              nearscope frames trace.pcap --format ndjson | jq 'select(.malformed)'
            """ + ExitStatus.help([64: "usage, or there is no such frame"], others: ExitStatus.ofCaptures))

    enum Kind: OutputKind {
        static let row: String? = "frame"
        static let document: String? = "an array of all frames"
    }

    @OptionGroup var captures: CaptureFiles

    @Flag(help: "Read all files as one capture, in time order.")
    var merge = false

    @OptionGroup var output: FormatOption<Kind>

    @Option(
        name: [.customLong("frame"), .customLong("frames")],
        help: ArgumentHelp("Only these frames: 7, 7-12, 7-, or several with commas.", valueName: "frames"),
        transform: FrameSelection.option)
    var selection: [FrameSelection] = []

    @OptionGroup var filter: FilterOptions

    @OptionGroup var range: TimeRange

    @OptionGroup var protocols: ProtocolOptions

    @OptionGroup var keys: KeyOptions

    @OptionGroup var memory: MemoryOption

    @Flag(help: "Show each frame as a tree of its layers and fields.")
    var tree = false

    @Flag(help: "Show each frame on one line, on a terminal folded to its width.")
    var oneLine = false

    @OptionGroup var page: PageOptions

    /// On a terminal, so many frames are shown as trees.
    private static let treeFrames = 16

    private var files: [String] { captures.paths }

    func validate() throws {
        if !merge, files.count > 1 { throw ValidationError("frames takes several files only with --merge.") }
        if tree, oneLine { throw ValidationError("--tree and --one-line exclude each other.") }
        if tree || oneLine, output.format != .text {
            throw ValidationError("--tree and --one-line are for text; leave out --format.")
        }
    }

    func run() async throws {
        if !merge, CaptureInputs.kind(files[0]) == .folder {
            throw ExitStatus.wrongUsage("frames takes a directory only with --merge")
        }
        let filter = try filter.compiled()
        var analyzer = TraceAnalyzer(workers: ProcessInfo.processInfo.activeProcessorCount)
        analyzer.memory = memory.budget
        analyzer.applications = try protocols.applications()
        analyzer.secrets = try keys.secrets()
        ReadingProgress.start(files, passes: showsTrees ? 4 : 1)
        defer { ReadingProgress.stop() }
        var merged = try merge ? CaptureInputs.overviews(files, for: "--merge opens each file before it reads") : nil
        if showsTrees, merged == nil, CaptureInputs.kind(files[0]) == .file {
            // Every reading is of the file that is known from here on, or an error.
            merged = try CaptureInputs.overviews(files, for: "a tree takes several readings")
        }
        let table = try await table(merged?.captures, analyzer)
        let printer = FramePrinter(
            format: output.format, table: table, selection: selection, range: range, filter: filter)
        if let (captures, worst) = merged {
            try showMerged(printer, captures, worst)
        } else {
            let file = files[0]
            try CaptureInput.reporting(file) { try show(CaptureInputs.open(file).makeReader(), printer) }
        }
    }

    private var showsTrees: Bool {
        guard output.format == .text, !oneLine else { return false }
        guard !tree else { return true }
        let count = selection.reduce(0) { $0 + $1.count(upTo: Self.treeFrames + 1) }
        return StandardOutput().isTerminal && !selection.isEmpty && count <= Self.treeFrames
    }

    /// How frames are shown.
    ///
    /// - Parameters:
    ///   - merged: The captures that are read as one, nil for a single file.
    ///   - analyzer: Finds out what the frames belong to.
    private func table(
        _ merged: [CaptureOverview]?, _ analyzer: TraceAnalyzer
    ) async throws -> RowTable<FrameView> {
        let path = files.count == 1 ? files[0] : files.joined(separator: ",")
        guard showsTrees else { return .frames(of: path, width: page.width.wanted()) }
        let words = try await contexts(merged, analyzer).map(FrameContextWords.init)
        let tree = FrameTree(width: page.width.columns, style: page.style)
        return .frames(of: path) { frame in tree.text(frame, context: words?.sentences(about: frame.frame) ?? []) + "\n"
        }
    }

    /// The sessions of the frames, nil if they cannot be known.
    private func contexts(
        _ merged: [CaptureOverview]?, _ analyzer: TraceAnalyzer
    ) async throws -> FrameContexts? {
        if let stream = files.first(where: { CaptureInputs.kind($0) == .stream }) {
            let name = stream == "-" ? "standard input" : stream
            StandardError.write(
                "nearscope: sessions and messages are left out, because \(name) cannot be read twice; save it to a file first"
            )
            return nil
        }
        // A file that cannot be read is reported when its frames are wanted.
        guard let captures = merged ?? (try? [CaptureOverview(path: files[0])]) else { return nil }
        let ranges = selection.isEmpty ? [1...Int.max] : selection.flatMap(\.ranges)
        return try await CaptureInput.reporting(files[0]) { try await analyzer.contexts(of: ranges, in: captures) }
    }

    private func show(_ reader: consuming CaptureReader, _ printer: FramePrinter) throws {
        var printer = printer
        // Frames before damage are shown before the damage is reported.
        defer { try? printer.rows.finish() }
        while let record = try reader.next() {
            guard try printer.show(record, reader) else { break }
        }
        try printer.finish()
    }

    private func showMerged(_ printer: FramePrinter, _ captures: [CaptureOverview], _ worst: ExitCode) throws {
        var printer = printer
        let merge = CaptureMerge(captures)
        try CaptureInput.reporting("\(captures.count) files") {
            defer { try? printer.rows.finish() }
            var goesOn = true
            while goesOn,
                try merge.next(
                    { packet, reader in goesOn = try printer.show(packet.record, reader) }, atEnd: { _, _ in })
            {}
            try printer.finish()
        }
        try CaptureInputs.finish(
            merge.failures.map { (merge.files[$0.file].path, $0.error) }, worst: worst)
    }
}

/// Shows those frames of a capture that are wanted, as they come.
private struct FramePrinter {
    private let selection: [FrameSelection]
    private let last: Int
    private let range: TimeRange
    /// The times that are wanted, by the first packet's; nil where there is no such time.
    private var times: ClosedRange<Int64>?
    private var matcher: CaptureFilter.Matcher?
    private var origin: Int64?
    /// Of the last packet that had a time, relative to the first one.
    private var elapsed: Int64 = 0
    /// The number of the last frame that was read.
    private var frames = 0
    private var shown = 0
    var rows: RowWriter<FrameView>

    init(
        format: OutputFormat, table: RowTable<FrameView>, selection: [FrameSelection], range: TimeRange,
        filter: CaptureFilter?
    ) {
        let output = StandardOutput()
        rows = RowWriter(format, table) { try output.write($0) }
        self.selection = selection
        self.range = range
        last = selection.map(\.last).max() ?? Int.max
        matcher = filter?.makeMatcher()
    }

    /// - Returns: False after the last wanted frame.
    ///
    /// - Parameter reader: Stands at the packet.
    mutating func show(_ record: PacketRecord, _ reader: borrowing CaptureReader) throws -> Bool {
        guard record.frame <= last else { return false }
        frames = record.frame
        if matcher != nil,
            try matcher?.matches(
                reader.bytes, originalLength: record.originalLength, linkType: reader.linkType) == false
        {
            return true
        }
        if record.isTimed {
            if origin == nil { times = range.times(inCaptureFrom: record.time) }
            elapsed = record.time &- (origin ?? record.time)
            origin = origin ?? record.time
        }
        if !range.names.isEmpty, times?.contains((origin ?? 0) &+ elapsed) != true { return true }
        guard selection.isEmpty || selection.contains(where: { $0.contains(record.frame) }) else { return true }
        let view = FrameView(
            record, bytes: reader.bytes, linkType: reader.linkType,
            annotations: reader.hasPacketOptions ? reader.packetAnnotations : nil, elapsed: elapsed)
        try rows.write(view)
        shown += 1
        return true
    }

    /// Writes out what is there, at the end of the capture or of what is wanted of it.
    ///
    /// - Throws: The exit status for wrong usage where none of the wanted frames is there.
    mutating func finish() throws {
        try rows.finish()
        guard shown == 0 else { return }
        let first = selection.map(\.first).min() ?? 1
        if !selection.isEmpty, first > frames {
            let known =
                frames == 0 ? "the capture has no frames" : "the capture has \(Quantity.count(frames, "frame"))"
            throw ExitStatus.wrongUsage("there is no frame \(first); \(known)")
        }
        let options = (matcher == nil ? [] : ["--filter"]) + range.names
        if !options.isEmpty { StandardError.write("nearscope: no frame matches \(options.joined(separator: ", "))") }
    }
}
