import DNSWire
import WireCoding

/// Messages with all that JSON has to tell.
enum SampleMessages {
    /// One record of each type that is understood, and some that are not.
    static func all() throws -> DNSMessage {
        func name(_ text: String) throws -> DNSName {
            guard let name = DNSName(presentation: text) else {
                throw WireError(.invalidValue(0), field: "name", offset: 0)
            }
            return name
        }
        let host = try name("Kitchen.local.")
        let instance = try name("v1\\.2 \\255 caf\u{E9}._http._tcp.local.")
        func record(_ type: RecordType, _ data: RecordData, cacheFlush: Bool = true) -> ResourceRecord {
            ResourceRecord(name: instance, type: type, cacheFlush: cacheFlush, ttl: 120, data: data)
        }
        var message = DNSMessage(identifier: 77, flags: DNSFlags(rawValue: 0xAFB5))
        message.questions = [
            Question(name: instance, type: .any, wantsUnicastResponse: true),
            Question(name: .root, type: RecordType(rawValue: 65280), recordClass: .any),
        ]
        message.answers = [
            record(.a, .address(IPAddress(ipv4: 0x0A4D_000B))),
            record(.aaaa, .address(IPAddress(ipv6High: 0xFE80 << 48, low: 1))),
            record(.ptr, .pointer(host), cacheFlush: false), record(.cname, .canonicalName(host)),
            record(.ns, .nameServer(host)),
            record(.srv, .service(ServiceLocation(priority: 1, weight: 2, port: 8080, target: host))),
            record(.txt, .text([3, 0x61, 0x3D, 0x62, 0, 2, 0xFF, 0xFE])), record(.txt, .text([])),
            record(.nsec, .nextSecure(NextSecure(nextDomainName: instance, types: TypeBitmap([.txt, .srv, .any])))),
        ]
        message.authorities = [
            record(
                .soa,
                .startOfAuthority(
                    StartOfAuthority.with {
                        $0.primaryServer = host
                        $0.responsibleMailbox = instance
                        $0.serial = 0xFFFF_FFFF
                        ($0.refresh, $0.retry, $0.expire, $0.minimum) = (1, 2, 3, 4)
                    })),
            record(.mx, .mailExchange(MailExchange(preference: 10, exchange: host))),
            record(.hinfo, .hostInformation(try HostInformation(cpu: Array("x".utf8), operatingSystem: [0xFF]))),
            record(
                .naptr,
                .namingAuthorityPointer(
                    try NamingAuthorityPointer(
                        order: 1, preference: 2, flags: Array("U".utf8), services: Array("SIP".utf8),
                        substitution: Array("!^.*$!\\1!".utf8), replacement: .root))),
            record(
                .caa,
                .certificationAuthority(
                    try CertificationAuthorityAuthorization(flags: 128, tag: "issue", value: Array("ca.example".utf8)))),
            record(
                .caa, .certificationAuthority(try CertificationAuthorityAuthorization(tag: "x9", value: [0xFF]))),
            record(
                .https,
                .serviceBinding(
                    try ServiceBinding(
                        priority: 1, target: host,
                        parameters: [
                            .mandatory([.port]), .alpn([Array("h2".utf8)]), .noDefaultALPN, .port(443),
                            .ipv4Hint([IPAddress(ipv4: 1)]), .ipv6Hint([IPAddress(ipv6High: 0, low: 1)]),
                            ServiceBinding.Parameter(key: ServiceBinding.Parameter.Key(rawValue: 667), value: [1]),
                        ]))),
        ]
        message.additionals = [
            record(RecordType(rawValue: 65280), .raw([1, 2, 3])), record(.tsig, .raw([0, 1])),
            ResourceRecord(name: host, type: .txt, recordClass: .chaos, ttl: 0, data: .raw([1, 0x61])),
            ResourceRecord(
                name: .root, type: .opt, rawClass: 1440, ttl: 4500,
                data: .options([
                    EDNSOption(code: .owner, data: [0, 0, 2, 0x4D, 0x44, 0x4E, 0x53, 1]),
                    EDNSOption(code: EDNSOption.Code(rawValue: 65001), data: []),
                ])),
        ]
        return message
    }

    static func bytes(of message: DNSMessage) throws -> [UInt8] {
        var output = ByteWriter()
        try message.serialize(into: &output)
        return output.bytes
    }
}
