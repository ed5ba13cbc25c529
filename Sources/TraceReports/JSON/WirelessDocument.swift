import TraceModel

/// The output of `nearscope wireless --format json` for a capture: the report's `wireless`, and the capture that it
/// belongs to, because there may be several documents in a row.
///
/// For a capture without 802.11 frames everything is empty.
public struct WirelessDocument: Encodable, Sendable {
    /// As in the report, with the file's path and the time from which the others count.
    public let capture: CaptureSummary
    private let wireless: WirelessReport?

    /// Takes the wireless part of a report, which is nil for a capture without 802.11 frames.
    public init(_ report: TraceReport) {
        capture = report.capture
        wireless = report.wireless
    }

    private enum CodingKeys: CodingKey { case capture }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(capture, forKey: .capture)
        try (wireless ?? WirelessReport()).encode(to: encoder)
    }
}
