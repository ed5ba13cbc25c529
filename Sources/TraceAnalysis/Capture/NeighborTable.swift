import PacketDissection
import WireCoding

/// Which link address ARP and neighbor discovery say an IP address has.
struct NeighborTable: Sendable {
    /// Pairs of addresses; further ones are left out.
    static let maximumBindings = 1 << 16

    /// In the order in which they were first announced.
    private(set) var entries: [(binding: LinkAddressBinding, moment: PacketMoment)] = []
    private var known: Set<LinkAddressBinding> = []

    mutating func note(_ bindings: (sender: LinkAddressBinding?, target: LinkAddressBinding?), at moment: PacketMoment)
    {
        for case let binding? in [bindings.sender, bindings.target]
        where !binding.linkAddress.isGroup && known.count < Self.maximumBindings && known.insert(binding).inserted {
            entries.append((binding, moment))
        }
    }
}
