import DNSWire
import ServiceDiscovery
import WireCoding
import WireSimulation
import WireTesting

/// The lives of services as the library itself writes them: queries with long lists of known answers, probes,
/// announcements, responses of every kind, goodbyes. For other programs to judge.
struct RegistrationSource {
    /// One message and who sends it.
    struct Datagram {
        let host: Int
        /// The host that receives it, nil for all of them.
        var receiver: Int?
        /// Another port than 5353 where a plain resolver asks, or is answered.
        var sourcePort: UInt16 = WellKnownPort.multicastDNS
        var destinationPort: UInt16 = WellKnownPort.multicastDNS
        let payload: [UInt8]
    }

    private let registrations: [ServiceRegistration]
    private static let legacyPort: UInt16 = 54321

    init(services: Int) throws {
        let type = try ServiceType(name: "yourmesh", transport: .tcp)
        registrations = try (0..<services).map { number in
            try ServiceRegistration(
                name: ServiceInstanceName(instance: "Peer \(number)’s iPad (2). \\o/", type: type),
                subtypes: number % 3 == 0 ? ["_games"] : [], port: UInt16(7000 + number % 1000),
                host: DNSName(labels: ["host-\(number)", "local"].map { Array($0.utf8) }),
                addresses: [
                    SyntheticHost(number: number + 1).address, IPAddress(ipv6High: 0xFE80 << 48, low: UInt64(number)),
                ],
                attributes: TXTRecord([
                    .init(key: "peerID", value: "3F2504E0-4F89-41D3-9A0C-\(100_000_000_000 + number)"),
                    .init(key: "flag", value: nil), .init(key: "binary", value: [0, 255, 61]),
                ]))
        }
    }

    /// All that happens, in order.
    func datagrams() throws -> [Datagram] {
        var datagrams: [Datagram] = []
        let browse = Question(name: registrations[0].typeName, type: .ptr, wantsUnicastResponse: true)
        for (host, registration) in registrations.enumerated() {
            for turn in 0..<3 {
                try datagrams.append(datagram(registration.probe(wantsUnicastResponse: turn == 0), from: host))
            }
            for message in try registration.announcement() { try datagrams.append(datagram(message, from: host)) }
            try datagrams += responses(of: registration, host)
        }
        let known = registrations.map { $0.sharedRecords[1] }
        for message in try DNSMessage.multicastQuery([browse], knownAnswers: known) {
            try datagrams.append(datagram(message, from: 0))
        }
        for (host, registration) in registrations.enumerated() {
            let isLast = host == registrations.count - 1
            for message in try registration.goodbye(isLastOnHost: true, isLastOfType: isLast) {
                try datagrams.append(datagram(message, from: host))
            }
        }
        return datagrams
    }

    /// The questions of a browser and of a plain resolver, and the answers to them.
    private func responses(of registration: ServiceRegistration, _ host: Int) throws -> [Datagram] {
        var datagrams: [Datagram] = []
        let asker = (host + 1) % registrations.count
        for (name, type) in [
            (registration.typeName, RecordType.ptr), (registration.name.fullName, .srv),
            (registration.name.fullName, .any),
            (registration.host, .aaaa), (registration.host, .hinfo), (registration.typeEnumerationName, .ptr),
        ] {
            let query = DNSMessage(questions: [Question(name: name, type: type)])
            try datagrams.append(datagram(query, from: asker))
            for message in try registration.response(to: query) ?? [] {
                try datagrams.append(datagram(message, from: host))
            }
            let legacy = DNSMessage(identifier: UInt16(host & 0xFFFF), questions: query.questions)
            guard let response = registration.legacyResponse(to: legacy) else { continue }
            try datagrams.append(datagram(legacy, from: asker, sourcePort: Self.legacyPort))
            try datagrams.append(
                datagram(response, from: host, to: asker, destinationPort: Self.legacyPort, compression: .unicast))
        }
        return datagrams
    }

    private func datagram(
        _ message: DNSMessage, from host: Int, to receiver: Int? = nil, sourcePort: UInt16 = WellKnownPort.multicastDNS,
        destinationPort: UInt16 = WellKnownPort.multicastDNS,
        compression: NameCompression.Scope = .multicast
    ) throws -> Datagram {
        var writer = ByteWriter()
        try message.serialize(into: &writer, compression: compression)
        return Datagram(
            host: host, receiver: receiver, sourcePort: sourcePort, destinationPort: destinationPort,
            payload: writer.bytes)
    }
}
