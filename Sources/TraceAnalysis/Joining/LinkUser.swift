import TraceModel
import WireCoding

/// The IP addresses that were met with one link address.
struct LinkUser {
    struct Use {
        let address: IPAddress
        let kind: Peer.EvidenceKind
        let moment: PacketMoment
    }

    /// Six are enough to show that a router is behind the link address.
    private static let maximumUses = 6

    let link: LinkAddress
    private var uses: [Use] = []

    init(link: LinkAddress) { self.link = link }

    mutating func add(_ address: IPAddress, _ kind: Peer.EvidenceKind, at moment: PacketMoment) {
        guard uses.count < Self.maximumUses,
            !uses.contains(where: { $0.address == address && ($0.kind == kind || kind == .linkAddress) })
        else { return }
        uses.append(Use(address: address, kind: kind, moment: moment))
    }

    /// The uses that can be those of one interface, and not of all the hosts behind a router: at most one address of
    /// IPv4 and one link-local of IPv6. If not all of them can, the addresses it sent from count, and failing that the
    /// addresses it announced: a router sends from all hosts' addresses, but answers for its own.
    var ofOneInterface: [Use] {
        let candidates = [
            uses, uses.filter { $0.kind == .linkAddress }, uses.filter { $0.kind != .linkAddress },
        ]
        return candidates.first(where: Self.isOneInterface) ?? []
    }

    private static func isOneInterface(_ uses: [Use]) -> Bool {
        let addresses = Set(uses.map(\.address))
        return addresses.count(where: { !$0.isIPv6 }) <= 1
            && addresses.count(where: { $0.isIPv6 && $0.isLinkLocal }) <= 1 && addresses.count <= 4
    }
}
