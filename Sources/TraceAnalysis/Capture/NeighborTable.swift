import PacketDissection
import WireCoding

/// Which link address ARP and neighbour discovery say an IP address has.
struct NeighborTable: Sendable {
    /// Pairs of addresses; further ones are left out.
    static let maximumBindings = 1 << 16

    struct Entry: Sendable {
        let binding: LinkAddressBinding
        let moment: PacketMoment
    }

    /// In the order in which they were first announced.
    private(set) var entries: [Entry] = []
    private var known: Set<LinkAddressBinding> = []

    mutating func note(_ bindings: (sender: LinkAddressBinding?, target: LinkAddressBinding?), at moment: PacketMoment)
    {
        note(bindings.sender, at: moment)
        note(bindings.target, at: moment)
    }

    private mutating func note(_ binding: LinkAddressBinding?, at moment: PacketMoment) {
        guard let binding, !binding.linkAddress.isGroup, known.count < Self.maximumBindings,
            known.insert(binding).inserted
        else { return }
        entries.append(Entry(binding: binding, moment: moment))
    }
}
