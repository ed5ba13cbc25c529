import DNSWire
import ServiceDiscovery
import WireTesting

extension Generator where Value == ServiceType {
    /// Types as services register them, known ones and made-up ones.
    public static var plausible: Generator {
        Generator { random in
            let name = random.pick(["http", "txtchat", "ipp", "meshtest", random.letters(random.number(in: 1...15))])
            return unfailing { try ServiceType(name: name, transport: random.pick([.tcp, .udp])) }
        }
    }

    /// Types as they can be on the wire, most of which break the rules: service names of none to 62 bytes of any value.
    public static var extreme: Generator { Generator { $0.extremeServiceType() } }
}

extension Generator where Value == ServiceInstanceName {
    /// Names of devices with a proper type under `local`.
    public static var plausible: Generator {
        Generator { random in
            let type = Generator<ServiceType>.plausible.next(&random)
            return unfailing { try ServiceInstanceName(instance: random.deviceName(), type: type) }
        }
    }

    /// Instances of 1 to 63 bytes of any value, with any type and a domain of one to three labels.
    public static var extreme: Generator { Generator { $0.extremeInstanceName() } }
}

extension SeededGenerator {
    fileprivate mutating func extremeServiceType() -> ServiceType {
        let label = [0x5F] + extremeBytes(upTo: DNSName.maximumLabelLength - 1)
        let name = DNSName.joined([label, Array(pick(["_tcp", "_udp", "_TCP"]).utf8)])
        return unfailing { ServiceType(observed: name) }
    }

    fileprivate mutating func extremeInstanceName() -> ServiceInstanceName {
        while true {
            let instance = DNSName.joined([extremeBytes(from: 1, upTo: DNSName.maximumLabelLength)])
            let domain = DNSName.joined(
                (0..<number(in: 1...3)).map { _ in
                    pick([Array("local".utf8), Array(letters(9).utf8), bytes(number(in: 1...30))])
                })
            let name = try? instance.appending(extremeServiceType().relativeName).appending(domain)
            // By chance the labels may ask for subtypes or allow another split.
            if let name, let service = ServiceInstanceName(name) { return service }
        }
    }
}
