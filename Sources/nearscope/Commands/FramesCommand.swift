import ArgumentParser
import PacketCapture
import TraceReports
import WireText

struct FramesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames",
        abstract: "Shows the frames of a capture with their layers, offsets and fields.",
        discussion: """
            With --merge, several files or a directory of files are read as one, in time order. Frame numbers then \
            count over all of them.

            EXAMPLES
              nearscope frames trace.pcap
              nearscope frames trace.pcap --frame 7-12,30
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

    @OptionGroup var width: WidthOption

    private var files: [String] { captures.paths }

    func validate() throws {
        if !merge, files.count > 1 { throw ValidationError("frames takes several files only with --merge.") }
    }

    func run() async throws {
        if !merge, CaptureInputs.kind(files[0]) == .folder {
            throw ExitStatus.wrongUsage("frames takes a directory only with --merge")
        }
        let printer = FramePrinter(
            format: output.format, width: width.wanted(), selection: selection, filter: try filter.compiled())
        ReadingProgress.start(files)
        defer { ReadingProgress.stop() }
        if merge {
            try showMerged(printer)
        } else {
            let file = files[0]
            try CaptureInput.reporting(file) { try show(CaptureInputs.open(file).makeReader(), printer) }
        }
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

    private func showMerged(_ printer: FramePrinter) throws {
        var printer = printer
        let (captures, worst) = try CaptureInputs.overviews(
            files, for: "--merge opens each file before it reads")
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
    private var matcher: CaptureFilter.Matcher?
    private var origin: Int64?
    /// Of the last packet that had a time, relative to the first one.
    private var elapsed: Int64 = 0
    /// The number of the last frame that was read.
    private var frames = 0
    private var shown = 0
    var rows: RowWriter<FrameView>

    init(format: OutputFormat, width: Int?, selection: [FrameSelection], filter: CaptureFilter?) {
        let output = StandardOutput()
        rows = RowWriter(format, .frames(width: width)) { try output.write($0) }
        self.selection = selection
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
            elapsed = record.time &- (origin ?? record.time)
            origin = origin ?? record.time
        }
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
        if matcher != nil { StandardError.write("nearscope: no frame matches the filter") }
    }
}
