import ArgumentParser
import TraceModel
import TraceReports

/// `--redact`, for all commands that print reports.
struct RedactOption: ParsableArguments {
    @Flag(
        name: .customLong("redact"),
        help:
            "Replace names, addresses, IDs, texts and paths, equal ones by equal ones, so that the output can be given away."
    )
    var isOn = false

    /// Replaces what the option is about, in all reports of one run alike; nil without it.
    func redactor() throws -> Redactor? { isOn ? try Redactor() : nil }
}

extension Redactor? {
    /// The report as it may be shown.
    func shown(_ report: TraceReport) throws -> TraceReport { try self?.redacted(report) ?? report }
}
