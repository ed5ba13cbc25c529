import DNSWire
import WireCoding

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
}
