import DNSWire
import PacketCapture
import ServiceDiscovery
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting

@testable import TraceAnalysis

/// A link on which made-up hosts claim names, as packets for the analyzer. Times are seconds after the first packet.
struct NamingScene {
    /// A host with an IPv4 and an IPv6 address, and the port that it has for its services.
    struct Host {
        let number: Int
        /// Without the domain.
        let name: String

        init(_ number: Int, _ name: String) {
            self.number = number
            self.name = name
        }

        static let anna = Host(1, "anna")
        static let bert = Host(2, "bert")
        static let carl = Host(3, "carl")

        var port: UInt16 { 7000 + UInt16(number) }
        var overIPv4: SyntheticHost { SyntheticHost(number: number) }
        var overIPv6: SyntheticHost {
            SyntheticHost(
                linkAddress: overIPv4.linkAddress, address: IPAddress(ipv6High: 0xFE80 << 48, low: UInt64(number)))
        }
        var hostName: String { "\(name).local." }
        var address: String { overIPv4.address.description }

        /// The same host under another name.
        func named(_ name: String) -> Host { Host(number, name) }
    }

    static let type = "_chat._tcp"
    static let everybody = SyntheticHost(
        linkAddress: LinkAddress(rawValue: 0x0100_5E00_00FB), address: IPAddress(ipv4: 0xE000_00FB))
    static let everybodyOverIPv6 = SyntheticHost(
        linkAddress: LinkAddress(rawValue: 0x3333_0000_00FB), address: IPAddress(ipv6High: 0xFF02 << 48, low: 0xFB))

    private(set) var capture = SyntheticCapture()

    /// The frame that was added last.
    var frame: Int { capture.frames }

    func report(declaring declarations: AppServiceDeclarations? = nil) async throws -> TraceReport {
        try await TraceAnalyzer(declarations: declarations).analyze(CaptureFile.open(bytes: capture.bytes))
    }

    /// The same, of a capture that goes on until then.
    func report(until seconds: Double) async throws -> TraceReport {
        var scene = self
        try scene.ask("_other._tcp", .ptr, from: Host(99, "late"), at: seconds)
        return try await scene.report()
    }
}

// MARK: - Packets

extension NamingScene {
    /// Takes some packets of another capture.
    ///
    /// - Parameter frames: Their numbers there.
    mutating func take(_ other: SyntheticCapture, only frames: [Int]) throws {
        var reader = try CaptureFile.open(bytes: other.bytes).makeReader()
        var number = 0
        while let record = try reader.next() {
            number += 1
            if frames.contains(number) { try capture.append(reader.bytes.copied(), at: record.time) }
        }
    }

    /// - Parameters:
    ///   - other: The only host to get it; everybody where it is nil.
    ///   - ports: Source and destination.
    mutating func send(
        _ message: DNSMessage, from host: Host, at seconds: Double, to other: Host? = nil, overIPv6: Bool = false,
        ports: (UInt16, UInt16) = (5353, 5353)
    ) throws {
        var writer = ByteWriter()
        try message.serialize(into: &writer)
        let group = overIPv6 ? Self.everybodyOverIPv6 : Self.everybody
        try capture.append(
            udpFrom: ports.0, to: ports.1, payload: writer.bytes, from: overIPv6 ? host.overIPv6 : host.overIPv4,
            to: other.map { overIPv6 ? $0.overIPv6 : $0.overIPv4 } ?? group,
            at: 1_700_000_000_000_000_000 + Int64((seconds * 1e9).rounded()))
    }

    /// A probe as RFC 6762 §8.1 has it.
    mutating func probe(
        _ label: String, of host: Host, port: UInt16? = nil, type: String = type, text: [String] = [],
        at seconds: Double, responder: ResponderFamily? = nil
    ) throws {
        let records = try [
            Self.location(label, port ?? host.port, host.hostName, type: type),
            Self.text(label, text.isEmpty ? ["port=\(port ?? host.port)"] : text, type: type),
        ]
        var message = DNSMessage.probe(for: records, wantsUnicastResponse: responder == .apple)
        if responder == .apple { message.additionals = [Self.owner(of: host)] }
        try send(message, from: host, at: seconds)
    }

    /// How python-zeroconf asks for a name: for the type, with the pointer that it wants to tell.
    mutating func probeWithPointer(_ label: String, of host: Host, at seconds: Double) throws {
        var flags = DNSFlags.query
        flags.isAuthoritative = true
        let message = DNSMessage(
            flags: flags,
            questions: [Question(name: try Self.name(Self.type + ".local."), type: .ptr, wantsUnicastResponse: true)],
            authorities: [try Self.pointer(label)])
        try send(message, from: host, at: seconds)
    }

    /// An announcement, or the answer to whatever was asked.
    mutating func announce(
        _ label: String, of host: Host, port: UInt16? = nil, type: String = type, text: [String] = [],
        at seconds: Double, to other: Host? = nil, overIPv6: Bool = false, responder: ResponderFamily? = nil,
        sequence: UInt8 = 0, changing change: (inout [ResourceRecord]) -> Void = { _ in }
    ) throws {
        var records = try [
            Self.pointer(label, type: type), Self.location(label, port ?? host.port, host.hostName, type: type),
            Self.text(label, text.isEmpty ? ["port=\(port ?? host.port)"] : text, type: type),
            Self.address(of: host),
        ]
        change(&records)
        var message = DNSMessage(flags: .multicastResponse, answers: records)
        if responder == .apple { message.additionals = [Self.owner(of: host, sequence: sequence)] }
        try send(message, from: host, at: seconds, to: other, overIPv6: overIPv6)
    }

    mutating func goodbye(_ label: String, of host: Host, type: String = type, at seconds: Double) throws {
        try send(
            DNSMessage(flags: .multicastResponse, answers: [Self.pointer(label, type: type, ttl: 0)]), from: host,
            at: seconds)
    }

    /// A question for a name below `local`.
    mutating func ask(
        _ name: String, _ questionType: RecordType, from host: Host, at seconds: Double, unicast: Bool = false,
        knowing labels: [String] = [], truncated: Bool = false, sourcePort: UInt16 = 5353, overIPv6: Bool = false
    ) throws {
        var flags = DNSFlags.query
        flags.isTruncated = truncated
        let message = DNSMessage(
            flags: flags,
            questions: [
                Question(name: try Self.name(name + ".local."), type: questionType, wantsUnicastResponse: unicast)
            ], answers: try labels.map { try Self.pointer($0) })
        try send(message, from: host, at: seconds, overIPv6: overIPv6, ports: (sourcePort, 5353))
    }

    /// A host's addresses, wanted or told.
    mutating func claimHost(
        _ host: Host, at seconds: Double, probing: Bool = false, addresses: [String]? = nil, flushes: Bool = true,
        ttl: UInt32 = 120, responder: ResponderFamily? = nil
    ) throws {
        let records =
            try addresses.map {
                try $0.map { try Self.address($0, of: host.hostName, flushes: flushes).with(ttl: ttl) }
            }
            ?? [Self.address(of: host)]
        var message =
            probing
            ? DNSMessage.probe(for: records, wantsUnicastResponse: responder == .apple)
            : DNSMessage(flags: .multicastResponse, answers: records)
        if responder == .apple { message.additionals = [Self.owner(of: host)] }
        try send(message, from: host, at: seconds)
    }
}

extension NamingScene {
    /// Opens a TCP connection over IPv4.
    mutating func connect(_ host: Host, to other: Host, port: UInt16, at seconds: Double) throws {
        var connection = SyntheticConnection(
            from: host.overIPv4, port: 50000, to: other.overIPv4, port: port)
        try connection.open(at: 1_700_000_000_000_000_000 + Int64((seconds * 1e9).rounded()), in: &capture)
    }
}

// MARK: - Records

extension NamingScene {
    static func name(_ text: String) throws -> DNSName { try #require(DNSName(presentation: text)) }

    static func instance(_ label: String, type: String = type) throws -> DNSName {
        try DNSName(labels: [Array(label.utf8)]).appending(name(type + ".local."))
    }

    static func pointer(_ label: String, type: String = type, ttl: UInt32 = 4500) throws -> ResourceRecord {
        ResourceRecord(
            name: try name(type + ".local."), type: .ptr, ttl: ttl, data: .pointer(try instance(label, type: type)))
    }

    static func location(
        _ label: String, _ port: UInt16, _ host: String, type: String = type, ttl: UInt32 = 120
    ) throws -> ResourceRecord {
        ResourceRecord(
            name: try instance(label, type: type), type: .srv, cacheFlush: true, ttl: ttl,
            data: .service(ServiceLocation(port: port, target: try name(host))))
    }

    static func text(_ label: String, _ entries: [String], type: String = type) throws -> ResourceRecord {
        let rdata = entries.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + Array($0.utf8) }
        return ResourceRecord(
            name: try instance(label, type: type), type: .txt, cacheFlush: true, ttl: 4500, data: .text(rdata))
    }

    static func address(of host: Host) throws -> ResourceRecord { try address(host.address, of: host.hostName) }

    static func address(_ text: String, of host: String, flushes: Bool = true) throws -> ResourceRecord {
        let address = try #require(IPAddress(text))
        return ResourceRecord(
            name: try name(host), type: address.isIPv6 ? .aaaa : .a, cacheFlush: flushes, ttl: 120,
            data: .address(address))
    }

    /// The option that only Apple's responders send.
    static func owner(of host: Host, sequence: UInt8 = 0) -> ResourceRecord {
        var data = ByteWriter()
        OwnerOption(sequence: sequence, primaryAddress: host.overIPv4.linkAddress).serialize(into: &data)
        return ResourceRecord(
            name: .root, type: .opt, rawClass: 1440, ttl: 4500,
            data: .options([EDNSOption(code: .owner, data: data.bytes)]))
    }
}

// MARK: - What the report says

extension TraceReport {
    /// `old → new (style)`, in order of the services.
    var renames: [String] {
        services.compactMap { service in
            guard let old = services.first(where: { $0.id == service.renamedFrom }) else { return nil }
            return "\(old.instance) → \(service.instance) (\(service.renameStyle ?? "-"))"
        }
    }

    /// The service with that name and holder.
    func service(
        _ label: String, of host: NamingScene.Host, port: UInt16? = nil, type: String = NamingScene.type
    ) throws -> Service {
        try #require(
            services.first {
                $0.instance == label && $0.type == type && ($0.port ?? 0) == Int(port ?? host.port)
            }, "\(label) of \(host.name)")
    }

    func findings(_ code: String) -> [Finding] { findings.filter { $0.code.rawValue == code } }

    var codes: [String] { findings.map(\.code.rawValue) }
}

extension Service {
    /// The kinds of its events without the questions.
    var story: [Event.Kind] { timeline.map(\.event).filter { $0 != .query } }

    func events(_ kind: Event.Kind) -> [Event] { timeline.filter { $0.event == kind } }
}
