import ServiceDiscovery
import WireCoding

extension AppServiceDeclarations {
    /// The declarations and their mistakes for programs: null for what the property list does not have, and for the type of
    /// a text that is not one.
    ///
    /// - Parameter path: The Info.plist that they are from.
    public func value(path: String) -> FieldValue {
        [
            "schema": .text("nearscope.declarations/1"), "path": .text(path),
            "bonjourServices": bonjourServices.map { services in
                .list(services.map { ["text": .text($0.text), "type": .optional($0.type?.description)] })
            } ?? .null,
            "wiFiAwareServices": wiFiAwareServices.map { services in
                .list(
                    services.map {
                        [
                            "name": .text($0.name), "type": .optional($0.type?.description),
                            "roles": .texts($0.roles.map(\.rawValue)),
                        ]
                    })
            } ?? .null,
            "localNetworkUsageDescription": .optional(localNetworkUsageDescription),
            "violations": .list(
                violations.map {
                    [
                        "severity": .text($0.severity.rawValue), "keyPath": .text($0.keyPath),
                        "message": .text($0.explanation), "reference": .text($0.reference),
                    ]
                }),
        ]
    }

    /// The same for people.
    ///
    /// - Parameter width: Columns of the terminal.
    public func text(width: Int = 80) -> String {
        var text = Self.section(
            "Bonjour services (NSBonjourServices)", bonjourServices?.map { [SafeText.escaped($0.text)] },
            width: width)
        text += Self.section(
            "Wi-Fi Aware services (WiFiAwareServices)",
            wiFiAwareServices?.map {
                [SafeText.escaped($0.name), $0.roles.map(\.rawValue).joined(separator: ", ")]
            }, width: width)
        text += Self.section(
            "Why the app uses the local network (NSLocalNetworkUsageDescription)",
            localNetworkUsageDescription.map { [[SafeText.escaped($0)]] }, width: width)
        guard !violations.isEmpty else { return text + "Nothing is wrong.\n" }
        let rows = violations.map {
            [
                $0.severity.word, SafeText.escaped($0.keyPath), SafeText.escaped($0.explanation), $0.reference,
            ]
        }
        return text + "Remarks:\n\n" + NameText.columns(rows, width: width)
    }

    private static func section(_ heading: String, _ rows: [[String]]?, width: Int) -> String {
        guard let rows else { return "\(heading): not there\n\n" }
        return rows.isEmpty ? "\(heading): none\n\n" : "\(heading):\n\n\(NameText.columns(rows, width: width))\n"
    }
}
