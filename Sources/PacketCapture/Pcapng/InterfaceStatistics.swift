/// The capturing system's counters for an interface (draft-ietf-opsawg-pcapng §4.6). Nil if the file does not have the
/// value; if it has several such blocks, the last one with the value counts.
public struct InterfaceStatistics: Hashable, Sendable {
    /// When this was known, in nanoseconds since 1970.
    public var time: Int64
    /// When the capture began (isb_starttime), in nanoseconds since 1970.
    public var startTime: Int64?
    /// When the capture ended (isb_endtime), in nanoseconds since 1970.
    public var endTime: Int64?
    /// Packets that the interface received (isb_ifrecv).
    public var received: UInt64?
    /// Packets that the interface dropped for lack of room (isb_ifdrop).
    public var dropped: UInt64?
    /// Packets that the filter let through (isb_filteraccept).
    public var filterAccepted: UInt64?
    /// Packets that the operating system dropped (isb_osdrop).
    public var systemDropped: UInt64?
    /// Packets that reached the capturing program (isb_usrdeliv).
    public var delivered: UInt64?
    /// Comments of the block, such as Wireshark's on how the capture ended.
    public var comments: [String]

    /// The counters as of a time; nil for what is not known.
    public init(
        time: Int64, startTime: Int64? = nil, endTime: Int64? = nil, received: UInt64? = nil,
        dropped: UInt64? = nil, filterAccepted: UInt64? = nil, systemDropped: UInt64? = nil,
        delivered: UInt64? = nil, comments: [String] = []
    ) {
        self.time = time
        self.startTime = startTime
        self.endTime = endTime
        self.received = received
        self.dropped = dropped
        self.filterAccepted = filterAccepted
        self.systemDropped = systemDropped
        self.delivered = delivered
        self.comments = comments
    }

    /// The counters by the numbers of their options.
    static let counters: [(code: UInt16, field: WritableKeyPath<InterfaceStatistics, UInt64?> & Sendable)] = [
        (PcapngOption.Code.statisticsReceived, \.received),
        (PcapngOption.Code.statisticsDropped, \.dropped),
        (PcapngOption.Code.statisticsFilterAccepted, \.filterAccepted),
        (PcapngOption.Code.statisticsSystemDropped, \.systemDropped),
        (PcapngOption.Code.statisticsDelivered, \.delivered),
    ]

    /// Reads an option.
    ///
    /// - Returns: False where its value has not the length of its type.
    mutating func read(_ option: PcapngOption, _ scale: TimestampScale) -> Bool {
        switch option.code {
        case PcapngOption.Code.comment:
            comments.append(option.text)
        case PcapngOption.Code.statisticsStart:
            return PcapngOption.set(&startTime, option.ticks.map(scale.nanoseconds))
        case PcapngOption.Code.statisticsEnd:
            return PcapngOption.set(&endTime, option.ticks.map(scale.nanoseconds))
        default:
            guard let counter = Self.counters.first(where: { $0.code == option.code }) else { return true }
            return PcapngOption.set(&self[keyPath: counter.field], option.uint64)
        }
        return true
    }
}
