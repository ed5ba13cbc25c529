/// When one holder wanted or had its name: from its first word until it said goodbye, its records ran out, or it was gone
/// and had to probe again.
struct HoldingTimes: Sendable {
    /// Holders come and go as often as the input likes: of older times nothing is kept.
    static let maximumTimes = 32

    struct Span: Sendable {
        /// The first word, which may be a probe while another one still has the name.
        fileprivate let first: PacketMoment
        fileprivate(set) var start: PacketMoment
        fileprivate(set) var end: PacketMoment
        fileprivate(set) var firstAnnouncement: PacketMoment?
        fileprivate(set) var lastAnnouncement: PacketMoment?

        /// Whether the one that came first was heard after the other one came.
        fileprivate func overlaps(_ other: Span) -> Bool {
            start <= other.start ? end > other.start : other.end > start
        }

        /// Whether each announced the name after the other one had.
        fileprivate func insists(on other: Span) -> Bool {
            guard let firstAnnouncement, let lastAnnouncement, let otherFirst = other.firstAnnouncement,
                let otherLast = other.lastAnnouncement
            else { return false }
            return lastAnnouncement > otherFirst && otherLast > firstAnnouncement
        }
    }

    /// In the order of their starts.
    private(set) var spans: [Span] = []
    private var isOpen = false
    /// The last probe, and the one before it.
    private var lastProbe: PacketMoment?
    private var earlierProbe: PacketMoment?

    /// The holder says something about the name.
    mutating func see(at moment: PacketMoment) {
        if isOpen {
            spans[spans.count - 1].end = max(spans[spans.count - 1].end, moment)
            return
        }
        if spans.count == Self.maximumTimes { spans.removeFirst() }
        spans.append(Span(first: moment, start: moment, end: moment))
        isOpen = true
        (lastProbe, earlierProbe) = (nil, nil)
    }

    /// The holder asks whether the name is free: it does not have it, or no longer.
    mutating func probe(at moment: PacketMoment) {
        if spans.last?.lastAnnouncement != nil { end() }
        see(at: moment)
        if let lastProbe, moment.time - lastProbe.time <= EventLog.sameEventWindow { return }
        (earlierProbe, lastProbe) = (lastProbe, moment)
    }

    /// The holder says that it has the name. Who has not answered its last two probes, and has been silent for as long as
    /// probing takes, is gone (RFC 6762 §8.1): its time and this one do not overlap.
    mutating func announce(at moment: PacketMoment) {
        see(at: moment)
        let last = spans.count - 1
        if spans[last].firstAnnouncement == nil {
            spans[last].firstAnnouncement = moment
            if let earlierProbe {
                let time = min(earlierProbe.time, moment.time - ServiceClaim.probeSeries)
                spans[last].start = max(
                    spans[last].start, PacketMoment(frame: earlierProbe.frame, time: time))
            }
        }
        spans[last].lastAnnouncement = max(spans[last].lastAnnouncement ?? moment, moment)
    }

    /// The holder said goodbye, or its records ran out.
    mutating func end() { isOpen = false }

    /// Whether the holder was there at a time, or had been just before.
    func contains(_ moment: PacketMoment, patience: Int64) -> Bool {
        // Of what is no longer known it is to be expected.
        if spans.count == Self.maximumTimes, moment < spans[0].first { return true }
        return spans.contains { $0.first <= moment && moment.time &- $0.end.time <= patience }
    }

    func overlap(_ other: HoldingTimes) -> Bool {
        spans.contains { span in other.spans.contains { span.overlaps($0) } }
    }

    /// Whether both had the name at one time and announced it, each after the other one had.
    func insists(on other: HoldingTimes) -> Bool {
        spans.contains { span in other.spans.contains { span.overlaps($0) && span.insists(on: $0) } }
    }

    /// Adds the times of what turned out to be the same holder.
    mutating func absorb(_ other: HoldingTimes) {
        isOpen = isOpen || other.isOpen
        var joined: [Span] = []
        for span in (spans + other.spans).sorted(by: { $0.start < $1.start }) {
            guard let last = joined.last, span.start <= last.end else {
                joined.append(span)
                continue
            }
            let index = joined.count - 1
            joined[index].end = max(last.end, span.end)
            joined[index].firstAnnouncement = [last.firstAnnouncement, span.firstAnnouncement].compactMap(\.self).min()
            joined[index].lastAnnouncement = [last.lastAnnouncement, span.lastAnnouncement].compactMap(\.self).max()
        }
        spans = joined.suffix(Self.maximumTimes)
    }
}
