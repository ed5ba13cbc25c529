import DNSWire
import WireCoding

/// A service that a host offers, and the records that say so (RFC 6763 §4 to §7, RFC 6762 §10).
///
/// | record | name | data | kind | time to live |
/// |---|---|---|---|---|
/// | PTR | `_services._dns-sd._udp.<domain>` | type | shared | ``timeToLive`` |
/// | PTR | type | instance | shared | ``timeToLive`` |
/// | PTR | subtype, for each | instance | shared | ``timeToLive`` |
/// | SRV | instance | port, host | unique | ``hostTimeToLive`` |
/// | TXT | instance | attributes | unique | ``timeToLive`` |
/// | A, AAAA | host, for each address | address | unique | ``hostTimeToLive`` |
/// | NSEC | instance | SRV and TXT are there | unique | ``timeToLive`` |
/// | NSEC | host | which addresses are there | unique | ``hostTimeToLive`` |
///
/// ```swift
/// let service = try ServiceRegistration(name: name, port: 8080, host: host, addresses: addresses)
/// for message in try service.announcement() { … }
/// ```
///
/// How a host comes by the two names is the matter of a ``NameClaim`` for each: ``ClaimedRecords`` takes them out of a
/// registration.
public struct ServiceRegistration: Hashable, Sendable {
    /// Seconds for which records that name a host are believed (RFC 6762 §10).
    public static let defaultHostTimeToLive: UInt32 = 120
    /// Seconds for which all other records are believed (RFC 6762 §10): 75 minutes.
    public static let defaultTimeToLive: UInt32 = 4500

    /// Instance, type and domain.
    public private(set) var name: ServiceInstanceName
    /// The port of the SRV record, TCP or UDP by the type.
    public internal(set) var port: UInt16
    /// The name of the host that the service runs on: `Kitchen.local.`
    public internal(set) var host: DNSName
    /// The host's, in the order in which they are announced.
    public let addresses: [IPAddress]
    /// The attributes of the TXT record.
    public internal(set) var attributes: TXTRecord
    /// The time to live of the records that name the host.
    public let hostTimeToLive: UInt32
    /// The time to live of all other records.
    public let timeToLive: UInt32
    /// The names under which the instance is listed too: `_printer._sub._http._tcp.local.`
    public let subtypeNames: [DNSName]

    /// `_http._tcp.local.`
    public let typeName: DNSName
    /// `_services._dns-sd._udp.local.`
    public let typeEnumerationName: DNSName

    /// - Parameters:
    ///   - name: Instance, type and domain.
    ///   - subtypes: Labels of 1 to 63 bytes, usually with an underscore in front (RFC 6763 §7.1).
    ///   - port: The port of the SRV record.
    ///   - host: The name of the host that the service runs on.
    ///   - addresses: The host's, in the order in which they are announced.
    ///   - attributes: The TXT record's; by default none.
    ///   - hostTimeToLive: Seconds for which records that name the host are believed.
    ///   - timeToLive: Seconds for which all other records are believed.
    /// - Throws: `WireError` for a subtype that is not a label, or that makes the name too long.
    public init(
        name: ServiceInstanceName, subtypes: [String] = [], port: UInt16, host: DNSName, addresses: [IPAddress] = [],
        attributes: TXTRecord = TXTRecord(observed: [0]), hostTimeToLive: UInt32 = defaultHostTimeToLive,
        timeToLive: UInt32 = defaultTimeToLive
    ) throws(WireError) {
        self.name = name
        self.port = port
        self.host = host
        self.addresses = addresses
        self.attributes = attributes
        self.hostTimeToLive = hostTimeToLive
        self.timeToLive = timeToLive
        let typeName = try name.type.relativeName.appending(name.domain)
        self.typeName = typeName
        subtypeNames = try subtypes.map { (subtype) throws(WireError) in
            try DNSName(labels: [Array(subtype.utf8), Array("_sub".utf8)]).appending(typeName)
        }
        typeEnumerationName = try ServiceTypeName.typeEnumeration(in: name.domain)
    }
}

extension ServiceRegistration {
    /// The same service under another instance name, as after a conflict.
    ///
    /// - Parameter label: One label of any bytes, as ``RenameRule`` makes it and ``ClaimedRecords/label`` holds it.
    /// - Throws: ``InstanceNameViolation/emptyInstance``, ``InstanceNameViolation/instanceTooLong(length:)`` or
    ///   ``InstanceNameViolation/nameTooLong(length:)``.
    public func renamed(to label: [UInt8]) throws(InstanceNameViolation) -> ServiceRegistration {
        var registration = self
        registration.name = try name.replacingInstance(with: label)
        return registration
    }

    /// The PTR records, which other hosts have too: the type among the types, then the instance under its type and
    /// subtypes.
    public var sharedRecords: [ResourceRecord] {
        [pointer(typeEnumerationName, to: typeName)]
            + ([typeName] + subtypeNames).map { pointer($0, to: name.fullName) }
    }

    /// The SRV and TXT record, which this host alone may have; without the cache-flush bit.
    public var instanceRecords: [ResourceRecord] {
        [
            ResourceRecord(
                name: name.fullName, type: .srv, ttl: hostTimeToLive,
                data: .service(ServiceLocation(port: port, target: host))),
            ResourceRecord(name: name.fullName, type: .txt, ttl: timeToLive, data: .text(attributes.rdata)),
        ]
    }

    /// The host's addresses; without the cache-flush bit.
    public var hostRecords: [ResourceRecord] {
        addresses.map {
            ResourceRecord(name: host, type: $0.isIPv6 ? .aaaa : .a, ttl: hostTimeToLive, data: .address($0))
        }
    }

    /// Which types the instance has, and so that it has no others (RFC 6762 §6.1).
    public var instanceDenial: ResourceRecord { denial(name.fullName, [.txt, .srv], timeToLive) }

    /// Which addresses the host has, and so that it has no others (RFC 6762 §6.1).
    public var hostDenial: ResourceRecord { denial(host, Set(hostRecords.map(\.type)), hostTimeToLive) }

    private func pointer(_ name: DNSName, to target: DNSName) -> ResourceRecord {
        ResourceRecord(name: name, type: .ptr, ttl: timeToLive, data: .pointer(target))
    }

    private func denial(_ name: DNSName, _ types: some Sequence<RecordType>, _ ttl: UInt32) -> ResourceRecord {
        let next = NextSecure(nextDomainName: name, types: TypeBitmap(types))
        return ResourceRecord(name: name, type: .nsec, ttl: ttl, data: .nextSecure(next))
    }
}
