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
