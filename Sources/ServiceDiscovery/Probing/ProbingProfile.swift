import DNSWire

/// How a responder probes, announces and gives way: what RFC 6762 leaves open, and where responders depart from it.
///
/// A range is what a value is drawn from, or what was seen. Take one of the profiles that are
/// here, and change in it what is different with a responder of your own. What the properties begin with is
/// ``rfc6762``; the other profiles list what is different with them.
public struct ProbingProfile: Hashable, Sendable {
    /// How names are changed.
    public var family: ResponderFamily = .apple

    /// From the wish for a name to its first probe.
    public var firstProbeDelay: ClosedRange<Duration> = .zero ... .milliseconds(250)
    /// How many probes are sent, at least one.
    public var probeCount = 3
    /// From one probe to the next.
    public var probeInterval: Duration = .milliseconds(250)
    /// The question that probes ask.
    public var probeForm: ProbeForm = .anyRecord
    /// Which probes ask for an answer by unicast.
    public var unicastProbes: UnicastProbes = .all
    /// Types that are neither in probes nor count in conflicts, because they accompany another record.
    public var unprobedTypes: Set<RecordType> = []

    /// From the last probe to the first announcement.
    public var announcementDelay: Duration = .milliseconds(250)
    /// From each announcement to the next: one more is sent than there are intervals.
    public var announcementIntervals: [ClosedRange<Duration>] = [.seconds(1) ... .seconds(1)]

    /// The consequence of a simultaneous probe with greater data.
    public var tieBreakLoss: TieBreakLoss = .wait(.seconds(1))
    /// How many conflicts by multicast, while a name is probed for, are taken for stale before one counts.
    public var toleratedConflicts = 0
    /// From a tolerated conflict to the next first probe.
    public var toleranceDelay: Duration = .seconds(1)
    /// From a conflict to the first probe for another name.
    public var renameDelay: ClosedRange<Duration> = .zero ... .milliseconds(250)
    /// Whether a conflict after registration sends the name back to probing; otherwise it is not noticed.
    public var noticesLateConflicts = true
    /// From a conflict after registration to the first probe for the same name.
    public var lateConflictDelay: ClosedRange<Duration> = .zero ... .milliseconds(250)
    /// Whether an announced name is withdrawn with goodbyes before another one is probed for.
    public var saysGoodbyeBeforeRename = false

    /// The condition that slows probing down.
    public var backOffTrigger: BackOffTrigger = .conflicts(15, within: .seconds(10))
    /// From a conflict to the next first probe, once probing is slowed down.
    public var backOff: ClosedRange<Duration> = .seconds(5) ... .seconds(5)

    /// From the loss of an announced name to the first goodbye for it, if there are any.
    public var goodbyeDelay: ClosedRange<Duration> = .zero ... .zero
    /// How many goodbyes are sent.
    public var goodbyeCount = 1
    /// From one goodbye to the next.
    public var goodbyeInterval: Duration = .seconds(1)
    /// Whether goodbyes take back the pointers to the name only, not its own records.
    public var goodbyesArePointersOnly = false

    /// Seconds that records with a host name in them live (RFC 6762 §10).
    public var hostTimeToLive = ServiceRegistration.defaultHostTimeToLive
    /// Seconds that all other records live.
    public var timeToLive = ServiceRegistration.defaultTimeToLive

    /// A held name that was multicast less than this before is not defended by multicast again.
    public var defenseInterval: Duration = .milliseconds(250)

    /// The question that a probe asks.
    @nonexhaustive
    public enum ProbeForm: Hashable, Sendable {
        /// For all records of the name, with the wanted ones as authorities (RFC 6762 §8.1).
        case anyRecord
        /// For the pointers of the service's type, with the wanted pointer as authority and the AA bit set, as
        /// python-zeroconf does. It can lose neither tie-breaks nor to records: only a pointer to the same name counts,
        /// compared letter by letter. Names without a pointer are probed for by ``anyRecord``.
        case typePointer
    }

    /// Which probes have the QU bit (RFC 6762 §5.4).
    @nonexhaustive
    public enum UnicastProbes: Hashable, Sendable {
        /// No probe asks for unicast answers.
        case none
        /// The first probe alone does.
        case first
        /// Every probe does.
        case all
    }

    /// The reaction of the loser of a tie-break.
    @nonexhaustive
    public enum TieBreakLoss: Hashable, Sendable {
        /// It waits so long after the probe that it lost to, and probes again (RFC 6762 §8.2).
        case wait(Duration)
        /// It takes another name immediately.
        case rename
    }

    /// The condition under which a responder probes less often.
    @nonexhaustive
    public enum BackOffTrigger: Hashable, Sendable {
        /// This many conflicts within this time. Every attempt is then slow until a name is won (RFC 6762
        /// §8.1).
        case conflicts(Int, within: Duration)
        /// The name of that number in a row, the first one being 1, however long ago that was. It and all names after it
        /// are slow, until one was held for longer than that. To probe again for the same name is not.
        case names(from: Int, untilHeldFor: Duration)
        /// Nothing does.
        case never
    }
}

extension ProbingProfile {
    static let millisecond: Int64 = 1_000_000
    static let second: Int64 = 1_000_000_000

    /// The behavior of RFC 6762 §8 and §9, with as few announcements as they allow, and names as in their examples,
    /// which are Apple's.
    public static let rfc6762 = ProbingProfile()

    /// mDNSResponder, as seen on the wire: only the first probe asks for unicast, TXT goes with SRV, one conflict by multicast may be stale, an announced name is
    /// taken back with three goodbyes before it is changed, and who was multicast within the last second is not defended
    /// by multicast, so that an owner can lose its name to a newcomer. Announcements go along with others that are due,
    /// up to half an interval early.
    public static let apple = ProbingProfile(
        firstProbeDelay: .milliseconds(30) ... .milliseconds(250), unicastProbes: .first, unprobedTypes: [.txt],
        announcementIntervals: [
            .milliseconds(500) ... .seconds(1), .seconds(1) ... .seconds(2), .seconds(2) ... .seconds(4),
        ],
        toleratedConflicts: 1, renameDelay: .milliseconds(100) ... .milliseconds(250),
        lateConflictDelay: .milliseconds(100) ... .milliseconds(800), saysGoodbyeBeforeRename: true,
        goodbyeDelay: .milliseconds(30) ... .milliseconds(100), goodbyeCount: 3, goodbyeInterval: .seconds(2),
        goodbyesArePointersOnly: true, defenseInterval: .seconds(1))

    /// Avahi 0.8, as seen on the wire: no probe asks for unicast, and a lost tie-break changes the name immediately.
    /// The new name is probed for one second after the old one was registered, not after the conflict.
    ///
    /// Avahi probes again for the single record that is in conflict and goes on to defend the others, where a
    /// ``NameClaim`` probes again for all of them.
    ///
    /// It does not count conflicts within a time as RFC 6762 §8.1 does. It counts consecutive names that lasted at most
    /// 5 s: from the fifteenth on, each is registered no sooner than 20 s after the one before. (The constants
    /// `AVAHI_RR_RATE_LIMIT_COUNT` and `AVAHI_RR_HOLDOFF_MSEC_RATE_LIMIT` in avahi-core's `internal.h`, and their use
    /// in its `entry.c`; the earliest sources had 60 s. This was read there, not seen on the wire of 0.8.)
    public static let avahi = ProbingProfile(
        family: .avahi, firstProbeDelay: .milliseconds(60) ... .milliseconds(300), unicastProbes: .none,
        announcementDelay: .milliseconds(200),
        announcementIntervals: [.seconds(1) ... .milliseconds(1_250), .seconds(2) ... .milliseconds(2_300)],
        tieBreakLoss: .rename, renameDelay: .milliseconds(700) ... .milliseconds(1_150),
        lateConflictDelay: .milliseconds(60) ... .milliseconds(300),
        backOffTrigger: .names(from: 15, untilHeldFor: .seconds(5)),
        backOff: .milliseconds(19_700) ... .milliseconds(20_150))

    /// python-zeroconf 0.154, as seen on the wire: it compares pointers only, breaks no ties, and does not notice
    /// conflicts once it has the name, so that two hosts can hold it. It never renames hosts, and however many conflicts
    /// there are, it does not slow down.
    public static let zeroconf = ProbingProfile(
        family: .zeroconf, firstProbeDelay: .milliseconds(100) ... .milliseconds(245),
        probeInterval: .milliseconds(500),
        probeForm: .typePointer, announcementDelay: .zero,
        announcementIntervals: [.milliseconds(225) ... .milliseconds(240), .milliseconds(220) ... .milliseconds(240)],
        renameDelay: .zero ... .zero, noticesLateConflicts: false, lateConflictDelay: .zero ... .zero,
        backOffTrigger: .never,
        backOff: .zero ... .zero, goodbyeCount: 3, goodbyeInterval: .milliseconds(125), defenseInterval: .zero)

    /// systemd-resolved: no probe asks for unicast, all records live 120 s. (Read in its source: `MDNS_DEFAULT_TTL`,
    /// `manager_next_hostname`, `manager_next_dnssd_names`.)
    public static let resolved = ProbingProfile(
        family: .resolved, unicastProbes: .none, timeToLive: ServiceRegistration.defaultHostTimeToLive)

    /// JmDNS 3.5, as seen on the wire: probes and announcements a second apart, none for unicast, and all records live an
    /// hour. A name that it knows to be taken is passed over without a probe, which a ``NameClaim`` does not do.
    public static let jmdns = ProbingProfile(
        family: .jmdns, probeInterval: .seconds(1), unicastProbes: .none, announcementDelay: .seconds(1),
        goodbyeCount: 3, goodbyeInterval: .seconds(1), hostTimeToLive: 3600, timeToLive: 3600)
}
