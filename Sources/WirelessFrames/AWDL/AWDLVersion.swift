import WireCoding

/// Which version of AWDL a sender speaks, and what it is: element 21.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version: major in the upper four bits, minor in the lower |
/// | 1 | device class |
public struct AWDLVersion: AWDLElement {
    public static let type = AWDLTLVType.version
    public static let name = "version"

    /// 0x34 is 3.4.
    public var version: UInt8
    /// The sender's operating system.
    public var deviceClass: AWDLDeviceClass

    /// A version, its major part in the upper four bits, and an operating system.
    public init(version: UInt8, deviceClass: AWDLDeviceClass) {
        self.version = version
        self.deviceClass = deviceClass
    }

    /// Versions that were met and described: 3.4 and 3.14 of older systems, 7.0, 7.1, and 10.0 of systems from 2025 on.
    private static let known: [UInt8] = [0x34, 0x3E, 0x70, 0x71, 0xA0]

    /// Whether the version is one of those whose elements are known.
    public var isKnown: Bool { Self.known.contains(version) }

    /// The part before the point, 0 to 15.
    public var major: UInt8 { version.upperNibble }
    /// The part after the point, 0 to 15.
    public var minor: UInt8 { version.lowerNibble }
}

extension AWDLVersion: CustomStringConvertible {
    /// `3.4`
    public var description: String { "\(major).\(minor)" }
}

extension AWDLVersion {
    public init() { self.init(version: 0, deviceClass: AWDLDeviceClass(rawValue: 0)) }
    public static let fields: [FieldDescription<Self>] = [
        .size(2, "AWDL version"),
        .required("version", \.version, .nibbles, .integer()),
        .field("deviceClass", \.deviceClass, .code(AWDLDeviceClass.meaning), .code()),
    ]
}

/// The operating system of an AWDL sender.
@frozen
public struct AWDLDeviceClass: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// 1: a Mac.
    public static let macOS = AWDLDeviceClass(rawValue: 1)
    /// Also of watches, by some observers.
    public static let iOS = AWDLDeviceClass(rawValue: 2)
    /// 4: a watch, by some observers; others see 2.
    public static let watchOS = AWDLDeviceClass(rawValue: 4)
    /// 8: an Apple TV.
    public static let tvOS = AWDLDeviceClass(rawValue: 8)
}

extension AWDLDeviceClass: CustomStringConvertible {
    private static let names: [UInt8: String] = [1: "macOS", 2: "iOS", 4: "watchOS", 8: "tvOS"]

    static let meaning = FieldMeaning.name { names[UInt8(truncatingIfNeeded: $0)] }

    /// `macOS`, or `class 3` for those without a name.
    public var description: String { Self.names[rawValue] ?? "class \(rawValue)" }
}
