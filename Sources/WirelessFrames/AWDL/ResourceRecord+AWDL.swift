import DNSWire
import WireCoding

extension DNSName {
    /// The DNS name that a name of an AWDL frame represents.
    ///
    /// - Parameters:
    ///   - name: Its codes are replaced by the labels that they represent.
    ///   - origin: What it is relative to, if it is.
    /// - Returns: Nil for a code without a known text, an empty label, and a name over the limits of DNS.
    public init?(_ name: AWDLName, relativeTo origin: AWDLName? = nil) {
        var items = name.items
        if name.isRelative, let origin { items += origin.items }
        guard let labels = AWDLName(items: items).labels, let name = try? DNSName(labels: labels) else { return nil }
        self = name
    }
}

extension ResourceRecord {
    /// The DNS record that a service response of an AWDL frame represents: PTR, SRV or TXT, from which
    /// `ServiceInstanceName` and `TXTRecord` are made as from those of multicast DNS.
    ///
    /// AWDL does not say how long a record is valid; the time to live is 0. A TXT record without strings has one empty
    /// string, as DNS needs it (RFC 6763 §6.1).
    ///
    /// - Returns: Nil for other types, and for names that are not DNS names.
    public init?(_ response: AWDLServiceResponse) {
        guard let name = DNSName(response.name) else { return nil }
        let (type, data): (RecordType, RecordData)
        switch response.data {
        case .pointer(let instance):
            guard let target = DNSName(instance, relativeTo: response.name) else { return nil }
            (type, data) = (.ptr, .pointer(target))
        case .service(let priority, let weight, let port, let host):
            guard let target = DNSName(host, relativeTo: response.name) else { return nil }
            let location = ServiceLocation(priority: priority, weight: weight, port: port, target: target)
            (type, data) = (.srv, .service(location))
        case .text(let strings):
            (type, data) = (.txt, .text(strings.isEmpty ? [0] : response.dataBytes))
        case .other: return nil
        }
        self.init(name: name, type: type, ttl: 0, data: data)
    }
}
