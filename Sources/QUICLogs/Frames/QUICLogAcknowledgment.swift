/// The packets that the sender received (RFC 9000 §19.3).
public struct QUICLogAcknowledgment: QUICLogRecord, Hashable {
    /// In nanoseconds.
    public var delay: Int64?
    public var ranges: [ClosedRange<UInt64>]?
    public var ect0: UInt64?
    public var ect1: UInt64?
    public var congestionExperienced: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    public init() {}

    public init(
        delay: Int64? = nil, ranges: [ClosedRange<UInt64>]? = nil, ect0: UInt64? = nil, ect1: UInt64? = nil,
        congestionExperienced: UInt64? = nil
    ) {
        self.delay = delay
        self.ranges = ranges
        self.ect0 = ect0
        self.ect1 = ect1
        self.congestionExperienced = congestionExperienced
    }

    static let fields: QUICLogFields<Self> = [
        QUICLogField("ack_delay", property: \.delay, .duration),
        QUICLogField("acked_ranges", property: \.ranges, .ranges),
        QUICLogField("ect0", property: \.ect0, .number),
        QUICLogField("ect1", property: \.ect1, .number),
        QUICLogField("ce", property: \.congestionExperienced, .number),
    ]
}
