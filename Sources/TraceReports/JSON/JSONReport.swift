import TraceAnalysis
import TraceModel
import WireCoding

/// The report as JSON, by the contract `nearscope.report/1`, and other values in the same style: keys in order of
/// declaration, `null` for what is absent.
public enum JSONReport {
    /// One document with a final line feed. The same value gives the same bytes.
    ///
    /// - Parameters:
    ///   - value: Any value; its keys keep the order in which it encodes them.
    ///   - pretty: Whether it is indented, or on one line.
    public static func render(_ value: some Encodable, pretty: Bool = true) throws -> [UInt8] {
        let output = ReportOutput(JSONText(pretty: pretty))
        try output.write(value)
        output.text.endLine()
        return output.text.bytes
    }

    /// Output is handed on in pieces of about this size.
    static let pieceSize = 1 << 16

    /// The bytes of ``render(_:pretty:)`` piece by piece, so that the text of a large report is never in memory as a whole.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - pretty: Whether it is indented, or on one line.
    ///   - workers: How many sessions and other elements of lists are written at a time; the bytes are always the same.
    ///   - output: Takes the pieces in order.
    /// - Throws: Any error from `output`; `CancellationError` if the task was canceled.
    public static func write(
        _ report: TraceReport, pretty: Bool = true, workers: Int = 1, to output: @escaping ([UInt8]) throws -> Void
    ) async throws {
        let outline = ReportOutput(JSONText(pretty: pretty), leavesOutLists: true)
        try outline.write(report)
        outline.text.endLine()
        var piece: [UInt8] = []
        var position = 0
        for list in outline.lists {
            piece += outline.text.bytes[position..<list.position]
            position = list.position
            // A session takes five to ten kilobytes, and equal ones of a slice are written once.
            let length = min(max(list.count / 64, 16), 128)
            var isFirst = true
            try await OrderedSlices(of: list.count, length: length, workers: workers).forEach { range in
                let part = ReportOutput(list.start)
                try list.write(range, part)
                return part.text.bytes
            } take: { elements in
                if !isFirst { piece.append(UInt8(ascii: ",")) }
                isFirst = false
                piece += elements
                guard piece.count >= pieceSize else { return }
                try output(piece)
                piece.removeAll(keepingCapacity: true)
            }
            try Task.checkCancellation()
        }
        try output(piece + outline.text.bytes[position...])
    }
}
