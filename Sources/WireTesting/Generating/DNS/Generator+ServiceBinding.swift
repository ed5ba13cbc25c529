import DNSWire
import WireCoding

extension Generator where Value == ServiceBinding {
    /// Data of web servers: the protocols beside HTTP/1.1, at times addresses or a port; one in four is an alias.
    public static var plausible: Generator { Generator { $0.plausibleServiceBinding() } }

    /// Parameters of all known keys, in any order, and of unknown ones; from none to all of them.
    public static var extreme: Generator { Generator { $0.extremeServiceBinding() } }
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

    mutating func extremeServiceBinding() -> ServiceBinding {
        var parameters: [ServiceBinding.Parameter] = []
        if chance(1, in: 2) {
            let identifiers = (0..<number(in: 1...4)).map { _ in extremeBytes(from: 1, upTo: 255) }
            parameters.append(unfailing { try .alpn(identifiers) })
        }
        if chance(1, in: 3) { parameters.append(.noDefaultALPN) }
        if chance(1, in: 2) { parameters.append(.port(boundary())) }
        if chance(1, in: 3) {
            parameters.append(.ipv4Hint((0..<number(in: 1...9)).map { _ in IPAddress(ipv4: boundary()) }))
        }
        if chance(1, in: 3) {
            parameters.append(
                .ipv6Hint((0..<number(in: 1...9)).map { _ in IPAddress(ipv6High: boundary(), low: boundary()) }))
        }
        if chance(1, in: 3) { parameters.append(.mandatory([.port, .alpn].prefix(number(in: 1...2)))) }
        // Unassigned keys, each in a separate range so that none occurs twice.
        for index in 0..<number(in: 0...3) {
            let key = ServiceBinding.Parameter.Key(rawValue: UInt16(index * 20000 + number(in: 7...5000)))
            parameters.append(ServiceBinding.Parameter(key: key, value: extremeBytes(upTo: 600)))
        }
        shuffle(&parameters)
        return unfailing {
            try ServiceBinding(priority: boundary(), target: extremeName(), parameters: parameters)
        }
    }
}
