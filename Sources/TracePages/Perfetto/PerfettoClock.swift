import TraceModel
import WireCoding

/// The times of a report as those of a trace.
struct PerfettoClock {
    /// The time of the first packet in nanoseconds since 1970. 0 where there is none, and where it is earlier: a trace has no
    /// negative times.
    let origin: Int64

    /// Whether times are those of a real clock.
    var isKnown: Bool { origin > 0 }

    init(_ capture: CaptureSummary) {
        // A report that was read from JSON has only the text.
        origin = max(0, capture.origin ?? capture.firstTime.flatMap(RFC3339.nanoseconds) ?? 0)
    }

    init(_ capture: CorrelationReport.Capture) {
        origin = max(0, capture.firstTime.flatMap(RFC3339.nanoseconds) ?? 0)
    }

    /// Nanoseconds since 1970 of a time in seconds since the first packet.
    func time(_ seconds: Double) -> UInt64 { later(UInt64(origin), by: ReportTime.nanoseconds(seconds)) }

    /// A time that is some nanoseconds after another, or before it; the nearest one there is of those that a trace cannot have.
    func later(_ time: UInt64, by nanoseconds: Int64) -> UInt64 {
        let (sum, overflow) = Int64(clamping: time).addingReportingOverflow(nanoseconds)
        return UInt64(overflow ? .max : max(0, sum))
    }
}
