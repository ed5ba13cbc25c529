import ServiceDiscovery
import TraceReports
import WireText

/// The declarations of an Info.plist, and their mistakes.
struct DeclarationReport: Encodable {
    struct BonjourService: Encodable {
        let text: String
        /// The intended type, nil if the text is not one.
        let type: String?
    }

    struct WiFiAwareService: Encodable {
        let name: String
        let type: String?
        let roles: [String]
    }

    struct Violation: Encodable {
        let severity: RuleSeverity
        let keyPath: String
        let message: String
        let reference: String
    }

    var schema = "nearscope.declarations/1"
    let path: String
    /// Nil without `NSBonjourServices`.
    let bonjourServices: [BonjourService]?
    /// Nil without `WiFiAwareServices`.
    let wiFiAwareServices: [WiFiAwareService]?
    let localNetworkUsageDescription: String?
    let violations: [Violation]

    init(_ path: String, _ declarations: AppServiceDeclarations) {
        self.path = path
        bonjourServices = declarations.bonjourServices?.map {
            BonjourService(text: $0.text, type: $0.type?.description)
        }
        wiFiAwareServices = declarations.wiFiAwareServices?.map {
            WiFiAwareService(name: $0.name, type: $0.type?.description, roles: $0.roles.map(\.rawValue))
        }
        localNetworkUsageDescription = declarations.localNetworkUsageDescription
        violations = declarations.violations.map {
            Violation(
                severity: $0.severity, keyPath: $0.keyPath, message: $0.explanation, reference: $0.reference)
        }
    }

    /// For people.
    var text: String {
        var text = Self.section(
            "Bonjour services (NSBonjourServices)", bonjourServices?.map { [SafeText.escaped($0.text)] })
        text += Self.section(
            "Wi-Fi Aware services (WiFiAwareServices)",
            wiFiAwareServices?.map { [SafeText.escaped($0.name), $0.roles.joined(separator: ", ")] })
        text += Self.section(
            "Why the app uses the local network (NSLocalNetworkUsageDescription)",
            localNetworkUsageDescription.map { [[SafeText.escaped($0)]] })
        guard !violations.isEmpty else { return text + "Nothing is wrong.\n" }
        let rows = violations.map {
            [
                $0.severity.word, SafeText.escaped($0.keyPath), SafeText.escaped($0.message), $0.reference,
            ]
        }
        return text + "Remarks:\n\n" + NameText.columns(rows)
    }

    private static func section(_ heading: String, _ rows: [[String]]?) -> String {
        guard let rows else { return "\(heading): not there\n\n" }
        return rows.isEmpty ? "\(heading): none\n\n" : "\(heading):\n\n\(NameText.columns(rows))\n"
    }
}
