import WireCoding

/// The type of a Wi-Fi Aware attribute (Wi-Fi Aware Specification, "NAN Attributes").
@frozen
public struct NANAttributeID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable public static var masterIndication: NANAttributeID { NANAttributeID(rawValue: 0) }
    @inlinable public static var cluster: NANAttributeID { NANAttributeID(rawValue: 1) }
    @inlinable public static var serviceIDList: NANAttributeID { NANAttributeID(rawValue: 2) }
    @inlinable public static var serviceDescriptor: NANAttributeID { NANAttributeID(rawValue: 3) }
    @inlinable public static var countryCode: NANAttributeID { NANAttributeID(rawValue: 11) }
    @inlinable public static var serviceDescriptorExtension: NANAttributeID { NANAttributeID(rawValue: 14) }
    @inlinable public static var deviceCapability: NANAttributeID { NANAttributeID(rawValue: 15) }
    @inlinable public static var dataPath: NANAttributeID { NANAttributeID(rawValue: 16) }
    @inlinable public static var availability: NANAttributeID { NANAttributeID(rawValue: 18) }
    @inlinable public static var dataCluster: NANAttributeID { NANAttributeID(rawValue: 19) }
    @inlinable public static var dataLink: NANAttributeID { NANAttributeID(rawValue: 20) }
    @inlinable public static var dataLinkQoS: NANAttributeID { NANAttributeID(rawValue: 21) }
    @inlinable public static var elementContainer: NANAttributeID { NANAttributeID(rawValue: 29) }
    @inlinable public static var cipherSuites: NANAttributeID { NANAttributeID(rawValue: 34) }
    @inlinable public static var securityContexts: NANAttributeID { NANAttributeID(rawValue: 35) }
    @inlinable public static var sharedKeyDescriptor: NANAttributeID { NANAttributeID(rawValue: 36) }
    @inlinable public static var subscribeServiceIDList: NANAttributeID { NANAttributeID(rawValue: 40) }
    @inlinable public static var dataPathExtension: NANAttributeID { NANAttributeID(rawValue: 41) }
    @inlinable public static var vendorSpecific: NANAttributeID { NANAttributeID(rawValue: 221) }
}

extension NANAttributeID: CustomStringConvertible {
    /// The name in the specification, nil where it is not known here.
    public var name: String? { Self.names[rawValue] }

    static let meaning = FieldMeaning.name { names[UInt8(truncatingIfNeeded: $0)] }

    /// The name in the specification, or the number where it is not known here.
    public var description: String { name ?? "attribute \(rawValue)" }

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
