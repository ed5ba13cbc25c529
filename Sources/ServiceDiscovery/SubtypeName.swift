import DNSWire
import WireCoding

/// The name under which some instances of a type are listed (RFC 6763 §7.1): `_printer._sub._http._tcp.local`.
///
/// Two such names are equal when their ``fullName``s are.
public struct SubtypeName: Sendable {
    /// The whole name as it is on the wire.
    public let fullName: DNSName
    /// The subtype as it is on the wire, usually beginning with an underscore. It should be one label; several are
    /// joined with dots.
    public let subtype: [UInt8]
    /// The type that it is a subtype of.
    public let type: ServiceType
    /// The labels after the type: `local` in multicast DNS.
    public let domain: DNSName

    /// - Returns: nil unless the name is that of a subtype.
    public init?(_ name: DNSName) {
        guard let parts = ServiceLabels(name, labelsBefore: 2), parts.isSubtype else { return nil }
        fullName = name
        subtype = parts.joined(0..<parts.typeIndex - 1)
        type = parts.type
        domain = parts.domain
    }

    /// The name that a subtype of a type has.
    ///
    /// - Parameters:
    ///   - subtype: One label of 1 to 63 bytes. An underscore at its beginning is usual; none is added.
    ///   - type: The type that it is a subtype of.
    ///   - domain: The domain after the type.
    /// - Throws: The limit of DNS that the label or the whole name breaks, offsets counting within the name.
    public init(
        subtype: String, of type: ServiceType, domain: DNSName = .local
    ) throws(WireError) {
        let label = Array(subtype.utf8)
        fullName = try DNSName(labels: [label, Array("_sub".utf8)]).appending(type.relativeName).appending(domain)
        self.subtype = label
        self.type = type
        self.domain = domain
    }

    /// The subtype as text; bytes that are not UTF-8 become U+FFFD.
    public var subtypeText: String { String(decoding: subtype, as: UTF8.self) }
}

extension SubtypeName: Hashable {
    public static func == (first: SubtypeName, second: SubtypeName) -> Bool { first.fullName == second.fullName }

    public func hash(into hasher: inout Hasher) { hasher.combine(fullName) }
}

extension SubtypeName: CustomStringConvertible {
    public var description: String { fullName.presentation }
}
