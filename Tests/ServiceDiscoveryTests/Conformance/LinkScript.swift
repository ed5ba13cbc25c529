import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// What hosts of a link sent, written by hand: `link.send(1, at: 0.25, .answer(.address("a.local", "10.0.0.1")))`.
struct LinkScript {
    static let group = IPAddress(ipv4: 0xE000_00FB)
    static let group6 = IPAddress(ipv6High: 0xFF02_0000_0000_0000, low: 0xFB)

    private(set) var log = ConformanceLog()
    private var frame = 0

    /// How a message is sent, where it is not as most are.
    struct Envelope {
        var to = LinkScript.group
        var sourcePort: UInt16 = 5353
        var destinationPort: UInt16 = 5353
        var hopLimit: UInt8 = 255
        var isFragmented = false
        var identification: UInt16?
        var compression = NameCompression.Scope.multicast
    }

    static func address(_ host: UInt8) -> IPAddress { IPAddress(ipv4: 0x0A00_0000 | UInt32(host)) }

    /// - Parameter host: The last byte of its addresses.
    /// - Returns: The frame.
    @discardableResult
    mutating func send(
        _ host: UInt8, at seconds: Double, _ message: DNSMessage, _ change: (inout Envelope) -> Void = { _ in }
    ) throws -> Int {
        try send(host, at: seconds, bytes: message.bytes(compression: .multicast), change)
    }

    @discardableResult
    mutating func send(
        _ host: UInt8, at seconds: Double, bytes: [UInt8], _ change: (inout Envelope) -> Void = { _ in }
    ) throws -> Int {
        var envelope = Envelope()
        change(&envelope)
        frame += 1
        let time = Int64(seconds * 1e9)
        let isIPv6 = envelope.to.isIPv6
        log.note(time: time)
        log.observe(
            bytes.span,
            of: ObservedDatagram(
                frame: frame, time: time, linkSource: LinkAddress(rawValue: 0x0200_0000_0000 | UInt64(host)),
                source: isIPv6
                    ? IPAddress(ipv6High: 0xFE80_0000_0000_0000, low: UInt64(host)) : Self.address(host),
                destination: envelope.to, sourcePort: envelope.sourcePort,
                destinationPort: envelope.destinationPort, identification: envelope.identification,
                hopLimit: envelope.hopLimit, isFragmented: envelope.isFragmented,
                networkLength: bytes.count + 8 + (isIPv6 ? 40 : 20)))
        return frame
    }

    /// A packet of something else: the capture goes on.
    mutating func pass(at seconds: Double) { log.note(time: Int64(seconds * 1e9)) }

    mutating func lose(_ packets: UInt64) { log.droppedPackets = packets }

    func finding(_ rule: String, of host: UInt8) throws -> ConformanceJudgement.Finding {
        let link = LinkAddress(rawValue: 0x0200_0000_0000 | UInt64(host))
        let card = try #require(ConformanceJudgement(log).hosts.first { $0.linkAddresses.contains(link) })
        return try #require(card.findings.first { $0.rule.id == rule }, "there is no rule \(rule)")
    }

    /// All rules that a host breaks.
    func broken(by host: UInt8) throws -> [String] {
        let link = LinkAddress(rawValue: 0x0200_0000_0000 | UInt64(host))
        let card = try #require(ConformanceJudgement(log).hosts.first { $0.linkAddresses.contains(link) })
        return card.findings.filter { $0.verdict == .broken }.map(\.rule.id)
    }
}

extension DNSName {
    /// A name that a test writes, which is one.
    static func of(_ text: String) -> DNSName { DNSName(presentation: text) ?? .root }
}

extension ResourceRecord {
    static func address(_ name: String, _ address: String, ttl: UInt32 = 120) -> ResourceRecord {
        let address = IPAddress(address) ?? IPAddress(ipv4: 0)
        return ResourceRecord(
            name: .of(name), type: address.isIPv6 ? .aaaa : .a, cacheFlush: true, ttl: ttl, data: .address(address))
    }

    static func service(_ name: String, port: UInt16 = 80, on host: String, ttl: UInt32 = 120) -> ResourceRecord {
        ResourceRecord(
            name: .of(name), type: .srv, cacheFlush: true, ttl: ttl,
            data: .service(ServiceLocation(port: port, target: .of(host))))
    }

    static func text(_ name: String, _ bytes: [UInt8] = [0], ttl: UInt32 = 4500) -> ResourceRecord {
        ResourceRecord(name: .of(name), type: .txt, cacheFlush: true, ttl: ttl, data: .text(bytes))
    }

    static func pointer(_ name: String, to target: String, ttl: UInt32 = 4500) -> ResourceRecord {
        ResourceRecord(name: .of(name), type: .ptr, ttl: ttl, data: .pointer(.of(target)))
    }

    static func denial(_ name: String, of others: [RecordType]) -> ResourceRecord {
        ResourceRecord(
            name: .of(name), type: .nsec, cacheFlush: true, ttl: 120,
            data: .nextSecure(NextSecure(nextDomainName: .of(name), types: TypeBitmap(others))))
    }

    /// The same without the cache-flush bit, as authority sections and known answers have it.
    var unflushed: ResourceRecord {
        var record = self
        record.rawClass = recordClass.rawValue
        return record
    }

    func living(_ seconds: UInt32) -> ResourceRecord {
        var record = self
        record.ttl = seconds
        return record
    }
}

extension DNSMessage {
    static func answer(_ records: ResourceRecord..., additionals: [ResourceRecord] = []) -> DNSMessage {
        DNSMessage(flags: .multicastResponse, answers: records, additionals: additionals)
    }

    static func question(
        _ name: String, _ type: RecordType, unicast: Bool = false, known: [ResourceRecord] = []
    ) -> DNSMessage {
        DNSMessage(
            questions: [Question(name: .of(name), type: type, wantsUnicastResponse: unicast)],
            answers: known.map(\.unflushed))
    }

    static func probe(_ records: ResourceRecord..., unicast: Bool = true, type: RecordType = .any) -> DNSMessage {
        var names: [DNSName] = []
        for record in records where !names.contains(record.name) { names.append(record.name) }
        return DNSMessage(
            questions: names.map { Question(name: $0, type: type, wantsUnicastResponse: unicast) },
            authorities: records.map(\.unflushed))
    }
}

/// A printer with one service, and the messages by which it comes to the link.
enum Printer {
    static let address = ResourceRecord.address("printer.local", "10.0.0.1")
    static let service = ResourceRecord.service("Desk._ipp._tcp.local", port: 631, on: "printer.local")
    static let text = ResourceRecord.text("Desk._ipp._tcp.local", [3, 0x61, 0x3D, 0x31])
    static let pointer = ResourceRecord.pointer("_ipp._tcp.local", to: "Desk._ipp._tcp.local")
    static let list = ResourceRecord.pointer("_services._dns-sd._udp.local", to: "_ipp._tcp.local")

    static let probe = DNSMessage.probe(address, service, text)
    static let announcement = DNSMessage.answer(address, service, text, pointer, list)

    /// Three probes and two announcements, the last one three seconds after the first probe.
    static func join(_ link: inout LinkScript, as host: UInt8 = 1, at start: Double) throws {
        for probe in 0..<3 { try link.send(host, at: start + 0.25 * Double(probe), Self.probe) }
        try link.send(host, at: start + 0.75, announcement)
        try link.send(host, at: start + 1.8, announcement)
    }
}
