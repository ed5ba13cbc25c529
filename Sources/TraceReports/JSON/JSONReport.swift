import TraceModel
import WireText

/// The report as JSON, by the contract `nearscope.report/1`.
public enum JSONReport {
    /// One object, indented, with a final line feed. The same report gives the same bytes.
    public static func render(_ report: TraceReport) throws -> [UInt8] {
        try ReportEncoder.encode(report, pretty: true)
    }

    /// Another value in the same style: keys in order of declaration, `null` for what is absent.
    public static func render(_ value: some Encodable) throws -> [UInt8] {
        try ReportEncoder.encode(value, pretty: true)
    }

    /// A value as one line, for output with one value a line.
    public static func renderLine(_ value: some Encodable) throws -> [UInt8] {
        try ReportEncoder.encode(value, pretty: false)
    }

    /// Values as a line each, handed on piece by piece: a million of them are never in memory as text.
    ///
    /// - Throws: Any error from `output`.
    public static func writeLines(
        _ values: some Sequence<some Encodable>, to output: @escaping ([UInt8]) throws -> Void
    ) throws {
        try ReportEncoder.encodeLines(values, to: output)
    }

    /// A number with the digits that it has in JSON: the fewest that give it back, no fraction where it is whole.
    public static func digits(_ number: Double) -> String {
        JSONText.digits(number)
    }

    /// The bytes of ``render(_:)-(TraceReport)`` piece by piece, so that the text of a large report is never in memory as a
    /// whole.
    ///
    /// - Parameters:
    ///   - workers: How many sessions and other elements of lists are written at a time; the bytes are always the same.
    ///   - output: Takes the pieces in order.
    /// - Throws: Any error from `output`.
    public static func write(
        _ report: TraceReport, workers: Int = 1, to output: @escaping ([UInt8]) throws -> Void
    ) async throws {
        try await ReportWriter(workers: workers, to: output).write(report)
    }
}
