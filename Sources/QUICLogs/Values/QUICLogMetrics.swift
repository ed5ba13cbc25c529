/// What an endpoint computed about the path: only what changed.
public struct QUICLogMetrics: QUICLogRecord, Hashable {
    /// The smoothed round-trip time in nanoseconds (`smoothed_rtt`).
    public var smoothedRTT: Int64?
    /// The last sample of the round-trip time in nanoseconds (`latest_rtt`).
    public var latestRTT: Int64?
    /// The smallest round-trip time so far, in nanoseconds (`min_rtt`).
    public var minimumRTT: Int64?
    /// The variation of the round-trip time in nanoseconds (`rtt_variance`; RFC 9002 §5.3).
    public var variationRTT: Int64?
    /// Probe timeouts in a row.
    public var probeTimeouts: UInt64?
    /// The congestion window in bytes (`congestion_window`).
    public var congestionWindow: UInt64?
    /// Bytes that were sent and neither acknowledged nor given up (`bytes_in_flight`).
    public var bytesInFlight: UInt64?
    /// The slow start threshold in bytes (`ssthresh`).
    public var slowStartThreshold: UInt64?
    /// Packets that were sent and neither acknowledged nor given up (`packets_in_flight`).
    public var packetsInFlight: UInt64?
    /// In bits a second.
    public var pacingRate: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// An update in which nothing changed.
    public init() {}

    /// An update with these values; what is nil did not change and is not written.
    public init(
        smoothedRTT: Int64? = nil, latestRTT: Int64? = nil, minimumRTT: Int64? = nil, variationRTT: Int64? = nil,
        probeTimeouts: UInt64? = nil, congestionWindow: UInt64? = nil, bytesInFlight: UInt64? = nil,
        slowStartThreshold: UInt64? = nil, packetsInFlight: UInt64? = nil, pacingRate: UInt64? = nil
    ) {
        self.smoothedRTT = smoothedRTT
        self.latestRTT = latestRTT
        self.minimumRTT = minimumRTT
        self.variationRTT = variationRTT
        self.probeTimeouts = probeTimeouts
        self.congestionWindow = congestionWindow
        self.bytesInFlight = bytesInFlight
        self.slowStartThreshold = slowStartThreshold
        self.packetsInFlight = packetsInFlight
        self.pacingRate = pacingRate
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("smoothed_rtt", property: \.smoothedRTT, .duration),
        QUICLogField("latest_rtt", property: \.latestRTT, .duration),
        QUICLogField("min_rtt", property: \.minimumRTT, .duration),
        QUICLogField("rtt_variance", property: \.variationRTT, .duration),
        QUICLogField("pto_count", property: \.probeTimeouts, .number),
        QUICLogField("congestion_window", "cwnd", property: \.congestionWindow, .measure),
        QUICLogField("bytes_in_flight", property: \.bytesInFlight, .measure),
        QUICLogField("ssthresh", property: \.slowStartThreshold, .measure),
        QUICLogField("packets_in_flight", property: \.packetsInFlight, .number),
        QUICLogField("pacing_rate", property: \.pacingRate, .measure),
    ]
}

/// A change of the congestion controller, with the names of its states: `slow_start`, `recovery`.
public struct QUICLogCongestionState: QUICLogRecord, Hashable {
    /// The state before; nil where the log does not say.
    public var old: String?
    /// The state from now on.
    public var new: String?
    /// `persistent_congestion`, `ecn`.
    public var trigger: String?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A change of which nothing is known.
    public init() {}

    /// A change with these fields; what is nil is not written.
    public init(old: String? = nil, new: String? = nil, trigger: String? = nil) {
        self.old = old
        self.new = new
        self.trigger = trigger
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("old", property: \.old, .text),
        QUICLogField("new", property: \.new, .text),
        QUICLogField("trigger", property: \.trigger, .text),
    ]
}
