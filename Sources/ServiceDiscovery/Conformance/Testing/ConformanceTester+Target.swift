import DNSWire
import WireCoding

extension ConformanceTester {
    /// The host that a test is about: its names and records, as it last told them.
    public struct Target: Hashable, Sendable {
        /// The source address of its frames; nil on links without addresses.
        public internal(set) var linkAddress: LinkAddress?
        /// That its messages come from.
        public internal(set) var address: IPAddress
        /// The host name that it answers for.
        public internal(set) var host: DNSName
        /// Those of the test's family first.
        public internal(set) var addresses: [ResourceRecord]
        /// The instance that tests are about, if it has one.
        public internal(set) var service: Service?

        /// A service instance and its records.
        public struct Service: Hashable, Sendable {
            /// The instance's name: `Front desk._ipp._tcp.local`.
            public internal(set) var instance: DNSName
            /// The name of the service type, under which the pointer is.
            public internal(set) var type: DNSName
            /// The instance's SRV record.
            public internal(set) var location: ResourceRecord
            /// The instance's TXT record, nil where none was heard.
            public internal(set) var text: ResourceRecord?
            /// The PTR record from the type to the instance.
            public internal(set) var pointer: ResourceRecord
        }

        /// Other names that the host has, which are none of the next names of these.
        var others: Set<DNSName> = []

        /// The name that is claimed and denied: the instance, or the host's where there is none.
        public var name: DNSName { service?.instance ?? host }

        /// The records of ``name`` that nobody else has.
        var claim: [ResourceRecord] {
            guard let service else { return addresses }
            return [service.text, service.location].compactMap(\.self)
        }

        /// The same under a name that it had.
        func claim(of name: DNSName) -> [ResourceRecord] { claim.map { $0.renamed(name) } }
    }
}

extension ConformanceTester.Target {
    /// What a response of the target says about its own records, and a probe about the next name.
    ///
    /// - Parameters:
    ///   - isProbe: Whether the records are those that it wants to have.
    ///   - mayRename: Whether it has a reason to take another name; without one, another name is one more that it has.
    mutating func follow(_ records: [ResourceRecord], isProbe: Bool, mayRename: Bool) {
        for record in records where isProbe || record.ttl > 0 {
            switch record.data {
            case .service(let location): follow(record, location, isProbe: isProbe, mayRename: mayRename)
            case .text where !isProbe && service?.instance == record.name: service?.text = record.compacted()
            case .address(let address) where mayRename && service == nil && record.name != host:
                if addresses.contains(where: { $0.data == .address(address) }), !others.contains(record.name) {
                    host = record.name.compacted()
                    addresses = addresses.map { $0.renamed(host) }
                }
            case .pointer(let target) where isProbe && mayRename:
                // Some probe by the pointer alone.
                guard var service, record.name == service.type, isOther(target, of: service.type) else { continue }
                service.rename(to: target)
                self.service = service
            default: continue
            }
        }
    }

    private mutating func follow(
        _ record: ResourceRecord, _ location: ServiceLocation, isProbe: Bool, mayRename: Bool
    ) {
        guard var service else { return }
        if record.name != service.instance {
            // The same service under another name leads to the same port.
            guard mayRename, isOther(record.name, of: service.type), case .service(let own) = service.location.data,
                location.port == own.port, location.target == own.target || location.target == host
            else { return }
            service.rename(to: record.name)
        }
        if !isProbe { service.location = record.compacted() }
        self.service = service
    }

    /// Whether a name is of an instance of the type, and none that the host is known to have beside this one.
    private func isOther(_ name: DNSName, of type: DNSName) -> Bool {
        name.labelCount > 2 && name.droppingFirst() == type && !others.contains(name)
    }
}

extension ConformanceTester.Target.Service {
    fileprivate mutating func rename(to name: DNSName) {
        guard name != instance else { return }
        instance = name.compacted()
        location = location.renamed(instance)
        text = text.map { $0.renamed(instance) }
        pointer.data = .pointer(instance)
    }
}

extension ResourceRecord {
    func renamed(_ name: DNSName) -> ResourceRecord {
        var record = self
        record.name = name
        return record
    }

    /// Whether both have the same name, type and data: what RFC 6762 takes for the same record, whatever its time to live.
    func isSameRecord(as other: ResourceRecord) -> Bool {
        name == other.name && type == other.type && data == other.data
    }
}
