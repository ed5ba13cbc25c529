import TraceAnalysis

/// The report as JSON, by the contract `nearscope.report/1`.
public enum JSONReport {
    /// One object, indented, with a final line feed. The same report gives the same bytes.
    public static func render(_ report: TraceReport) throws -> [UInt8] {
        try ReportEncoder.encode(report, pretty: true)
    }
}
