/// A log of one connection in the format qlog: what an endpoint, or a capture, has seen of it.
///
/// ``QUICLogReader`` reads what endpoints write, ``QUICLogWriter`` writes what qvis reads, and ``QUICLogComparison`` holds
/// an endpoint's log against the packets of a capture.
public struct QUICLog: Hashable, Sendable {
    /// A name for people; nil where the log has none.
    public var title: String?
    /// A text for people; nil where the log has none.
    public var description: String?
    /// Who wrote the log, and from which end's view.
    public var vantagePoint: QUICLogVantagePoint
    /// The moment from which times count, in nanoseconds since 1970; nil where the log does not say.
    ///
    /// In a file with absolute times, this is the time of its first event.
    public var referenceTime: Int64?
    /// The connection ID to which the client sent its first packet (`ODCID`).
    public var originalDestinationConnectionID: [UInt8]?
    /// `QUIC`, `HTTP3`.
    public var protocolTypes: [String]
    /// What ties traces of one connection together (`group_id`).
    public var group: QUICLogJSON?
    /// The other fields common to all events.
    public var commonFields: [QUICLogMember]
    /// The configuration without the unit of time and the offset, which is in the times.
    public var configuration: [QUICLogMember]
    /// What else the trace has.
    public var others: [QUICLogMember]
    /// The events in the order of the log.
    public var events: [QUICLogEvent]
    /// How the log was written, or is to be written.
    public var source: QUICLogSource

    /// A log of these parts; without a `source`, one as ``QUICLogWriter`` writes it.
    public init(
        title: String? = nil, description: String? = nil, vantagePoint: QUICLogVantagePoint,
        referenceTime: Int64? = nil,
        originalDestinationConnectionID: [UInt8]? = nil, protocolTypes: [String] = ["QUIC"], group: QUICLogJSON? = nil,
        commonFields: [QUICLogMember] = [], configuration: [QUICLogMember] = [], others: [QUICLogMember] = [],
        events: [QUICLogEvent] = [], source: QUICLogSource = QUICLogSource()
    ) {
        self.title = title
        self.description = description
        self.vantagePoint = vantagePoint
        self.referenceTime = referenceTime
        self.originalDestinationConnectionID = originalDestinationConnectionID
        self.protocolTypes = protocolTypes
        self.group = group
        self.commonFields = commonFields
        self.configuration = configuration
        self.others = others
        self.events = events
        self.source = source
    }

    /// The log with the times of its events and its round-trip times multiplied, for a writer that names a wrong unit.
    ///
    /// Delays of ACK frames stay: the writer for which this is needed has them right.
    public func scaled(by scale: QUICLogTimeScale) -> QUICLog {
        guard scale != .asDeclared else { return self }
        var scaled = self
        for index in scaled.events.indices {
            scaled.events[index].time = scale(events[index].time)
            guard case .metricsUpdated(var metrics) = events[index].content else { continue }
            metrics.smoothedRTT = metrics.smoothedRTT.map { scale($0) }
            metrics.latestRTT = metrics.latestRTT.map { scale($0) }
            metrics.minimumRTT = metrics.minimumRTT.map { scale($0) }
            metrics.variationRTT = metrics.variationRTT.map { scale($0) }
            scaled.events[index].content = .metricsUpdated(metrics)
        }
        return scaled
    }
}

/// All traces of a file, and what of it could not be read.
public struct QUICLogFile: Hashable, Sendable {
    /// The traces of the file that could be read, in their order.
    public var logs: [QUICLog]
    /// The first errors, at most ``QUICLogLimits/maximumKeptErrors``.
    public var errors: [QUICLogError]
    /// All records, events and traces that could not be read.
    public var errorCount: Int
    /// The members of the outermost object beside the traces, the version, the format, the title and the description.
    public var others: [QUICLogMember]

    /// A file of these traces.
    public init(
        logs: [QUICLog] = [], errors: [QUICLogError] = [], errorCount: Int = 0, others: [QUICLogMember] = []
    ) {
        self.logs = logs
        self.others = others
        self.errors = errors
        self.errorCount = errorCount
    }

    mutating func note(_ error: QUICLogError) {
        errorCount += 1
        if errors.count < QUICLogLimits.maximumKeptErrors { errors.append(error) }
    }
}
