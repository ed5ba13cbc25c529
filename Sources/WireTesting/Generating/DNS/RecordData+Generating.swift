import DNSWire
import WireCoding

extension Generator where Value == ServiceBinding {
    /// Parameters of all known keys, in any order, and of unknown ones; from none to all of them.
    public static var extreme: Generator { Generator { $0.extremeServiceBinding() } }
}

extension SeededGenerator {
    /// Data of a type that the module reads.
    mutating func extremeData(of type: RecordType) -> RecordData {
        switch type {
        case .a: .address(IPAddress(ipv4: boundary()))
        case .aaaa: .address(IPAddress(ipv6High: boundary(), low: boundary()))
        case .ptr: .pointer(extremeName())
        case .cname: .canonicalName(extremeName())
        case .ns: .nameServer(extremeName())
        case .srv:
            .service(
                ServiceLocation(priority: boundary(), weight: boundary(), port: boundary(), target: extremeName()))
        case .txt: .text(chance(1, in: 2) ? extremeText() : extremeBytes(upTo: 2000))
        case .nsec:
            .nextSecure(
                NextSecure(
                    nextDomainName: extremeName(),
                    types: TypeBitmap((0..<extremeCount(upTo: 300)).map { _ in RecordType(rawValue: boundary()) })))
        case .opt:
            .options(
                (0..<extremeCount(upTo: 60)).map { _ in
                    EDNSOption(
                        code: EDNSOption.Code(rawValue: chance(1, in: 2) ? UInt16(number(in: 0...20)) : boundary()),
                        data: extremeBytes(upTo: 300))
                })
        case .soa:
            .startOfAuthority(
                StartOfAuthority(
                    primaryServer: extremeName(), responsibleMailbox: extremeName(), serial: boundary(),
                    refresh: boundary(), retry: boundary(), expire: boundary(), minimum: boundary()))
        case .mx: .mailExchange(MailExchange(preference: boundary(), exchange: extremeName()))
        case .hinfo:
            .hostInformation(
                unfailing {
                    try HostInformation(cpu: extremeBytes(upTo: 255), operatingSystem: extremeBytes(upTo: 255))
                })
        case .naptr: .namingAuthorityPointer(extremeAuthorityPointer())
        case .svcb, .https: .serviceBinding(extremeServiceBinding())
        default: .raw(extremeBytes(upTo: 2000))
        }
    }

    private mutating func extremeAuthorityPointer() -> NamingAuthorityPointer {
        unfailing {
            try NamingAuthorityPointer(
                order: boundary(), preference: boundary(), flags: extremeBytes(upTo: 255),
                services: extremeBytes(upTo: 255), substitution: extremeBytes(upTo: 255), replacement: extremeName())
        }
    }

    fileprivate mutating func extremeServiceBinding() -> ServiceBinding {
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
        // Keys that nobody assigned, each in a range of its own so that none comes twice.
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
