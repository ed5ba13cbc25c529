import DNSWire

/// The name of one service on one host (RFC 6763 §4.1): `<Instance>.<Service>.<Domain>`.
///
/// Two instance names are equal when their ``fullName``s are.
public struct ServiceInstanceName: Sendable {
    /// The whole name as it is on the wire.
    public let fullName: DNSName
    /// The label that people see, unescaped: UTF-8 if the sender keeps to the rules.
    ///
    /// An instance has one label. Some senders split it at its dots (python-zeroconf does); all labels before the type
    /// are then given here with dots between them.
    public let instance: [UInt8]
    public let type: ServiceType
    /// `local` in multicast DNS.
    public let domain: DNSName

    /// Takes a name apart by its labels.
    ///
    /// - Returns: nil for a name that has no service type, no domain after the type or no instance before it, for the
    ///   name of a subtype, and for the names under `_dns-sd._udp` that ask for types and domains (RFC 6763 §9, §11).
    public init?(_ name: DNSName) {
        guard let parts = ServiceLabels(name, labelsBefore: 1), !parts.isSubtype, !parts.isDirectoryType else {
            return nil
        }
        fullName = name
        instance = parts.joined(0..<parts.typeIndex)
        type = parts.type
        domain = parts.domain
    }

    /// The instance as text; bytes that are not UTF-8 become U+FFFD.
    public var instanceText: String { String(decoding: instance, as: UTF8.self) }
}

extension ServiceInstanceName: Hashable {
    public static func == (first: ServiceInstanceName, second: ServiceInstanceName) -> Bool {
        first.fullName == second.fullName
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(fullName) }
}

extension ServiceInstanceName: CustomStringConvertible {
    public var description: String { fullName.presentation }
}
