import DNSWire

/// The name under which some instances of a type are listed (RFC 6763 §7.1): `_printer._sub._http._tcp.local`.
public struct SubtypeName: Hashable, Sendable {
    /// The subtype as it is on the wire, usually beginning with an underscore. It should be one label; several are
    /// joined with dots.
    public let subtype: [UInt8]
    public let type: ServiceType
    public let domain: DNSName

    /// - Returns: nil unless the name is that of a subtype.
    public init?(_ name: DNSName) {
        guard let parts = ServiceLabels(name, labelsBefore: 2), parts.isSubtype else { return nil }
        subtype = parts.joined(0..<parts.typeIndex - 1)
        type = parts.type
        domain = parts.domain
    }

    /// The subtype as text; bytes that are no UTF-8 become U+FFFD.
    public var subtypeText: String { String(decoding: subtype, as: UTF8.self) }
}
