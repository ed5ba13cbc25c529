import DNSWire
import TraceModel
import WireCoding

/// The addresses that one sender claimed for one host name, in responses or in its probes, and how it fared.
///
/// Two hosts may claim one name, and a reflector speaks for others: claims are kept apart by sender.
struct HostClaim: ProbedClaim {
    static let maximumAddresses = 64
    /// Records that are older than this when a record with the cache-flush bit arrives are no longer valid (RFC 6762
    /// §10.2).
    private static let flushDelay: Int64 = 1_000_000_000
    /// Addresses that are all withdrawn within this time are one goodbye, over both IP versions.
    static let goodbyeTime: Int64 = 1_000_000_000
    /// A host that has just come up may learn its addresses one by one; later than this they are a change.
    private static let settlingTime: Int64 = 10_000_000_000

    let name: DNSName
    let sender: ServiceSender
    private(set) var links: LinkSet = []
    let firstSeen: PacketMoment
    private(set) var lastSeen: PacketMoment
    /// All that were ever claimed.
    private(set) var addresses: [IPAddress] = []
    /// Those that were not withdrawn, each with the time when it was last announced.
    private var current: [(address: IPAddress, announced: Int64)] = []
    /// Those that a TTL of 0 withdrew lately: the goodbye of a host may come in several packets.
    private var leaving: [(address: IPAddress, time: Int64)] = []
    /// Those that a host had when it said goodbye, until it is back.
    private var left: [IPAddress] = []
    /// Nil while the sender only probes for the name.
    private(set) var firstAnnouncement: PacketMoment?
    private(set) var lastAnnouncement: PacketMoment?
    private(set) var lastProbe: PacketMoment?
    /// Whether all addresses were taken back.
    private(set) var isGone = false
    /// Whether the sender speaks for itself, from one of the addresses that it claims: a reflector repeats what other hosts
    /// claim.
    private(set) var isOwn = false
    private(set) var probeRecords: [ResourceRecord] = []
    private(set) var times = HoldingTimes()
    private(set) var log = EventLog()
    var comparisons = RivalComparisons()

    init(name: DNSName, sender: ServiceSender, moment: PacketMoment) {
        self.name = name
        self.sender = sender
        firstSeen = moment
        lastSeen = moment
    }

    /// The name is wanted, and would have these records.
    mutating func probe(_ records: [ResourceRecord], in context: MessageContext) {
        see(in: context)
        times.probe(at: context.moment)
        for record in records {
            guard case .address(let address) = record.data else { continue }
            add(address)
            if address == context.sender.address { isOwn = true }
        }
        lastProbe = max(lastProbe ?? context.moment, context.moment)
        probeRecords = records.prefix(ServiceClaim.maximumProbeRecords).map { $0.compacted() }
        log.add(.probe, in: context)
    }

    /// Takes note of the only address of its family again, as most announcements have it; nothing else changes.
    ///
    /// - Returns: False where anything else may change.
    private mutating func repeats(_ announced: [IPAddress], at time: Int64) -> Bool {
        guard announced.count == 1, left.isEmpty, leaving.isEmpty,
            let index = current.firstIndex(where: { $0.address == announced[0] }),
            current.count(where: { $0.address.isIPv6 == announced[0].isIPv6 }) == 1
        else { return false }
        // The last one is the newest.
        current.remove(at: index)
        current.append((announced[0], time))
        return true
    }

    /// The facts about the name in one response.
    ///
    /// - Parameters:
    ///   - announced: Addresses of one family, IPv4 or IPv6.
    ///   - takenBack: Those with a TTL of 0.
    ///   - flushes: Whether they replace the earlier ones.
    ///   - asked: A question for them was on the link just before.
    ///   - rival: A claim that has just asked for the name with a probe.
    /// - Returns: The change for hosts that look the host up, nil if nothing changed or the host has only just
    ///   appeared.
    mutating func announce(
        _ announced: [IPAddress], takingBack takenBack: [IPAddress], flushes: Bool, asked: Bool = false,
        defendingAgainst rival: Int? = nil, in context: MessageContext
    ) -> (added: [IPAddress], removed: [IPAddress])? {
        let moment = context.moment
        see(in: context)
        guard let isIPv6 = (announced.first ?? takenBack.first)?.isIPv6 else { return nil }
        if !announced.isEmpty {
            times.announce(at: moment)
            log.addAnnouncement(
                isFirst: firstAnnouncement == nil, wasGone: isGone, asked: asked, defendingAgainst: rival,
                after: lastAnnouncement.map { moment.time - $0.time } ?? 0, in: context)
            firstAnnouncement = firstAnnouncement ?? moment
            lastAnnouncement = max(lastAnnouncement ?? moment, moment)
            isGone = false
        }
        if !leaving.isEmpty { leaving.removeAll { moment.time - $0.time > Self.goodbyeTime } }
        if takenBack.isEmpty, repeats(announced, at: moment.time) {
            if announced[0] == context.sender.address { isOwn = true }
            return nil
        }
        let former = announced.isEmpty ? [] : left.filter { $0.isIPv6 == isIPv6 }
        if !former.isEmpty { left.removeAll(where: former.contains) }
        let added = announced.filter { address in
            !current.contains { $0.address == address } && !former.contains(address)
        }
        var removed = takenBack.filter { address in current.contains { $0.address == address } }
        leaving += removed.map { ($0, moment.time) }
        removed += former.filter { !announced.contains($0) }
        if flushes {
            for entry in current
            where entry.address.isIPv6 == isIPv6 && !announced.contains(entry.address)
                && !removed.contains(entry.address)
                && moment.time - entry.announced > Self.flushDelay
            {
                removed.append(entry.address)
            }
        }
        current.removeAll { removed.contains($0.address) || announced.contains($0.address) }
        for address in announced where current.count < Self.maximumAddresses {
            current.append((address, moment.time))
            add(address)
        }
        if announced.contains(context.sender.address) { isOwn = true }
        if current.isEmpty, !removed.isEmpty {
            isGone = true
            times.end()
            left = leaving.map(\.address)
            log.dropWithdrawals(since: moment.time - Self.goodbyeTime)
            log.add(.goodbye, in: context)
        }
        guard !added.isEmpty || !removed.isEmpty, let firstAnnouncement,
            moment.time - firstAnnouncement.time > Self.settlingTime
        else { return nil }
        if !isGone { log.add(.update, .addresses(added: added, removed: removed), in: context) }
        return (added, removed)
    }

    /// Another host holds the name.
    mutating func contest(by rival: Int, in context: MessageContext) {
        log.add(.conflict, .rival(rival, isMulticast: context.isMulticast), in: context)
    }

    mutating func tieBreak(with rival: Int, won: Bool, reason: String, in context: MessageContext) {
        comparisons.note(rival, at: context.moment.time)
        log.add(.probeTiebreak, .tieBreak(rival: rival, won: won, reason: reason), in: context)
    }

    /// What the claim takes, with its row in the report.
    var estimatedSize: Int { 1024 + log.estimatedSize + addresses.count * 256 + probeRecords.count * 256 }

    /// The addresses that were not withdrawn; all of them where none is left, or none was ever announced.
    var currentAddresses: [IPAddress] {
        current.isEmpty ? addresses : current.map(\.address)
    }

    /// The address to be shown: people know the IPv4 address of a host that has both.
    var mainAddress: IPAddress { addresses.first { !$0.isIPv6 } ?? sender.address }

    /// Whether two claims cannot be meant for one host by their addresses.
    func isRival(of other: HostClaim) -> Bool {
        !sender.isSameHost(as: other.sender) && other.addresses.allSatisfy { !addresses.contains($0) }
    }

    private mutating func see(in context: MessageContext) {
        lastSeen = max(lastSeen, context.moment)
        links.formUnion(context.links)
    }

    private mutating func add(_ address: IPAddress) {
        if addresses.count < Self.maximumAddresses, !addresses.contains(address) { addresses.append(address) }
    }
}
