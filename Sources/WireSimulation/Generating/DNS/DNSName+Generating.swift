import DNSWire
import WireTesting

extension Generator where Value == DNSName {
    /// Names of hosts, service types and instances under `local`, as multicast DNS sees them.
    public static var plausible: Generator { Generator { $0.plausibleName() } }

    /// From the root to names of 255 bytes: labels of 1 to 63 bytes of any value, and of 127 labels of one byte.
    public static var extreme: Generator { Generator { $0.extremeName() } }
}

extension SeededGenerator {
    mutating func plausibleName() -> DNSName {
        switch number(in: 0...5) {
        case 0: hostName()
        case 1: instanceName()
        case 2: DNSName.joined([pick(["5", "11", "200"]), "0", "77", "10", "in-addr", "arpa"].map { Array($0.utf8) })
        case 3:
            DNSName.joined([Array("_services".utf8), Array("_dns-sd".utf8), Array("_udp".utf8), Array("local".utf8)])
        default: serviceTypeName()
        }
    }

    mutating func hostName() -> DNSName {
        let host = pick(["iPad", "Annas-iPhone", "node-7", "reception-mac", "android", "printer"])
        let suffix = chance(1, in: 3) ? "-\(number(in: 2...40))" : ""
        return DNSName.joined([Array((host + suffix).utf8), Array("local".utf8)])
    }

    mutating func serviceTypeName() -> DNSName {
        let type = pick(["_http._tcp", "_txtchat._udp", "_ipp._tcp", "_airplay._tcp", "_meshtest._tcp", "_raop._tcp"])
        return unfailing { DNSName(presentation: type + ".local.") }
    }

    mutating func instanceName() -> DNSName {
        let type = serviceTypeName()
        return unfailing { try DNSName(labels: [Array(deviceName().utf8)]).appending(type) }
    }

    mutating func extremeName() -> DNSName { extreme { DNSName.extreme(from: &$0) } }
}

extension DNSName {
    /// The name of labels that are known to fit one.
    static func joined(_ labels: [[UInt8]]) -> DNSName { unfailing { try DNSName(labels: labels) } }
}
