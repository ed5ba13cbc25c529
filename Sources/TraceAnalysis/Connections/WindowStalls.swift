/// The times when one side had no room for more data: from an announced window of 0 to the next one that is larger
/// (RFC 9293 §3.8.6).
///
/// Only those count in which the other side sent data all the same, or a window probe: it had more to say.
struct WindowStalls: Sendable {
    /// One of them.
    struct Stall: Sendable {
        /// The packet that closed the window.
        let closed: PacketMoment
        /// The last data or probe of the other side while it was closed.
        var lastProbe: PacketMoment?
        /// The packet that opened it again.
        var opened: PacketMoment?

        /// In nanoseconds: to the opening, or to ``lastProbe``.
        var length: Int64 { max(0, (opened ?? lastProbe ?? closed).time &- closed.time) }
    }

    /// The present one.
    private var current: Stall?
    /// The longest of those that are over.
    private var longestOver: Stall?
    private var countOver = 0
    private var totalOver: Int64 = 0

    var isClosed: Bool { current != nil }

    /// The longest, nil if there was none.
    var longest: Stall? {
        guard let current, current.lastProbe != nil, current.length > longestOver?.length ?? -1 else {
            return longestOver
        }
        return current
    }

    var count: Int { countOver + (current?.lastProbe == nil ? 0 : 1) }

    /// In nanoseconds.
    var total: Int64 { totalOver &+ (current?.lastProbe == nil ? 0 : current?.length ?? 0) }

    mutating func close(at moment: PacketMoment) {
        if current == nil { current = Stall(closed: moment) }
    }

    mutating func open(at moment: PacketMoment) {
        guard var stall = current else { return }
        current = nil
        guard stall.lastProbe != nil else { return }
        stall.opened = moment
        countOver += 1
        totalOver &+= stall.length
        if stall.length > longestOver?.length ?? -1 { longestOver = stall }
    }

    /// The same at the end of the connection: a window that was never opened was closed to the end, and not to the last probe.
    func ended(at end: PacketMoment) -> WindowStalls {
        var stalls = self
        if stalls.current?.lastProbe != nil { stalls.current?.lastProbe = end }
        return stalls
    }

    /// The other side sent data, or a probe.
    mutating func probe(at moment: PacketMoment) { current?.lastProbe = moment }
}
