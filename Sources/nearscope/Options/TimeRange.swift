import ArgumentParser
import PacketCapture
import TraceAnalysis
import WireCoding
import WireText

/// `--from` and `--to`: a part of a capture.
struct TimeRange: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only from this time on: after the first packet, with --filter the first that passes (12.5, 1.5min), or of the clock (2025-11-06T08:49:37Z, 08:49:37 in UTC).",
            valueName: "time"),
        transform: CaptureTime.option)
    var from: CaptureTime?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Only up to this time.", valueName: "time"),
        transform: CaptureTime.option)
    var to: CaptureTime?

    func validate() throws {
        if let from, let to, from.isAfter(to) { throw ValidationError("--from is after --to.") }
    }

    /// The options that are used.
    var names: [String] { (from == nil ? [] : ["--from"]) + (to == nil ? [] : ["--to"]) }

    /// The times in nanoseconds since 1970, all that there are where neither option is used.
    ///
    /// - Parameter start: The time of the first packet.
    func times(inCaptureFrom start: Int64) -> ClosedRange<Int64>? {
        let lower = from?.time(inCaptureFrom: start).absolute(start) ?? .min
        let upper = to?.time(inCaptureFrom: start).absolute(start) ?? .max
        return lower <= upper ? lower...upper : nil
    }

    /// The same in seconds after the first packet, as reports have times; nil where neither option is used.
    func seconds(inCaptureFrom start: Int64) -> ClosedRange<Double>? {
        guard !names.isEmpty else { return nil }
        // No time at all is a range before the first packet.
        guard let times = times(inCaptureFrom: start) else { return -1...(-1) }
        let seconds = { (time: Int64) in
            let (difference, overflow) = time.subtractingReportingOverflow(start)
            return overflow ? (time < start ? -Double.infinity : .infinity) : Double(difference) / 1e9
        }
        return seconds(times.lowerBound)...seconds(times.upperBound)
    }

    /// The end of a sentence that finds nothing in that range: when captures begin and end. Reads them; empty where the range is
    /// not used, and for captures without times.
    func hint(about captures: [CaptureOverview]) -> String {
        guard !names.isEmpty else { return "" }
        var (first, last) = (Int64.max, Int64.min)
        let merge = CaptureMerge(captures)
        while merge.next({ record, _, _ in
            if record.isTimed { (first, last) = (min(first, record.time), max(last, record.time)) }
        }) {}
        guard first <= last else { return "" }
        return "; the packets are from \(RFC3339.text(first)) to \(RFC3339.text(last)), "
            + "0 to \(Quantity.duration(Double(last - first) / 1e9)) after the first one"
    }
}
