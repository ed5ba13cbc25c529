/// The packets that the sender received (RFC 9000 §19.3).
public struct QUICLogAcknowledgment: QUICLogRecord, Hashable {
    /// The delay of the acknowledgment in nanoseconds (`ack_delay`).
    public var delay: Int64?
    /// The packet numbers that are acknowledged (`acked_ranges`), in the order of the log.
    public var ranges: [ClosedRange<UInt64>]?
    /// Packets that came with the codepoint ECT(0) (`ect0`); nil in a frame without counts.
    public var ect0: UInt64?
    /// Packets that came with the codepoint ECT(1) (`ect1`); nil in a frame without counts.
    public var ect1: UInt64?
    /// Packets that came with the mark ECN-CE (`ce`); nil in a frame without counts.
    public var congestionExperienced: UInt64?
    /// Members without a property.
    public var others: [QUICLogMember] = []

    /// A frame of which nothing is known.
    public init() {}

    /// A frame with these fields; what is nil is not written.
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
