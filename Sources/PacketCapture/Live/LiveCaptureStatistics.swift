/// How many packets an interface had for a capture, and how many were lost.
public struct LiveCaptureStatistics: Hashable, Sendable {
    /// Packets that passed the filter; on some systems this includes dropped ones.
    public var received: UInt64
    /// Packets dropped by the system because its buffer was full: they were not read in time.
    public var dropped: UInt64
    /// Packets dropped by the interface or its driver, if the system reports them.
    public var droppedByInterface: UInt64

    /// Counters, at 0 unless they are given.
    public init(received: UInt64 = 0, dropped: UInt64 = 0, droppedByInterface: UInt64 = 0) {
        self.received = received
        self.dropped = dropped
        self.droppedByInterface = droppedByInterface
    }

    /// All that the capture lacks.
    public var lost: UInt64 { dropped &+ droppedByInterface }

    /// The counts since an earlier reading.
    public func since(_ earlier: LiveCaptureStatistics) -> LiveCaptureStatistics {
        LiveCaptureStatistics(
            received: received &- earlier.received, dropped: dropped &- earlier.dropped,
            droppedByInterface: droppedByInterface &- earlier.droppedByInterface)
    }
}

/// Adds up counters of 32 bits that begin again at 0, as libpcap's do.
struct WrappingStatistics {
    private(set) var total = LiveCaptureStatistics()
    private var last: (received: UInt32, dropped: UInt32, droppedByInterface: UInt32) = (0, 0, 0)

    /// Adds the current counters; correct as long as none of them wraps around between two calls.
    mutating func update(received: UInt32, dropped: UInt32, droppedByInterface: UInt32) {
        total.received &+= UInt64(received &- last.received)
        total.dropped &+= UInt64(dropped &- last.dropped)
        total.droppedByInterface &+= UInt64(droppedByInterface &- last.droppedByInterface)
        last = (received, dropped, droppedByInterface)
    }
}
