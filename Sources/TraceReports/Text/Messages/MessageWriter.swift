import TraceModel
import WireText

/// Shows messages that are wanted as they come.
public struct MessageWriter {
    private let filter: MessageFilter
    private let limit: Int
    private var rows: RowWriter<TraceMessage>
    /// Messages that were shown.
    public private(set) var count = 0
    /// What is shown of a message that is wanted.
    package var shown: (TraceMessage) throws -> TraceMessage = { $0 }

    /// - Parameters:
    ///   - format: How messages are written.
    ///   - report: Of the capture that the messages are from.
    ///   - filter: Which messages are wanted.
    ///   - limit: No more messages than these are shown.
    ///   - width: Columns of the terminal for text, nil where lines may be as long as they are.
    ///   - style: Whether the text has colors.
    ///   - content: How contents are shown; nil for messages without contents.
    ///   - hasHeader: Whether the names of columns come first, in formats that have any.
    ///   - output: Takes the pieces in order.
    public init(
        _ format: OutputFormat, of report: TraceReport, filter: MessageFilter, limit: Int = .max, width: Int? = nil,
        style: TextStyle = TextStyle(colored: false), content: MessageContent? = nil, hasHeader: Bool = true,
        output: @escaping ([UInt8]) throws -> Void
    ) {
        self.filter = filter
        self.limit = limit
        let lines = MessageLines(report, width: width, style: style)
        rows = RowWriter(
            format, .messages(of: report, lines: lines, content: content), hasHeader: hasHeader, output: output)
    }

    /// Shows a message if it is wanted.
    ///
    /// - Returns: Whether further ones are.
    /// - Throws: Any error from the output or from `shown`.
    public mutating func write(_ message: TraceMessage) throws -> Bool {
        guard count < limit else { return false }
        guard filter.includes(message) else { return true }
        try rows.write(shown(message))
        count += 1
        return count < limit
    }

    /// Writes out the buffered text; to be called at the end, and before anything else is written.
    public mutating func finish() throws { try rows.finish() }
}
