/// The services that an app for Apple's systems declares in its Info.plist: `NSBonjourServices`, which it may browse
/// for and advertise, `WiFiAwareServices`, and its reason for using the local network.
///
/// A mistake in the declarations is not an error of reading: see ``violations``.
public struct AppServiceDeclarations: Hashable, Sendable {
    /// The entries of `NSBonjourServices` that are text, in order; nil without that key.
    public let bonjourServices: [DeclaredBonjourService]?
    /// The entries of `WiFiAwareServices` in the order of the file; nil without that key.
    public let wiFiAwareServices: [DeclaredWiFiAwareService]?
    /// `NSLocalNetworkUsageDescription`, which people read when the system asks them for permission.
    public let localNetworkUsageDescription: String?
    /// All that is wrong or could be better, in the order of the kinds of declarations.
    public let violations: [DeclarationViolation]

    /// The most bytes of an Info.plist that are read; real ones have some kilobytes.
    public static let maximumLength = 16 << 20
    /// The most arrays and dictionaries around a value.
    public static let maximumDepth = 128
    /// The maximum number of values in an Info.plist. A value that a binary one reuses counts again.
    public static let maximumValues = 1 << 18
    /// The maximum number of violations reported for one Info.plist.
    public static let maximumViolations = 1024

    /// - Parameter members: The entries of the Info.plist. `WireText` makes them from its bytes.
    public init(infoPlist members: [PropertyListValue.Member]) {
        var review = DeclarationReview(members)
        bonjourServices = review.bonjourServices()
        wiFiAwareServices = review.wiFiAwareServices()
        localNetworkUsageDescription = review.usageDescription(
            isNeeded: bonjourServices?.isEmpty == false || wiFiAwareServices?.isEmpty == false)
        review.checkOtherKeys()
        violations = review.violations
    }

    /// Whether the app may browse for and advertise services of that type by Bonjour.
    public func declares(_ type: ServiceType) -> Bool {
        bonjourServices?.contains { $0.type == type } ?? false
    }

    /// Whether the app may publish or subscribe to that service by Wi-Fi Aware.
    public func declares(_ type: ServiceType, wiFiAwareRole role: DeclaredWiFiAwareService.Role) -> Bool {
        wiFiAwareServices?.contains { $0.type == type && $0.roles.contains(role) } ?? false
    }
}

/// An entry of `NSBonjourServices`.
public struct DeclaredBonjourService: Hashable, Sendable {
    /// As it is in the file.
    public let text: String
    /// The intended type, even if the text breaks rules for its name; nil if it does not have the form `_name._tcp`. A
    /// final dot is ignored.
    public let type: ServiceType?
}

/// An entry of `WiFiAwareServices`.
public struct DeclaredWiFiAwareService: Hashable, Sendable {
    /// The use that an app may make of a service.
    public enum Role: String, CaseIterable, Hashable, Sendable {
        /// The app may offer the service to others.
        case publishable = "Publishable"
        /// The app may look for the service of others.
        case subscribable = "Subscribable"
    }

    /// The name as it is in the file and on the air: `_example-service._tcp`.
    public let name: String
    /// The type that is meant, also if the name breaks rules; nil if it is not of that form.
    public let type: ServiceType?
    /// In the order of `Role.allCases`.
    public let roles: [Role]
}
