import DNSWire
import WireCoding

/// The host that a test is about: its names and records, as it last told them.
public struct TestTarget: Hashable, Sendable {
    public internal(set) var linkAddress: LinkAddress?
    /// That its messages come from.
    public internal(set) var address: IPAddress
    public internal(set) var host: DNSName
    public internal(set) var addresses: [ResourceRecord]
    /// The instance that tests are about, if it has one.
    public internal(set) var service: Service?

    /// A service instance and its records.
    public struct Service: Hashable, Sendable {
        public internal(set) var instance: DNSName
        public internal(set) var type: DNSName
        public internal(set) var location: ResourceRecord
        public internal(set) var text: ResourceRecord?
        public internal(set) var pointer: ResourceRecord
    }

    /// Other instances that the host has, which are none of the next names of this one.
    var others: Set<DNSName> = []

    /// The name that is claimed and denied: the instance, or the host's where there is none.
    public var name: DNSName { service?.instance ?? host }

    /// The records of ``name`` that nobody else has.
    var claim: [ResourceRecord] {
        guard let service else { return addresses }
        return [service.text, service.location].compactMap(\.self)
    }

    /// What a response of the target says about its own records, and a probe about the next name.
    ///
    /// - Parameter isProbe: Whether the records are those that it wants to have.
    mutating func follow(_ records: [ResourceRecord], isProbe: Bool) {
        for record in records where isProbe || record.ttl > 0 {
            switch record.data {
            case .service(let location):
                guard var service, !others.contains(record.name), record.name.labelCount > 2,
                    record.name.droppingFirst() == service.type,
                    record.name == service.instance || isRenamed(location, of: service)
                else { continue }
                service.rename(to: record.name)
                if !isProbe { service.location = record.compacted() }
                self.service = service
            case .text:
                guard !isProbe, service?.instance == record.name else { continue }
                service?.text = record.compacted()
            case .address(let address):
                if record.name != host, addresses.contains(where: { $0.data == .address(address) }) {
                    rename(host: record.name)
                }
            case .pointer(let target):
                // Some probe by the pointer alone.
                guard isProbe, var service, record.name == service.type, !others.contains(target) else { continue }
                service.rename(to: target)
                self.service = service
            default: continue
            }
        }
    }

    /// Whether a record is of the same service under another name: it leads to the same port.
    private func isRenamed(_ location: ServiceLocation, of service: Service) -> Bool {
        guard case .service(let own) = service.location.data else { return false }
        return location.port == own.port && (location.target == own.target || location.target == host)
    }

    private mutating func rename(host name: DNSName) {
        host = name.compacted()
        addresses = addresses.map { $0.renamed(host) }
    }
}

extension TestTarget.Service {
    fileprivate mutating func rename(to name: DNSName) {
        guard name != instance else { return }
        instance = name.compacted()
        location = location.renamed(instance)
        text = text.map { $0.renamed(instance) }
        pointer.data = .pointer(instance)
    }
}

extension ResourceRecord {
    fileprivate func renamed(_ name: DNSName) -> ResourceRecord {
        var record = self
        record.name = name
        return record
    }
}
