import WireCoding

/// The type of a Wi-Fi Aware attribute (Wi-Fi Aware Specification, "NAN Attributes").
@frozen
public struct NANAttributeID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// 0, ``NANMasterIndication``: how much a device wants to be master.
    @inlinable public static var masterIndication: NANAttributeID { NANAttributeID(rawValue: 0) }
    /// 1, ``NANClusterAttribute``: the source of a cluster's clock.
    @inlinable public static var cluster: NANAttributeID { NANAttributeID(rawValue: 1) }
    /// 2, ``NANServiceIDList``: published services.
    @inlinable public static var serviceIDList: NANAttributeID { NANAttributeID(rawValue: 2) }
    /// 3, ``NANServiceDescriptor``: an offer, a search or a message.
    @inlinable public static var serviceDescriptor: NANAttributeID { NANAttributeID(rawValue: 3) }
    /// 11: the country by whose rules a device uses its radio. Kept as bytes.
    @inlinable public static var countryCode: NANAttributeID { NANAttributeID(rawValue: 11) }
    /// 14, ``NANServiceDescriptorExtension``: requirements of a published service.
    @inlinable public static var serviceDescriptorExtension: NANAttributeID { NANAttributeID(rawValue: 14) }
    /// 15, ``NANDeviceCapability``: capabilities of a radio.
    @inlinable public static var deviceCapability: NANAttributeID { NANAttributeID(rawValue: 15) }
    /// 16, ``NANDataPath``: a step in setting up a data path, in the older form.
    @inlinable public static var dataPath: NANAttributeID { NANAttributeID(rawValue: 16) }
    /// 18, ``NANAvailability``: when and where a device can be reached.
    @inlinable public static var availability: NANAttributeID { NANAttributeID(rawValue: 18) }
    /// 19, ``NANDataCluster``: the schedule that devices with data paths share.
    @inlinable public static var dataCluster: NANAttributeID { NANAttributeID(rawValue: 19) }
    /// 20, ``NANDataLink``: a step in agreeing on a schedule.
    @inlinable public static var dataLink: NANAttributeID { NANAttributeID(rawValue: 20) }
    /// 21, ``NANDataLinkQoS``: requirements of a data link.
    @inlinable public static var dataLinkQoS: NANAttributeID { NANAttributeID(rawValue: 21) }
    /// 29, ``NANElementContainer``: elements of 802.11.
    @inlinable public static var elementContainer: NANAttributeID { NANAttributeID(rawValue: 29) }
    /// 34, ``NANCipherSuites``: ciphers that a device knows.
    @inlinable public static var cipherSuites: NANAttributeID { NANAttributeID(rawValue: 34) }
    /// 35, ``NANSecurityContexts``: keys by which devices know each other.
    @inlinable public static var securityContexts: NANAttributeID { NANAttributeID(rawValue: 35) }
    /// 36, ``NANSharedKeyDescriptor``: a step in agreeing on keys.
    @inlinable public static var sharedKeyDescriptor: NANAttributeID { NANAttributeID(rawValue: 36) }
    /// 40, ``NANServiceIDList``: services that are searched for.
    @inlinable public static var subscribeServiceIDList: NANAttributeID { NANAttributeID(rawValue: 40) }
    /// 41, ``NANDataPathExtension``: a step in setting up a data path.
    @inlinable public static var dataPathExtension: NANAttributeID { NANAttributeID(rawValue: 41) }
    /// 221: content that an organization defines. Kept as bytes.
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
