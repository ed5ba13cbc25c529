import DNSWire
import WireCoding
import WireTesting

extension Generator where Value == ServiceBinding {
    /// Data of web servers: the protocols beside HTTP/1.1, at times addresses or a port; one in four is an alias.
    public static var plausible: Generator { Generator { $0.plausibleServiceBinding() } }

    /// Parameters of all known keys, in any order, and of unknown ones; from none to all of them.
    public static var extreme: Generator { Generator { $0.extreme { ServiceBinding.extreme(from: &$0) } } }
}

extension SeededGenerator {
    fileprivate mutating func plausibleServiceBinding() -> ServiceBinding {
        let host = DNSName.joined([pick(["svc", "edge", "www"]), "example", "org"].map { Array($0.utf8) })
        guard chance(3, in: 4) else { return unfailing { try ServiceBinding(priority: 0, target: host) } }
        let protocols = pick([["h2"], ["h3", "h2"]])
        var parameters = [unfailing { try ServiceBinding.Parameter.alpn(protocols.map { Array($0.utf8) }) }]
        if chance(1, in: 4) { parameters.append(.port(pick([443, 8443]))) }
        if chance(1, in: 2) {
            let last = UInt32(number(in: 1...250))
            parameters.append(.ipv4Hint([0, 1].map { IPAddress(ipv4: 0xC000_0200 + last + $0) }))
            parameters.append(.ipv6Hint([IPAddress(ipv6High: 0x2001_0DB8_0000_0000, low: UInt64(last))]))
        }
        return unfailing {
            try ServiceBinding(
                priority: UInt16(number(in: 1...2)), target: chance(2, in: 3) ? .root : host, parameters: parameters)
        }
    }
}
