import DNSWire

/// What a name is for in DNS-SD (RFC 6763 §4, §7.1, §9).
enum NameKind: Sendable {
    case instance, serviceType, subtype, typeEnumeration, other

    init(_ name: DNSName) {
        if ServiceTypeName.isTypeEnumeration(name) {
            self = .typeEnumeration
        } else if SubtypeName(name) != nil {
            self = .subtype
        } else if ServiceTypeName(name) != nil {
            self = .serviceType
        } else if ServiceInstanceName(name) != nil {
            self = .instance
        } else {
            self = .other
        }
    }

    /// Whether its pointers list services or types, which many hosts share.
    var listsServices: Bool {
        switch self {
        case .serviceType, .subtype, .typeEnumeration: true
        case .instance, .other: false
        }
    }
}
