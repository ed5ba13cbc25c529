import DNSWire
import WireCoding

/// A service that a ``ServiceBrowser`` found, once for all interfaces that it is on.
public struct BrowsedService: Hashable, Sendable {
    /// Instance, type and domain.
    public let name: ServiceInstanceName
    /// What is known of it on each interface where it is listed.
    public let locations: [InterfaceIndex: Location]

    /// What is known of a service on one interface.
    public struct Location: Hashable, Sendable {
        /// The host that its SRV record names, nil while there is none.
        public let host: DNSName?
        /// The port that its SRV record names, nil while there is none.
        public let port: UInt16?
        /// The data of its TXT record, nil while there is none.
        public let attributes: TXTRecord?
        /// Those of the host, IPv4 first, in the order in which they were heard first.
        public let addresses: [IPAddress]
    }

    /// What has changed of a service.
    public struct Changes: OptionSet, Hashable, Sendable {
        /// One bit for each of the values below.
        public let rawValue: UInt8

        /// The set of the values whose bits are set.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The interfaces that it is on.
        public static let interfaces = Changes(rawValue: 1)
        /// The host or the port, on some interface.
        public static let endpoint = Changes(rawValue: 2)
        /// The attributes, on some interface.
        public static let attributes = Changes(rawValue: 4)
        /// The addresses of its host, on some interface.
        public static let addresses = Changes(rawValue: 8)
    }

    /// The interfaces that it is on, in ascending order.
    public var interfaces: [InterfaceIndex] { locations.keys.sorted() }

    /// The host on the first interface where it is known.
    public var host: DNSName? { first(\.host) }
    /// The port on the first interface where it is known.
    public var port: UInt16? { first(\.port) }
    /// The attributes on the first interface where they are known.
    public var attributes: TXTRecord? { first(\.attributes) }
    /// The addresses on all interfaces, each once.
    public var addresses: [IPAddress] {
        var known: Set<IPAddress> = []
        return interfaces.flatMap { locations[$0]?.addresses ?? [] }.filter { known.insert($0).inserted }
    }

    /// Whether host, port, attributes and an address are known on some interface, so that clients can connect.
    public var isResolved: Bool {
        locations.values.contains { $0.host != nil && $0.attributes != nil && !$0.addresses.isEmpty }
    }

    func changes(since old: BrowsedService) -> Changes {
        var changes: Changes = locations.keys == old.locations.keys ? [] : .interfaces
        for (interface, location) in locations {
            guard let before = old.locations[interface] else { continue }
            if location.host != before.host || location.port != before.port { changes.insert(.endpoint) }
            if location.attributes != before.attributes { changes.insert(.attributes) }
            if Set(location.addresses) != Set(before.addresses) { changes.insert(.addresses) }
        }
        return changes
    }

    private func first<Value>(_ value: (Location) -> Value?) -> Value? {
        for interface in interfaces {
            if let found = locations[interface].flatMap(value) { return found }
        }
        return nil
    }
}

extension BrowsedService: CustomStringConvertible {
    /// One line: the name, and as far as they are known host and port, addresses and attributes, such as
    /// `Desk._ipp._tcp.local. kitchen.local.:631 192.0.2.1 "txtvers=1"`.
    public var description: String {
        var parts = [name.description]
        if let host, let port { parts.append("\(host.presentation):\(port)") }
        parts += addresses.map(\.description)
        if let attributes { parts.append(attributes.description) }
        return parts.joined(separator: " ")
    }
}
