extension NANAttributeID: CustomStringConvertible {
    /// The name in the specification, or the number where it is not known here.
    public var description: String {
        Self.names[rawValue] ?? "attribute \(rawValue)"
    }

    private static let names: [UInt8: String] = [
        0: "master indication", 1: "cluster", 2: "service ID list", 3: "service descriptor", 4: "connection capability",
        5: "WLAN infrastructure", 6: "P2P operation", 7: "IBSS", 8: "mesh", 9: "further service discovery",
        10: "further availability map", 11: "country code", 12: "ranging", 13: "cluster discovery",
        14: "service descriptor extension", 15: "device capability", 16: "NDP", 18: "availability", 19: "NDC",
        20: "NDL", 21: "NDL QoS", 23: "unaligned schedule", 26: "ranging information", 27: "ranging setup",
        28: "FTM range report", 29: "element container", 30: "extended WLAN infrastructure",
        31: "extended P2P operation", 32: "extended IBSS", 33: "extended mesh", 34: "cipher suite information",
        35: "security context information", 36: "shared key descriptor", 39: "public availability",
        40: "subscribe service ID list", 41: "NDP extension", 42: "device capability extension",
        43: "identity resolution", 44: "pairing bootstrapping", 45: "S3", 46: "transmit power envelope",
        221: "vendor specific",
    ]
}

extension NANActionSubtype: CustomStringConvertible {
    /// The name in the specification, or the number where it is not assigned.
    public var description: String {
        switch rawValue {
        case 1: "ranging request"
        case 2: "ranging response"
        case 3: "ranging termination"
        case 4: "ranging report"
        case 5: "data path request"
        case 6: "data path response"
        case 7: "data path confirm"
        case 8: "data path key installment"
        case 9: "data path termination"
        case 10: "schedule request"
        case 11: "schedule response"
        case 12: "schedule confirm"
        case 13: "schedule update notification"
        default: "subtype \(rawValue)"
        }
    }
}

extension NANFrameKind: CustomStringConvertible {
    /// `beacon`, `service discovery`, or the name of the subtype.
    public var description: String {
        switch self {
        case .beacon: "beacon"
        case .serviceDiscovery: "service discovery"
        case .action(let subtype): subtype.description
        }
    }
}
