import DNSWire
import WireCoding

/// The addresses that one sender claimed for one host name, in responses or in its probes.
///
/// Two hosts may claim one name, and a reflector speaks for others: claims are kept apart by sender.
struct HostClaim: Sendable {
    static let maximumAddresses = 64
    /// Records that are older than this when a record with the cache-flush bit comes are no longer true (RFC 6762 §10.2).
    private static let flushDelay: Int64 = 1_000_000_000
    /// A host that has just come up may learn its addresses one by one; later than this they are a change.
    private static let settlingTime: Int64 = 10_000_000_000

    let name: DNSName
    let sender: ServiceSender
    let firstSeen: PacketMoment
    private(set) var lastSeen: PacketMoment
    /// All that were ever claimed.
    private(set) var addresses: [IPAddress] = []
    /// Those that were not taken back, each with the time when it was last told.
    private var current: [(address: IPAddress, told: Int64)] = []
    /// Nil while the sender only probes for the name.
    private(set) var firstAnnounced: PacketMoment?
    /// Whether the sender speaks for itself, from one of the addresses that it claims: a reflector repeats what other hosts
    /// claim.
    private(set) var isOwn = false

    init(name: DNSName, sender: ServiceSender, moment: PacketMoment) {
        self.name = name
        self.sender = sender
        firstSeen = moment
        lastSeen = moment
    }

    /// The name is wanted, and would have that address.
    mutating func probe(_ address: IPAddress, from source: IPAddress, at moment: PacketMoment) {
        lastSeen = max(lastSeen, moment)
        add(address)
        if address == source { isOwn = true }
    }

    /// What one response says of the name.
    ///
    /// - Parameters:
    ///   - told: Addresses of one family, IPv4 or IPv6.
    ///   - takenBack: Those of them with a TTL of 0.
    ///   - flushes: Whether they replace what was told before.
    ///   - source: Where the response came from.
    /// - Returns: What changed for those who look the host up, nil if nothing did or the host has only just come up.
    mutating func announce(
        _ told: [IPAddress], takingBack takenBack: [IPAddress], flushes: Bool, from source: IPAddress,
        at moment: PacketMoment
    ) -> (added: [IPAddress], removed: [IPAddress])? {
        lastSeen = max(lastSeen, moment)
        guard let isIPv6 = (told.first ?? takenBack.first)?.isIPv6 else { return nil }
        if firstAnnounced == nil, !told.isEmpty { firstAnnounced = moment }
        let added = told.filter { address in !current.contains { $0.address == address } }
        var removed = takenBack.filter { address in current.contains { $0.address == address } }
        if flushes {
            for entry in current
            where entry.address.isIPv6 == isIPv6 && !told.contains(entry.address) && !removed.contains(entry.address)
                && moment.time - entry.told > Self.flushDelay
            {
                removed.append(entry.address)
            }
        }
        current.removeAll { removed.contains($0.address) || told.contains($0.address) }
        for address in told where current.count < Self.maximumAddresses {
            current.append((address, moment.time))
            add(address)
        }
        if told.contains(source) { isOwn = true }
        guard !added.isEmpty || !removed.isEmpty, let firstAnnounced,
            moment.time - firstAnnounced.time > Self.settlingTime
        else { return nil }
        return (added, removed)
    }

    private mutating func add(_ address: IPAddress) {
        if addresses.count < Self.maximumAddresses, !addresses.contains(address) { addresses.append(address) }
    }
}
