/// The type of an ``InformationElement`` (IEEE 802.11 §9.4.2.1, table 9-128).
@frozen
public struct ElementID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable public static var ssid: ElementID { ElementID(rawValue: 0) }
    @inlinable public static var supportedRates: ElementID { ElementID(rawValue: 1) }
    @inlinable public static var dsParameterSet: ElementID { ElementID(rawValue: 3) }
    @inlinable public static var trafficIndicationMap: ElementID { ElementID(rawValue: 5) }
    @inlinable public static var country: ElementID { ElementID(rawValue: 7) }
    @inlinable public static var htCapabilities: ElementID { ElementID(rawValue: 45) }
    @inlinable public static var rsn: ElementID { ElementID(rawValue: 48) }
    @inlinable public static var extendedSupportedRates: ElementID { ElementID(rawValue: 50) }
    @inlinable public static var htOperation: ElementID { ElementID(rawValue: 61) }
    @inlinable public static var extendedCapabilities: ElementID { ElementID(rawValue: 127) }
    @inlinable public static var vhtCapabilities: ElementID { ElementID(rawValue: 191) }
    @inlinable public static var vhtOperation: ElementID { ElementID(rawValue: 192) }
    @inlinable public static var vendorSpecific: ElementID { ElementID(rawValue: 221) }
    /// The body begins with an ``ElementIDExtension``.
    @inlinable public static var `extension`: ElementID { ElementID(rawValue: 255) }
}

/// The second half of an element's number, the first byte of its body where the first half is 255 (IEEE 802.11 §9.4.2.1).
@frozen
public struct ElementIDExtension: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable public static var heCapabilities: ElementIDExtension { ElementIDExtension(rawValue: 35) }
    @inlinable public static var heOperation: ElementIDExtension { ElementIDExtension(rawValue: 36) }
}
