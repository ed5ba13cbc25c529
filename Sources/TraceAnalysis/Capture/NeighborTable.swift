import PacketDissection
import WireCoding

/// Which link address ARP and neighbor discovery say an IP address has.
struct NeighborTable: Sendable {
    /// Pairs of addresses; further ones are left out.
    static let maximumBindings = 1 << 16

    /// A binding with the first and the last packet that announced it.
    struct Entry: Sendable {
        let binding: LinkAddressBinding
        let moment: PacketMoment
        fileprivate(set) var last: PacketMoment
    }

    /// In the order in which they were first announced.
    private(set) var entries: [Entry] = []
    private var indices: [LinkAddressBinding: Int] = [:]

    mutating func note(_ bindings: (sender: LinkAddressBinding?, target: LinkAddressBinding?), at moment: PacketMoment)
    {
        for case let binding? in [bindings.sender, bindings.target] where !binding.linkAddress.isGroup {
            if let index = indices[binding] {
                entries[index].last = max(entries[index].last, moment)
            } else if entries.count < Self.maximumBindings {
                indices[binding] = entries.count
                entries.append(Entry(binding: binding, moment: moment, last: moment))
            }
        }
    }
}
