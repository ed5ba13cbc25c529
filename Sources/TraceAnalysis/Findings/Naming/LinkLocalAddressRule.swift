import PacketDissection
import TraceModel
import WireCoding

/// Two hosts use one IPv4 link-local address, which each host chooses by itself (RFC 3927 §2.5).
enum LinkLocalAddressRule: FindingRule {
    /// The number of link addresses that are named.
    private static let maximumHolders = 8

    static func findings(in context: FindingContext) -> [Finding] {
        // Each link has addresses of its own, and a file of several links does not say whose ARP a packet is.
        let interfaces = context.report.capture.interfaces
        guard interfaces.count <= 1, interfaces.allSatisfy({ !$0.linkType.hasPrefix("LINUX_SLL") }) else { return [] }
        let own = context.neighbors.entries.filter { !$0.binding.address.isIPv6 && $0.binding.address.isLinkLocal }
        var holders: [IPAddress: [NeighborTable.Entry]] = [:]
        var addresses: [IPAddress] = []
        for entry in own {
            let address = entry.binding.address
            if holders[address] == nil { addresses.append(address) }
            holders[address, default: []].append(entry)
        }
        return addresses.compactMap { address in
            // A host that took the address after another one had left it has no conflict.
            guard let all = holders[address], let second = all.dropFirst().first(where: { $0.moment <= all[0].last })
            else { return nil }
            let links = all.prefix(maximumHolders).map(\.binding.linkAddress.description)
            return context.finding(
                "link-local-address-conflict", .error, about: .capture, at: [all[0].moment, second.moment],
                time: context.axis.seconds(second.moment.time),
                message:
                    "\(all[0].binding.linkAddress) and \(second.binding.linkAddress) both use the link-local address "
                    + "\(address): connections to it reach one or the other.",
                facts: ["address": address, "linkAddresses": links],
                remedy:
                    "Make sure that the hosts receive each other's ARP broadcasts, and that the one that notices the "
                    + "conflict chooses another address.",
                reference: "RFC 3927 §2.5")
        }
    }
}
