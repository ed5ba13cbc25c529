import DNSWire
import WireCoding

/// The records that a host wants to publish under one name, which may have to change: the records of the name, and the
/// pointers that lead to it.
public struct ClaimedRecords: Hashable, Sendable {
    /// The name's first label, which is what changes.
    public let label: [UInt8]
    /// The rest of the name: a service type and its domain, or a domain.
    public let parent: DNSName
    /// The kind of name, which decides how it changes.
    public let subject: RenameRule.Subject
    /// The whole name.
    public let name: DNSName
    /// Records of the name, each the only one of its kind, with the cache-flush bit that they have in responses.
    public let unique: [ResourceRecord]
    /// Which types the name has, and so that it has no others (RFC 6762 §6.1), with the cache-flush bit.
    public let denial: ResourceRecord
    /// Pointers to the name, which other hosts may have beside them.
    public let pointers: [ResourceRecord]
    /// The pointer that lists the service's type among the types of its domain (RFC 6763 §9), nil for a host. Other
    /// services of the type have it too, so that goodbyes do not take it back.
    public let typeEnumerationPointer: ResourceRecord?

    /// - Parameter contents: The records of the name, under any name.
    init(
        label: [UInt8], parent: DNSName, subject: RenameRule.Subject, contents: [ResourceRecord],
        denialTimeToLive: UInt32, pointing: [DNSName] = [], typeEnumeration: DNSName? = nil, timeToLive: UInt32
    ) throws(WireError) {
        let name = try DNSName(labels: [label]).appending(parent)
        self.label = label
        self.parent = parent
        self.subject = subject
        self.name = name
        unique = contents.map {
            ResourceRecord(name: name, type: $0.type, cacheFlush: true, ttl: $0.ttl, data: $0.data)
        }
        let next = NextSecure(nextDomainName: name, types: TypeBitmap(Set(contents.map(\.type))))
        denial = ResourceRecord(
            name: name, type: .nsec, cacheFlush: true, ttl: denialTimeToLive, data: .nextSecure(next))
        pointers = pointing.map {
            ResourceRecord(name: $0, type: .ptr, ttl: timeToLive, data: .pointer(name))
        }
        typeEnumerationPointer = typeEnumeration.map {
            ResourceRecord(name: $0, type: .ptr, ttl: timeToLive, data: .pointer(parent))
        }
    }

    /// The records of an instance of a service (RFC 6763 §4), with the usual times to live (RFC 6762 §10).
    ///
    /// ``init(_:)`` makes them of a ``ServiceRegistration``; this takes labels of any bytes.
    ///
    /// - Parameters:
    ///   - instance: The instance's label, unescaped.
    ///   - type: The service's type.
    ///   - domain: Where the service is, usually `local`.
    ///   - location: The data of its SRV record.
    ///   - text: The data of its TXT record. Empty data becomes the single zero byte that represents it (RFC 6763
    ///     §6.1).
    ///   - subtypes: Labels of subtypes, each of which has a pointer to the instance too (RFC 6763 §7.1).
    /// - Throws: Which label or name is empty or over its limit.
    public init(
        instance: [UInt8], type: ServiceType, domain: DNSName = .local, location: ServiceLocation,
        text: [UInt8] = [0], subtypes: [[UInt8]] = []
    ) throws(WireError) {
        let parent = try type.relativeName.appending(domain)
        let subtypeNames = try subtypes.map { (subtype) throws(WireError) in
            try DNSName(labels: [subtype, Array("_sub".utf8)]).appending(parent)
        }
        try self.init(
            label: instance, parent: parent, subject: .service,
            contents: [
                ResourceRecord(
                    name: parent, type: .srv, ttl: ServiceRegistration.defaultHostTimeToLive, data: .service(location)),
                ResourceRecord(
                    name: parent, type: .txt, ttl: ServiceRegistration.defaultTimeToLive,
                    data: .text(text.isEmpty ? [0] : text)),
            ],
            denialTimeToLive: ServiceRegistration.defaultTimeToLive, pointing: [parent] + subtypeNames,
            // A domain may have room for the service and none for the longer name that lists its type.
            typeEnumeration: try? ServiceTypeName.typeEnumeration(in: domain),
            timeToLive: ServiceRegistration.defaultTimeToLive)
    }

    /// The addresses of a host, by default with the usual time to live (RFC 6762 §10).
    ///
    /// - Parameters:
    ///   - host: The label of the host.
    ///   - domain: Where it is, usually `local`.
    ///   - addresses: Its addresses.
    ///   - timeToLive: Seconds.
    /// - Throws: Which label or name is empty or over its limit.
    public init(
        host: [UInt8], domain: DNSName = .local, addresses: [IPAddress],
        timeToLive: UInt32 = ServiceRegistration.defaultHostTimeToLive
    ) throws(WireError) {
        try self.init(
            label: host, parent: domain, subject: .host,
            contents: addresses.map {
                ResourceRecord(name: domain, type: $0.isIPv6 ? .aaaa : .a, ttl: timeToLive, data: .address($0))
            },
            denialTimeToLive: timeToLive, timeToLive: timeToLive)
    }

    /// The same under another label.
    ///
    /// - Throws: That the label is empty or over its limit, or that the whole name is.
    public func renamed(to label: [UInt8]) throws(WireError) -> ClaimedRecords {
        try ClaimedRecords(
            label: label, parent: parent, subject: subject, contents: unique,
            denialTimeToLive: denial.ttl, pointing: pointers.map(\.name),
            typeEnumeration: typeEnumerationPointer?.name, timeToLive: pointers.first?.ttl ?? denial.ttl)
    }
}

extension ClaimedRecords {
    /// The records that a probe shows as authorities, without cache-flush bit (RFC 6762 §10.2).
    func proposed(by profile: ProbingProfile) -> [ResourceRecord] {
        asksForPointer(profile)
            ? Array(pointers.prefix(1)) : probed(by: profile).map { $0.with(cacheFlush: false) }
    }

    /// Whether probes are about the pointer to the name. Names without one are probed for themselves.
    func asksForPointer(_ profile: ProbingProfile) -> Bool {
        profile.probeForm == .typePointer && !pointers.isEmpty
    }

    /// The records that conflicts are looked for in.
    func probed(by profile: ProbingProfile) -> [ResourceRecord] {
        unique.filter { !profile.unprobedTypes.contains($0.type) }
    }

    /// A probe (RFC 6762 §8.1).
    ///
    /// - Parameters:
    ///   - profile: Which form it has.
    ///   - number: 1 for the first one.
    func probe(_ profile: ProbingProfile, number: Int) -> DNSMessage {
        let wantsUnicast =
            switch profile.unicastProbes {
            case .none: false
            case .first: number == 1
            case .all: true
            }
        var message = DNSMessage(authorities: proposed(by: profile))
        if asksForPointer(profile) {
            message.flags.isAuthoritative = true
            message.questions = [Question(name: parent, type: .ptr, wantsUnicastResponse: wantsUnicast)]
        } else {
            message.questions = [Question(name: name, type: .any, wantsUnicastResponse: wantsUnicast)]
        }
        return message
    }

    /// All records, unasked (RFC 6762 §8.3), or as answer to a probe; ``denial`` is an additional one.
    public var announcement: DNSMessage {
        DNSMessage(
            flags: .multicastResponse, answers: (typeEnumerationPointer.map { [$0] } ?? []) + pointers + unique,
            additionals: [denial])
    }

    /// Takes records back (RFC 6762 §10.1).
    func goodbye(pointersOnly: Bool) -> DNSMessage {
        let records = pointersOnly && !pointers.isEmpty ? pointers : pointers + unique
        return DNSMessage(flags: .multicastResponse, answers: records.map { $0.with(ttl: 0) })
    }
}
