/// The purpose of a service descriptor, and which of its parts are present (attribute 3, service control).
@frozen
public struct NANServiceControl: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The purpose of a descriptor: 0 publish, 1 subscribe, 2 follow-up.
    @frozen
    public enum ServiceType: UInt8, Hashable, Sendable {
        case publish, subscribe, followUp

        /// The name in reports.
        public var name: String { "\(self)" }
    }

    /// Nil for the value 3, which is not assigned.
    public var type: ServiceType? { ServiceType(rawValue: rawValue & 3) }
    public var hasMatchingFilter: Bool { rawValue & 0x04 != 0 }
    public var hasServiceResponseFilter: Bool { rawValue & 0x08 != 0 }
    public var hasServiceInfo: Bool { rawValue & 0x10 != 0 }
    /// Whether only near devices are meant.
    public var isRangeLimited: Bool { rawValue & 0x20 != 0 }
    public var hasBindingBitmap: Bool { rawValue & 0x40 != 0 }
}
