import ServiceDiscovery
import TraceReports
import WireCoding
import WireText

/// The declarations of an Info.plist, and their mistakes.
struct DeclarationReport {
    let path: String
    let declarations: AppServiceDeclarations

    /// For programs: null for what the property list does not have, and for the type of a text that is not one.
    var value: FieldValue {
        [
            "schema": .text("nearscope.declarations/1"), "path": .text(path),
            "bonjourServices": declarations.bonjourServices.map { services in
                .list(services.map { ["text": .text($0.text), "type": .optional($0.type?.description)] })
            } ?? .null,
            "wiFiAwareServices": declarations.wiFiAwareServices.map { services in
                .list(
                    services.map {
                        [
                            "name": .text($0.name), "type": .optional($0.type?.description),
                            "roles": .texts($0.roles.map(\.rawValue)),
                        ]
                    })
            } ?? .null,
            "localNetworkUsageDescription": .optional(declarations.localNetworkUsageDescription),
            "violations": .list(
                declarations.violations.map {
                    [
                        "severity": .text($0.severity.rawValue), "keyPath": .text($0.keyPath),
                        "message": .text($0.explanation), "reference": .text($0.reference),
                    ]
                }),
        ]
    }

    /// For people.
    var text: String {
        var text = Self.section(
            "Bonjour services (NSBonjourServices)", declarations.bonjourServices?.map { [SafeText.escaped($0.text)] })
        text += Self.section(
            "Wi-Fi Aware services (WiFiAwareServices)",
            declarations.wiFiAwareServices?.map {
                [SafeText.escaped($0.name), $0.roles.map(\.rawValue).joined(separator: ", ")]
            })
        text += Self.section(
            "Why the app uses the local network (NSLocalNetworkUsageDescription)",
            declarations.localNetworkUsageDescription.map { [[SafeText.escaped($0)]] })
        guard !declarations.violations.isEmpty else { return text + "Nothing is wrong.\n" }
        let rows = declarations.violations.map {
            [
                $0.severity.word, SafeText.escaped($0.keyPath), SafeText.escaped($0.explanation), $0.reference,
            ]
        }
        return text + "Remarks:\n\n" + NameText.columns(rows)
    }

    private static func section(_ heading: String, _ rows: [[String]]?) -> String {
        guard let rows else { return "\(heading): not there\n\n" }
        return rows.isEmpty ? "\(heading): none\n\n" : "\(heading):\n\n\(NameText.columns(rows))\n"
    }
}
