import PacketDissection
import WireCoding

/// Which hosts ask by ARP for IPv4 link-local addresses of their own and use them, and where two of them meet (RFC 3927, RFC
/// 5227).
struct AddressClaims: Sendable {
    /// Addresses, and hosts, of all links; further ones are left out.
    static let maximumAddresses = 1 << 12
    static let maximumHosts = 1 << 12
    /// Hosts that claim one address, and addresses that one host claims.
    static let maximumClaims = 8
    static let maximumMoves = 16
    /// A host probes three times within 5 s, and waits for 2 s more (RFC 5227 §1.1).
    private static let probeTime: Int64 = 7_000_000_000

    /// An address on a link, where it belongs to one host.
    struct Place: Hashable, Sendable {
        let link: NetworkLink
        let address: IPAddress
    }

    /// One host's claim to an address.
    struct Claim: Sendable {
        let host: LinkAddress
        fileprivate(set) var lastProbe: PacketMoment?
        /// The first and the last packet that was sent as the holder of the address.
        fileprivate(set) var uses: ClosedRange<PacketMoment>?

        fileprivate func isProbing(at time: Int64) -> Bool {
            guard let lastProbe, time - lastProbe.time <= AddressClaims.probeTime else { return false }
            return uses.map { $0.upperBound < lastProbe } ?? true
        }
    }

    /// Two hosts that want one address.
    struct Conflict: Sendable {
        let place: Place
        /// The one that probed for the address, before the other one if both did.
        let prober: LinkAddress
        let rival: LinkAddress
        let probe: PacketMoment
        /// The rival's packet that shows it.
        let answer: PacketMoment
        /// Whether the rival probed for it too, and did not have it.
        let isSimultaneous: Bool
    }

    /// A host on a link.
    private struct Host: Hashable, Sendable {
        let link: NetworkLink
        let address: LinkAddress
    }

    /// An address that a host came to claim.
    private struct Move: Sendable {
        let address: IPAddress
        let moment: PacketMoment
        let isUse: Bool
    }

    /// In the order in which they were first claimed.
    private(set) var places: [Place] = []
    private(set) var claims: [Place: [Claim]] = [:]
    /// In the order in which they were seen.
    private(set) var conflicts: [Conflict] = []
    private var moves: [Host: [Move]] = [:]

    mutating func note(_ packet: ARPAddresses, on link: NetworkLink, at moment: PacketMoment) {
        let address = packet.isProbe ? packet.target : packet.sender
        guard address.isLinkLocal, packet.senderLink != .zero, !packet.senderLink.isGroup else { return }
        let place = Place(link: link, address: address)
        guard let index = claim(of: packet.senderLink, to: place) else { return }
        if packet.isProbe {
            claims[place]?[index].lastProbe = moment
        } else {
            let first = claims[place]?[index].uses?.lowerBound ?? moment
            claims[place]?[index].uses = min(first, moment)...max(first, moment)
        }
        noteConflicts(of: index, isProbe: packet.isProbe, at: place, moment)
        noteMove(
            Host(link: link, address: packet.senderLink), Move(address: address, moment: moment, isUse: !packet.isProbe)
        )
    }

    /// The address that a host came to after a conflict, and whether it got that one; nil where it did not ask for another.
    func next(of host: LinkAddress, after conflict: Conflict) -> (address: IPAddress, isHeld: Bool)? {
        let later = (moves[Host(link: conflict.place.link, address: host)] ?? []).filter {
            $0.address != conflict.place.address && $0.moment > conflict.probe
        }
        if let held = later.first(where: \.isUse) { return (held.address, true) }
        return later.last.map { ($0.address, false) }
    }

    /// Whether a host used the address of a conflict after it.
    func keeps(_ host: LinkAddress, _ conflict: Conflict) -> Bool {
        claims[conflict.place]?.contains {
            $0.host == host && $0.uses.map { $0.upperBound >= conflict.answer } ?? false
        }
            ?? false
    }

    private mutating func claim(of host: LinkAddress, to place: Place) -> Int? {
        if claims[place] == nil {
            guard places.count < Self.maximumAddresses else { return nil }
            places.append(place)
        }
        let count = claims[place]?.count ?? 0
        if let known = claims[place]?.firstIndex(where: { $0.host == host }) { return known }
        guard count < Self.maximumClaims else { return nil }
        claims[place, default: []].append(Claim(host: host))
        return count
    }

    /// A packet of the claim with that index meets those who are still asking.
    private mutating func noteConflicts(of index: Int, isProbe: Bool, at place: Place, _ moment: PacketMoment) {
        guard let all = claims[place], all.count > 1 else { return }
        let own = all[index].host
        for other in all where other.host != own && other.isProbing(at: moment.time) {
            guard let probe = other.lastProbe else { continue }
            let known = conflicts.lastIndex {
                $0.place == place && [$0.prober, $0.rival].contains(own) && [$0.prober, $0.rival].contains(other.host)
            }
            // The same attempt, whose packets are repeated.
            if let known, moment.time - conflicts[known].answer.time <= Self.probeTime { continue }
            guard conflicts.count < Self.maximumAddresses else { return }
            conflicts.append(
                Conflict(
                    place: place, prober: other.host, rival: own, probe: probe, answer: moment, isSimultaneous: isProbe)
            )
        }
    }

    private mutating func noteMove(_ host: Host, _ move: Move) {
        guard moves[host] != nil || moves.count < Self.maximumHosts else { return }
        let all = moves[host] ?? []
        guard all.count < Self.maximumMoves,
            !all.contains(where: { $0.address == move.address && $0.isUse == move.isUse })
        else { return }
        moves[host, default: []].append(move)
    }
}
