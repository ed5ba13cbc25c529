/// The operating system of an AWDL sender.
@frozen
public struct AWDLDeviceClass: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let macOS = AWDLDeviceClass(rawValue: 1)
    /// Also of watches, by some observers.
    public static let iOS = AWDLDeviceClass(rawValue: 2)
    public static let watchOS = AWDLDeviceClass(rawValue: 4)
    public static let tvOS = AWDLDeviceClass(rawValue: 8)
}

extension AWDLDeviceClass: CustomStringConvertible {
    /// `macOS`, or `class 3` for those without a name.
    public var description: String {
        switch self {
        case .macOS: "macOS"
        case .iOS: "iOS"
        case .watchOS: "watchOS"
        case .tvOS: "tvOS"
        default: "class \(rawValue)"
        }
    }
}
