import ArgumentParser
import PacketCapture
import TraceReports

struct FramesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames",
        abstract: "Shows the frames of a capture with their layers, offsets and fields.",
        discussion: """
            EXAMPLES
              nearscope frames trace.pcap
              nearscope frames trace.pcap --frame 7-12,30
              nearscope frames trace.pcap --filter 'udp port 5353'
              nearscope frames trace.pcap --format ndjson | jq 'select(.malformed)'
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case text, ndjson }

    /// Output is handed on in pieces of about this size.
    private static let pieceSize = 1 << 16

    @Argument(help: "The capture file, or - for standard input.", completion: .file())
    var file: String

    @Option(help: "text: one line a frame; ndjson: one JSON object a frame.")
    var format = Format.text

    @Option(
        name: [.customLong("frame"), .customLong("frames")],
        help: ArgumentHelp("Only these frames: 7, 7-12, 7-, or several with commas.", valueName: "frames"))
    var selection: [FrameSelection] = []

    @OptionGroup var filter: FilterOptions

    func run() async throws {
        let output = StandardOutput()
        let matcher = try filter.compiled()?.makeMatcher()
        try await CaptureInput.reporting(file) {
            try show(CaptureFile.open(path: file).makeReader(), matcher, output)
        }
    }

    private func show(
        _ reader: consuming CaptureReader, _ filter: CaptureFilter.Matcher?, _ output: StandardOutput
    ) throws {
        var matcher = filter
        let last = selection.map(\.last).max() ?? Int.max
        var origin: Int64?
        var bytes: [UInt8] = []
        func flush() throws {
            // Nothing is written again when that fails.
            defer { bytes.removeAll(keepingCapacity: true) }
            if !bytes.isEmpty { try output.write(bytes) }
        }
        // What came before damage is shown before the damage is told.
        defer { try? flush() }
        while let record = try reader.next() {
            guard record.frame <= last else { break }
            if matcher != nil,
                try matcher?.matches(
                    reader.bytes, originalLength: record.originalLength, linkType: reader.linkType) == false
            {
                continue
            }
            let start = origin ?? record.time
            origin = start
            guard selection.isEmpty || selection.contains(where: { $0.contains(record.frame) }) else { continue }
            let view = FrameView(record, bytes: reader.bytes, linkType: reader.linkType, since: start)
            bytes += format == .ndjson ? view.json : Array(view.line.utf8)
            if bytes.count >= Self.pieceSize { try flush() }
        }
        try flush()
    }
}
