import TraceModel
import WireText

/// Shows messages as they come, in pieces: there may be more than memory has room for.
public struct MessageWriter {
    /// How messages are shown.
    public enum Format: String, CaseIterable, Sendable {
        /// A line for people.
        case text
        /// One JSON object on each line.
        case ndjson
        /// One row for each.
        case csv
    }

    /// Output is handed on in pieces of about this size.
    static let pieceSize = 1 << 16

    private let render: (TraceMessage) throws -> [UInt8]
    private let filter: MessageFilter
    private let limit: Int
    private let output: ([UInt8]) throws -> Void
    private var bytes: [UInt8]
    /// Messages that were shown.
    public private(set) var count = 0

    /// - Parameters:
    ///   - report: Of the capture that the messages are from.
    ///   - limit: No more messages than these are shown.
    ///   - width: Columns of the terminal for text, nil where lines may be as long as they are.
    ///   - hasHeader: Whether the names of columns come first, in formats that have any.
    public init(
        _ format: Format, of report: TraceReport, filter: MessageFilter, limit: Int = .max, width: Int? = nil,
        style: TextStyle = TextStyle(colored: false), hasHeader: Bool = true,
        output: @escaping ([UInt8]) throws -> Void
    ) {
        self.filter = filter
        self.limit = limit
        self.output = output
        switch format {
        case .text:
            let lines = MessageLines(report, width: width, style: style)
            bytes = hasHeader ? Array(lines.header.utf8) : []
            render = { Array(lines.line($0).utf8) }
        case .ndjson:
            bytes = []
            render = { try JSONReport.renderLine($0) }
        case .csv:
            let rows = MessagesCSV(report)
            bytes = hasHeader ? MessagesCSV.header : []
            render = { rows.row($0) }
        }
    }

    /// Shows a message if it is wanted.
    ///
    /// - Returns: Whether further ones are.
    /// - Throws: Any error from the output.
    public mutating func write(_ message: TraceMessage) throws -> Bool {
        guard count < limit else { return false }
        guard filter.includes(message) else { return true }
        bytes += try render(message)
        count += 1
        if bytes.count >= Self.pieceSize { try flush() }
        return count < limit
    }

    /// Writes out the buffered text; to be called at the end, and before anything else is written.
    public mutating func flush() throws {
        // Nothing is written again when that fails.
        defer { bytes.removeAll(keepingCapacity: true) }
        if !bytes.isEmpty { try output(bytes) }
    }
}
