/// What an endpoint computed about the path: only what changed.
public struct QUICLogMetrics: QUICLogRecord, Hashable {
    /// In nanoseconds, as all four.
    public var smoothedRTT: Int64?
    public var latestRTT: Int64?
    public var minimumRTT: Int64?
    public var variationRTT: Int64?
    /// Probe timeouts in a row.
    public var probeTimeouts: UInt64?
    /// In bytes.
    public var congestionWindow: UInt64?
    public var bytesInFlight: UInt64?
    /// In bytes.
    public var slowStartThreshold: UInt64?
    public var packetsInFlight: UInt64?
    /// In bits a second.
    public var pacingRate: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

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
    public var old: String?
    public var new: String?
    /// `persistent_congestion`, `ecn`.
    public var trigger: String?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

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
