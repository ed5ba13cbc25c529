import WireCoding

/// Which frame of Wi-Fi Aware carries attributes.
@frozen
public enum NANFrameKind: Hashable, Sendable {
    /// A beacon with an element of the Wi-Fi Alliance of type 0x13.
    case beacon
    /// A public action frame of type 0x13.
    case serviceDiscovery
    /// A public action frame of type 0x18.
    case action(NANActionSubtype)
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

/// The subtype of a Wi-Fi Aware action frame, the byte after its type 0x18 (Wi-Fi Aware Specification, "NAN Action
/// Frame").
@frozen
public struct NANActionSubtype: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// 1: asks for a measurement of distance.
    @inlinable public static var rangingRequest: NANActionSubtype { NANActionSubtype(rawValue: 1) }
    /// 2: answers a ``rangingRequest``.
    @inlinable public static var rangingResponse: NANActionSubtype { NANActionSubtype(rawValue: 2) }
    /// 3: ends a measurement of distance.
    @inlinable public static var rangingTermination: NANActionSubtype { NANActionSubtype(rawValue: 3) }
    /// 4: reports a measured distance.
    @inlinable public static var rangingReport: NANActionSubtype { NANActionSubtype(rawValue: 4) }
    /// 5: asks for a data path, with ``NANDataPathHeader/MessageType/request``.
    @inlinable public static var dataPathRequest: NANActionSubtype { NANActionSubtype(rawValue: 5) }
    /// 6: answers a ``dataPathRequest``.
    @inlinable public static var dataPathResponse: NANActionSubtype { NANActionSubtype(rawValue: 6) }
    /// 7: confirms a ``dataPathResponse``.
    @inlinable public static var dataPathConfirm: NANActionSubtype { NANActionSubtype(rawValue: 7) }
    /// 8: ends the agreement on keys of a data path.
    @inlinable public static var dataPathKeyInstallment: NANActionSubtype { NANActionSubtype(rawValue: 8) }
    /// 9: ends a data path.
    @inlinable public static var dataPathTermination: NANActionSubtype { NANActionSubtype(rawValue: 9) }
    /// 10: asks for a schedule, with a ``NANDataLink``.
    @inlinable public static var scheduleRequest: NANActionSubtype { NANActionSubtype(rawValue: 10) }
    /// 11: answers a ``scheduleRequest``.
    @inlinable public static var scheduleResponse: NANActionSubtype { NANActionSubtype(rawValue: 11) }
    /// 12: confirms a ``scheduleResponse``.
    @inlinable public static var scheduleConfirm: NANActionSubtype { NANActionSubtype(rawValue: 12) }
    /// 13: announces a changed schedule.
    @inlinable public static var scheduleUpdateNotification: NANActionSubtype { NANActionSubtype(rawValue: 13) }
}

extension NANActionSubtype {
    static let meaning = FieldMeaning.name { (1...UInt64(names.count)).contains($0) ? names[Int($0) - 1] : nil }
}

extension NANActionSubtype: CustomStringConvertible {
    /// The names in the specification, from number 1 on.
    fileprivate static let names = [
        "ranging request", "ranging response", "ranging termination", "ranging report", "data path request",
        "data path response", "data path confirm", "data path key installment", "data path termination",
        "schedule request", "schedule response", "schedule confirm", "schedule update notification",
    ]

    /// The name in the specification, or the number where it is not assigned.
    public var description: String {
        (1...Self.names.count).contains(Int(rawValue)) ? Self.names[Int(rawValue) - 1] : "subtype \(rawValue)"
    }
}
