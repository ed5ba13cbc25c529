/// When a holder spoke: evidence of whose code it runs, and of whether it keeps to the rules (RFC 6762 §6, §8).
struct ResponderTiming: Sendable {
    private static let maximumIntervals = 64
    /// Probes further apart belong to another attempt.
    private static let maximumProbeInterval: Int64 = 1_000_000_000

    /// Nanoseconds between one probe and the next of the same attempt.
    private(set) var probeIntervals: [Int64] = []
    /// Nanoseconds between unsolicited announcements.
    private(set) var announcementIntervals: [Int64] = []
    private(set) var answerDelays = DelaySamples()
    private(set) var longestAnnouncementInterval: Int64 = 0
    private var lastProbe: Int64?
    private var lastAnnouncement: Int64?

    mutating func probe(at time: Int64) {
        guard let last = lastProbe else {
            lastProbe = time
            return
        }
        let interval = time - last
        guard interval > EventLog.sameEventWindow else { return }
        lastProbe = time
        if interval <= Self.maximumProbeInterval, probeIntervals.count < Self.maximumIntervals {
            probeIntervals.append(interval)
        }
    }

    /// - Parameter startsAnew: Whether the holder was away before: the time in between is not an interval.
    mutating func announce(at time: Int64, startsAnew: Bool) {
        guard let last = lastAnnouncement, !startsAnew else {
            lastAnnouncement = time
            return
        }
        let interval = time - last
        guard interval > EventLog.sameEventWindow else { return }
        lastAnnouncement = time
        longestAnnouncementInterval = max(longestAnnouncementInterval, interval)
        if announcementIntervals.count < Self.maximumIntervals { announcementIntervals.append(interval) }
    }

    mutating func answer(after delay: Int64) { answerDelays.record(delay) }
}
