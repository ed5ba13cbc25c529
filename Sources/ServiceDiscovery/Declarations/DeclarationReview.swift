/// Reads the declarations of an Info.plist and notes what is wrong with them.
struct DeclarationReview {
    private enum Key {
        static let bonjour = "NSBonjourServices"
        static let wiFiAware = "WiFiAwareServices"
        static let usage = "NSLocalNetworkUsageDescription"
        static let all = [bonjour, wiFiAware, usage]
        static let entitlements = [
            "com.apple.developer.wifi-aware", "com.apple.developer.networking.multicast",
            "com.apple.security.network.client", "com.apple.security.network.server",
        ]
    }

    private let members: [PropertyListValue.Member]
    private(set) var violations: [DeclarationViolation] = []

    /// - Parameter members: The whole Info.plist.
    init(_ members: [PropertyListValue.Member]) { self.members = members }

    private mutating func note(_ kind: DeclarationViolation.Kind, at keyPath: String) {
        guard violations.count < AppServiceDeclarations.maximumViolations else { return }
        violations.append(DeclarationViolation(kind, at: keyPath))
    }

    private mutating func noteKind(_ value: PropertyListValue, _ expected: PropertyListValue.Kind, at keyPath: String) {
        note(.wrongKind(found: value.kind.rawValue, expected: expected.rawValue), at: keyPath)
    }

    /// The value of a key of the Info.plist: the first, if there are several.
    private mutating func value(_ key: String) -> PropertyListValue? {
        let values = members.filter { $0.key == key }
        if values.count > 1 { note(.repeatedKey, at: key) }
        return values.first?.value
    }

    // MARK: Bonjour

    mutating func bonjourServices() -> [DeclaredBonjourService]? {
        guard let value = value(Key.bonjour) else { return nil }
        guard case .array(let entries) = value else {
            noteKind(value, .array, at: Key.bonjour)
            return []
        }
        if entries.isEmpty { note(.empty, at: Key.bonjour) }
        var services: [DeclaredBonjourService] = []
        var firsts: [ServiceType: Int] = [:]
        for (index, entry) in entries.enumerated() {
            let place = "\(Key.bonjour)[\(index)]"
            guard case .string(let text) = entry else {
                noteKind(entry, .string, at: place)
                continue
            }
            let service = bonjourService(text, at: place)
            services.append(service)
            guard let type = service.type else { continue }
            if let first = firsts[type] {
                note(.duplicate(first: first), at: place)
            } else {
                firsts[type] = index
            }
        }
        return services
    }

    private mutating func bonjourService(_ text: String, at place: String) -> DeclaredBonjourService {
        let shape = DeclaredTypeShape(text)
        switch shape {
        case .type(let type, let hasDot):
            for violation in type.violations { note(.type(violation), at: place) }
            if hasDot { note(.dotAtEnd, at: place) }
            return DeclaredBonjourService(text: text, type: type)
        case .domain(_, let domain): note(.domain(domain), at: place)
        case .subtype(let type): note(.subtype(type.description), at: place)
        case .typeEnumeration: note(.typeEnumeration, at: place)
        case .other: for violation in ServiceType.violations(in: text) { note(.type(violation), at: place) }
        }
        return DeclaredBonjourService(text: text, type: nil)
    }

    // MARK: Wi-Fi Aware

    mutating func wiFiAwareServices() -> [DeclaredWiFiAwareService]? {
        guard let value = value(Key.wiFiAware) else { return nil }
        guard case .dictionary(let entries) = value else {
            noteKind(value, .dictionary, at: Key.wiFiAware)
            return []
        }
        if entries.isEmpty { note(.empty, at: Key.wiFiAware) }
        var names: Set<String> = []
        return entries.map { entry in
            let place = "\(Key.wiFiAware).\(entry.key)"
            if !names.insert(entry.key).inserted { note(.repeatedKey, at: place) }
            for violation in ServiceType.violations(in: entry.key) { note(.type(violation), at: place) }
            var type: ServiceType?
            if case .type(let parsed, let hasDot) = DeclaredTypeShape(entry.key) {
                type = parsed
                if hasDot { note(.dotAtEnd, at: place) }
            }
            return DeclaredWiFiAwareService(name: entry.key, type: type, roles: roles(entry.value, at: place))
        }
    }

    private mutating func roles(_ value: PropertyListValue, at place: String) -> [DeclaredWiFiAwareService.Role] {
        guard case .dictionary(let settings) = value else {
            noteKind(value, .dictionary, at: place)
            return []
        }
        var roles: Set<DeclaredWiFiAwareService.Role> = []
        for setting in settings {
            let settingPlace = "\(place).\(setting.key)"
            guard let role = DeclaredWiFiAwareService.Role(rawValue: setting.key) else {
                note(.unknownRole, at: settingPlace)
                continue
            }
            if !roles.insert(role).inserted { note(.repeatedKey, at: settingPlace) }
            guard case .dictionary(let content) = setting.value else {
                noteKind(setting.value, .dictionary, at: settingPlace)
                continue
            }
            if !content.isEmpty { note(.roleNotEmpty, at: settingPlace) }
        }
        if roles.isEmpty { note(.noRole, at: place) }
        return DeclaredWiFiAwareService.Role.allCases.filter(roles.contains)
    }

    // MARK: The rest

    /// - Parameter isNeeded: Whether services are declared, for which the system asks people.
    mutating func usageDescription(isNeeded: Bool) -> String? {
        guard let value = value(Key.usage) else {
            if isNeeded { note(.usageDescriptionMissing, at: Key.usage) }
            return nil
        }
        guard case .string(let text) = value else {
            noteKind(value, .string, at: Key.usage)
            return nil
        }
        if text.allSatisfy(\.isWhitespace) { note(.usageDescriptionEmpty, at: Key.usage) }
        return text
    }

    /// Looks for keys that someone meant to have an effect.
    mutating func checkOtherKeys() {
        for member in members {
            if Key.entitlements.contains(member.key) { note(.entitlement, at: member.key) }
            guard !Key.all.contains(member.key) else { continue }
            let spelling = Self.simplified(member.key)
            if let key = Key.all.first(where: { Self.simplified($0) == spelling }) {
                note(.misspelledKey(of: key), at: member.key)
            }
        }
    }

    /// Without what people mistake: case, a plural, blanks at the ends.
    private static func simplified(_ key: String) -> String {
        let name = key.filter { !$0.isWhitespace }.lowercased()
        return name.last == "s" ? String(name.dropLast()) : name
    }
}
