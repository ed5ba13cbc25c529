import TraceModel

/// The output of `nearscope wireless --format json` for a capture: the report's `wireless`, and the capture that it
/// belongs to, because there may be several documents in a row.
///
/// For a capture without 802.11 frames everything is empty.
public struct WirelessDocument: Encodable, Sendable {
    /// As in the report, with the file's path and the time from which the others count.
    public let capture: CaptureSummary
    private let wireless: WirelessReport?

    public init(_ report: TraceReport) {
        capture = report.capture
        wireless = report.wireless
    }

    private enum CodingKeys: String, CodingKey {
        case capture, awdl, nan, frames, retries, badFCS, protectedFrames, channels, framesWithRadioTime
        case untrackedFrames
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(capture, forKey: .capture)
        try container.encodeIfPresent(wireless?.awdl, forKey: .awdl)
        try container.encodeIfPresent(wireless?.nan, forKey: .nan)
        try container.encode(wireless?.frames ?? NamedCounts(), forKey: .frames)
        try container.encode(wireless?.retries ?? 0, forKey: .retries)
        try container.encode(wireless?.badFCS ?? 0, forKey: .badFCS)
        try container.encode(wireless?.protectedFrames ?? 0, forKey: .protectedFrames)
        try container.encode(wireless?.channels ?? [], forKey: .channels)
        try container.encode(wireless?.framesWithRadioTime ?? 0, forKey: .framesWithRadioTime)
        try container.encode(wireless?.untrackedFrames ?? 0, forKey: .untrackedFrames)
    }
}
