import DNSWire
import WireCoding
import WireTesting

/// Values of every kind that the module can write, small enough to be made by the thousand.
extension SeededGenerator {
    mutating func name() throws -> DNSName {
        var labels: [[UInt8]] = []
        for _ in 0..<number(in: 0...4) {
            labels.append(pick([Array("local".utf8), Array("_tcp".utf8), bytes(number(in: 1...20))]))
        }
        return try DNSName(labels: labels)
    }

    mutating func record() throws -> ResourceRecord {
        let (type, data) = try typeAndData()
        let ttl = UInt32(truncatingIfNeeded: next())
        if type == .opt {
            let size = UInt16(truncatingIfNeeded: next())
            return ResourceRecord(name: .root, type: .opt, rawClass: size, ttl: ttl, data: data)
        }
        return ResourceRecord(name: try name(), type: type, cacheFlush: chance(1, in: 2), ttl: ttl, data: data)
    }

    private mutating func typeAndData() throws -> (RecordType, RecordData) {
        switch number(in: 0...15) {
        case 0: return (.a, .address(IPAddress(ipv4: UInt32(truncatingIfNeeded: next()))))
        case 1: return (.aaaa, .address(IPAddress(ipv6High: next(), low: next())))
        case 2: return (.ptr, .pointer(try name()))
        case 3: return (.cname, .canonicalName(try name()))
        case 4: return (.ns, .nameServer(try name()))
        case 5:
            let port = UInt16(truncatingIfNeeded: next())
            return (.srv, .service(ServiceLocation(priority: port &* 7, weight: 3, port: port, target: try name())))
        case 6: return (.txt, .text(bytes(number(in: 0...40))))
        case 7:
            let types = (0..<number(in: 0...6)).map { _ in RecordType(rawValue: UInt16(truncatingIfNeeded: next())) }
            return (.nsec, .nextSecure(NextSecure(nextDomainName: try name(), types: TypeBitmap(types))))
        case 8:
            let options = (0..<number(in: 0...3)).map { _ in
                EDNSOption(code: EDNSOption.Code(rawValue: UInt16(number(in: 0...20))), data: bytes(number(in: 0...20)))
            }
            return (.opt, .options(options))
        case 9:
            return (
                .soa,
                .startOfAuthority(
                    StartOfAuthority(
                        primaryServer: try name(), responsibleMailbox: try name(), serial: number32(),
                        refresh: number32(), retry: number32(), expire: number32(), minimum: number32()))
            )
        case 10:
            return (.mx, .mailExchange(MailExchange(preference: UInt16(number(in: 0...65535)), exchange: try name())))
        case 11:
            let host = try HostInformation(cpu: bytes(number(in: 0...9)), operatingSystem: bytes(number(in: 0...255)))
            return (.hinfo, .hostInformation(host))
        case 12: return (.naptr, .namingAuthorityPointer(try namingAuthorityPointer()))
        case 13: return (pick([.svcb, .https]), .serviceBinding(try serviceBinding()))
        case 14:
            // Malformed in every message, wherever it is found to be so.
            let error = WireError(.invalidValue(0), field: "RDATA", offset: number(in: 0...99))
            return (.a, .malformed(pick([bytes(3), bytes(5)]), error))
        default: return (RecordType(rawValue: UInt16(number(in: 1000...2000))), .raw(bytes(number(in: 0...30))))
        }
    }

    private mutating func number32() -> UInt32 { UInt32(truncatingIfNeeded: next()) }

    mutating func namingAuthorityPointer() throws -> NamingAuthorityPointer {
        try NamingAuthorityPointer(
            order: UInt16(number(in: 0...65535)), preference: UInt16(number(in: 0...9)),
            flags: bytes(number(in: 0...2)),
            services: bytes(number(in: 0...12)), substitution: bytes(number(in: 0...40)), replacement: try name())
    }

    mutating func serviceBinding() throws -> ServiceBinding {
        var parameters: [ServiceBinding.Parameter] = []
        if chance(1, in: 2) {
            parameters.append(try .alpn((0..<number(in: 1...3)).map { _ in bytes(number(in: 1...6)) }))
        }
        if chance(1, in: 3) { parameters.append(.noDefaultALPN) }
        if chance(1, in: 2) { parameters.append(.port(UInt16(number(in: 0...65535)))) }
        if chance(1, in: 3) { parameters.append(.ipv4Hint([IPAddress(ipv4: number32())])) }
        if chance(1, in: 3) {
            parameters.append(.ipv6Hint((0..<number(in: 1...3)).map { _ in IPAddress(ipv6High: next(), low: next()) }))
        }
        if chance(1, in: 3) { parameters.append(.mandatory([.port, .alpn].prefix(number(in: 1...2)))) }
        for index in 0..<number(in: 0...2) {
            let key = ServiceBinding.Parameter.Key(rawValue: UInt16(index * 40000 + number(in: 7...20000)))
            parameters.append(ServiceBinding.Parameter(key: key, value: bytes(number(in: 0...20))))
        }
        return try ServiceBinding(
            priority: UInt16(number(in: 0...3)), target: try name(), parameters: parameters.reversed())
    }

    mutating func message() throws -> DNSMessage {
        var message = DNSMessage(
            identifier: UInt16(truncatingIfNeeded: next()),
            flags: DNSFlags(rawValue: UInt16(truncatingIfNeeded: next())))
        for _ in 0..<number(in: 0...3) {
            let type = RecordType(rawValue: UInt16(truncatingIfNeeded: next()))
            message.questions.append(
                Question(name: try name(), type: type, rawClass: UInt16(truncatingIfNeeded: next())))
        }
        for _ in 0..<number(in: 0...6) { message.answers.append(try record()) }
        for _ in 0..<number(in: 0...3) { message.authorities.append(try record()) }
        for _ in 0..<number(in: 0...3) { message.additionals.append(try record()) }
        return message
    }
}
