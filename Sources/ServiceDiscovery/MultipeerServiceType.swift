/// The `serviceType` of Apple's MultipeerConnectivity: a service name without underscore and transport, which it
/// advertises over both transports.
///
/// The rules are those of RFC 6335 §5.1, and letters have to be lower case
/// (documentation of `MCNearbyServiceAdvertiser`).
public struct MultipeerServiceType: Hashable, Sendable {
    /// The name as the app gives it: `txtchat`.
    public let name: String
    /// `_txtchat._tcp`
    public let tcp: ServiceType
    /// `_txtchat._udp`
    public let udp: ServiceType

    /// - Throws: The first of ``violations(in:)``.
    public init(_ name: String) throws(ServiceTypeViolation) {
        if let violation = Self.violations(in: name).first { throw violation }
        self.name = name
        tcp = try ServiceType(name: name, transport: .tcp)
        udp = try ServiceType(name: name, transport: .udp)
    }

    /// All rules that a name breaks.
    public static func violations(in name: String) -> [ServiceTypeViolation] {
        let bytes = Array(name.utf8)
        let uppercase = bytes.enumerated().filter { (0x41...0x5A).contains($0.element) }
        return ServiceType.violations(ofName: bytes[...])
            + uppercase.map { .uppercaseLetter($0.element, position: $0.offset) }
    }

    /// Both types as `NSBonjourServices` has to declare them (Apple: the app's Info.plist needs both).
    public var types: [ServiceType] { [tcp, udp] }
}
