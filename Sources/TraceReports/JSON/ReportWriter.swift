import TraceAnalysis
import TraceModel
import WireText

/// Writes a report as JSON, piece by piece: the same bytes as ``ReportEncoder`` gives, the elements of its lists by several
/// workers.
struct ReportWriter {
    private let output: ReportOutput
    private let sink: ([UInt8]) throws -> Void
    private let workers: Int

    /// The number of elements that a worker writes at a time: a session takes five to ten kilobytes, and equal ones of
    /// a slice are written once.
    private static func sliceLength(_ elements: Int) -> Int { min(max(elements / 64, 16), 128) }

    /// - Parameters:
    ///   - workers: How many elements are written at a time.
    ///   - sink: Takes the pieces.
    init(workers: Int, to sink: @escaping ([UInt8]) throws -> Void) {
        output = ReportOutput(JSONText(pretty: true), sink)
        self.sink = sink
        self.workers = workers
    }

    /// Writes the whole document.
    ///
    /// - Throws: Any error from the sink.
    func write(_ report: TraceReport) async throws {
        output.text.beginObject()
        try write("schema", report.schema)
        try write("generator", report.generator)
        try write("capture", report.capture)
        try await write("peers", list: report.peers)
        try await write("services", list: report.services)
        try await write("hosts", list: report.hosts)
        try await write("queries", list: report.queries)
        try await write("sessions", list: report.sessions)
        try await write("meshes", list: report.meshes)
        try await write("relayedMessages", list: report.relayedMessages)
        output.text.key("wireless")
        if let wireless = report.wireless { try output.write(wireless) } else { output.text.null() }
        try await write("findings", list: report.findings)
        output.text.endObject()
        output.text.endLine()
        try sink(output.text.bytes)
    }

    private func write(_ key: String, _ value: some Encodable) throws {
        output.text.key(key)
        try output.write(value)
    }

    private func write<Element: Encodable & Sendable>(_ key: String, list: [Element]) async throws {
        output.text.key(key)
        output.text.beginArray()
        var start = output.text
        start.removeAll()
        let empty = start
        let slices = OrderedSlices(of: list.count, length: Self.sliceLength(list.count), workers: workers)
        try await slices.forEach { range in
            let part = ReportOutput(empty)
            for element in list[range] { try part.write(element) }
            return part.text.bytes
        } take: {
            try output.append(elements: $0)
        }
        output.text.endArray()
    }
}
