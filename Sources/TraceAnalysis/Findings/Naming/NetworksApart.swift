import WireCoding

/// Whether holders of one name may be on links that the capture does not tell apart, such as those of `-i any` in a format
/// without interfaces, or of files that were merged into one.
enum NetworksApart {
    /// To say after who holds the name.
    static let words =
        "; their addresses are of different networks: they may be on two links, which the capture does not tell apart"
    static let remedy = "Capture each link by itself, or with the names of the interfaces (pcapng)."

    /// Whether each host has IPv4 addresses, and no two have any of one network.
    ///
    /// Prefixes are unknown: nearly all networks of homes and offices have 24 bits of them.
    static func holds(for hosts: [[IPAddress]]) -> Bool {
        var seen: Set<UInt64> = []
        for host in hosts {
            let addresses = host.filter { !$0.isIPv6 }
            let networks = Set(addresses.map { $0.low >> 8 })
            guard !addresses.isEmpty, !addresses.contains(where: \.isLinkLocal), seen.isDisjoint(with: networks) else {
                return false
            }
            seen.formUnion(networks)
        }
        return hosts.count > 1
    }
}
