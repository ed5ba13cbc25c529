/// The subtype of a Wi-Fi Aware action frame, the byte after its type 0x18 (Wi-Fi Aware Specification, "NAN Action
/// Frame").
@frozen
public struct NANActionSubtype: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable public static var rangingRequest: NANActionSubtype { NANActionSubtype(rawValue: 1) }
    @inlinable public static var rangingResponse: NANActionSubtype { NANActionSubtype(rawValue: 2) }
    @inlinable public static var rangingTermination: NANActionSubtype { NANActionSubtype(rawValue: 3) }
    @inlinable public static var rangingReport: NANActionSubtype { NANActionSubtype(rawValue: 4) }
    @inlinable public static var dataPathRequest: NANActionSubtype { NANActionSubtype(rawValue: 5) }
    @inlinable public static var dataPathResponse: NANActionSubtype { NANActionSubtype(rawValue: 6) }
    @inlinable public static var dataPathConfirm: NANActionSubtype { NANActionSubtype(rawValue: 7) }
    @inlinable public static var dataPathKeyInstallment: NANActionSubtype { NANActionSubtype(rawValue: 8) }
    @inlinable public static var dataPathTermination: NANActionSubtype { NANActionSubtype(rawValue: 9) }
    @inlinable public static var scheduleRequest: NANActionSubtype { NANActionSubtype(rawValue: 10) }
    @inlinable public static var scheduleResponse: NANActionSubtype { NANActionSubtype(rawValue: 11) }
    @inlinable public static var scheduleConfirm: NANActionSubtype { NANActionSubtype(rawValue: 12) }
    @inlinable public static var scheduleUpdateNotification: NANActionSubtype { NANActionSubtype(rawValue: 13) }
}
