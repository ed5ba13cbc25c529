import DNSWire

/// A claim to a name, which is probed for before it is announced (RFC 6762 §8.1).
protocol ProbedClaim: Sendable {
    /// Where the holder was heard.
    var links: LinkSet { get }
    var lastProbe: PacketMoment? { get }
    var lastAnnouncement: PacketMoment? { get }
    /// The records that the last probe wants under the name.
    var probeRecords: [ResourceRecord] { get }
    var comparisons: RivalComparisons { get set }

    /// Whether two claims to one name cannot be those of one holder.
    func isRival(of other: Self) -> Bool
    /// Another holder probed for the name at the same time.
    mutating func tieBreak(with rival: Int, won: Bool, reason: String, in context: MessageContext)
}

extension ProbedClaim {
    /// Whether the holder has asked for the name and does not have it yet.
    ///
    /// - Parameter patience: How long after its last probe a holder is believed to still want it.
    func isProbing(at time: Int64, patience: Int64 = ServiceClaim.probeSeries) -> Bool {
        guard let lastProbe, time - lastProbe.time <= patience else { return false }
        return lastAnnouncement.map { $0 < lastProbe } ?? true
    }
}

/// With whom a claim was compared because both probed at the same time (RFC 6762 §8.2).
struct RivalComparisons: Sendable {
    /// More rivals than one link has are not compared at all.
    static let maximumRivals = 16
    /// Each of the three probes of one meets each of the other's, within this.
    private static let sameAttempt = ServiceClaim.probeSeries

    private var times: [Int: Int64] = [:]

    /// Whether there is nothing to compare: it was done just now, or there are too many.
    func isDone(with rival: Int, at time: Int64) -> Bool {
        guard let last = times[rival] else { return times.count >= Self.maximumRivals }
        return time - last <= Self.sameAttempt
    }

    mutating func note(_ rival: Int, at time: Int64) { times[rival] = time }
}
