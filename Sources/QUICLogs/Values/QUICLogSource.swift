/// How a log was written. The default is what ``QUICLogWriter`` writes.
public struct QUICLogSource: Hashable, Sendable {
    /// The form of the file.
    @nonexhaustive
    public enum Format: String, Hashable, Sendable {
        /// One object with all traces.
        case json = "JSON"
        /// Records that begin with 0x1E (RFC 7464), the first with the header.
        case jsonSequence = "JSON-SEQ"
        /// Such records without 0x1E, one a line.
        case jsonLines = "NDJSON"
    }

    /// `0.3`, `draft-01`; of later files the URN of their schema.
    public var version: String
    /// One object, or a record for each event.
    public var format: Format
    /// How the times of events count.
    public var timeFormat: QUICLogTimeFormat
    /// The unit of the times of events.
    public var timeUnit: QUICLogTimeUnit
    /// The names of the columns where events are arrays, as drafts up to 01 had them; else empty.
    public var eventFields: [String]

    /// A way of writing; the default is qlog 0.3 with relative times in milliseconds.
    public init(
        version: String = "0.3", format: Format = .jsonSequence, timeFormat: QUICLogTimeFormat = .relative,
        timeUnit: QUICLogTimeUnit = .milliseconds, eventFields: [String] = []
    ) {
        self.version = version
        self.format = format
        self.timeFormat = timeFormat
        self.timeUnit = timeUnit
        self.eventFields = eventFields
    }

    /// The columns of Apple's `SwiftNetwork`, which no other writer is known to spell in this way.
    static let swiftNetworkFields = ["time", "CATEGORY", "EVENT_TYPE", "DATA"]

    /// The scale that makes the times of this writer right: as declared, unless the writer is known for a wrong unit.
    ///
    /// Apple's `SwiftNetwork` (the QUIC of swift-network-evolution and swift-nio-quic) declares `"time_units": "us"` and writes
    /// whole milliseconds: times of events and round-trip times. Delays of ACK frames are in microseconds; earlier versions
    /// leave them as they are encoded, without the exponent. This is what the sources of 2026 show; ``QUICLogComparison``
    /// finds the scale from the packets themselves, and so notices when that changes.
    public var likelyScale: QUICLogTimeScale {
        eventFields == Self.swiftNetworkFields && timeUnit == .microseconds ? .times1000 : .asDeclared
    }
}
