/// Which parts a data path attribute has (attributes 16 and 41, NDP control).
@frozen
public struct NANDataPathControl: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    public var confirmRequired: Bool { rawValue & 0x01 != 0 }
    public var hasSecurity: Bool { rawValue & 0x04 != 0 }
    public var hasPublishID: Bool { rawValue & 0x08 != 0 }
    public var hasResponderNDI: Bool { rawValue & 0x10 != 0 }
    /// In attribute 16, that specific info follows; in attribute 41, that a group key is required.
    public var hasSpecificInfo: Bool { rawValue & 0x20 != 0 }
}
