import DNSWire
import WireCoding

/// The name under which the instances of a type are listed (RFC 6763 §4): `_txtchat._udp.local`.
public struct ServiceTypeName: Hashable, Sendable {
    /// The two labels before the domain.
    public let type: ServiceType
    /// The labels after the type: `local` in multicast DNS.
    public let domain: DNSName

    /// - Returns: nil unless the name is a service type followed by a domain, with nothing before it.
    public init?(_ name: DNSName) {
        guard let parts = ServiceLabels(name, labelsBefore: 0), parts.typeIndex == 0 else { return nil }
        type = parts.type
        domain = parts.domain
    }

    /// Whether this is the name that lists the types of a domain, `_services._dns-sd._udp.<domain>` (RFC 6763 §9).
    public static func isTypeEnumeration(_ name: DNSName) -> Bool {
        guard let parts = ServiceLabels(name, labelsBefore: 1) else { return false }
        return parts.typeIndex == 1 && parts.isDirectoryType && LabelBytes.areEqual(parts.labels[0], "_services".utf8)
    }

    /// That name.
    ///
    /// - Throws: That the domain leaves no room for it.
    static func typeEnumeration(in domain: DNSName) throws(WireError) -> DNSName {
        try DNSName(labels: ["_services", "_dns-sd", "_udp"].map { Array($0.utf8) }).appending(domain)
    }
}
