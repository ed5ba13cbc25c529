import ServiceDiscovery

extension NameReport {
    /// For people.
    public var text: String {
        var text = "\(SafeText.escaped(name)): \(kind.title)\n"
        var rows = parts.map { part in
            [part.part, SafeText.escaped(part.text), part.bytes.map { "\($0) of 63 bytes" } ?? ""]
        }
        if let length = wireLength { rows.append(["on the wire", "\(length) of 255 bytes"]) }
        if !rows.isEmpty { text += "\n" + NameText.columns(rows) }
        text += Self.section(
            "The number may come from conflicts, in which another host on the link already had the name:",
            origins.map { origin in
                [
                    origin.responder.title, NameText.count(origin.conflicts, "conflict"),
                    "from \"\(SafeText.escaped(origin.label))\"",
                ]
            })
        let broken = rules.filter { $0.violation != nil }
        text += Self.section(
            broken.isEmpty ? "All rules are kept:" : "Rules:",
            (broken + rules.filter { $0.violation == nil }).map { rule in
                [
                    rule.violation == nil ? "kept" : rule.severity.word,
                    SafeText.escaped(rule.violation ?? rule.summary), rule.reference,
                ]
            })
        if let advice { text += "\n\(SafeText.escaped(advice))\n" }
        text += Self.section(
            "Responders:",
            responders.map {
                [$0.responder.title, SafeText.escaped($0.outcome), SafeText.escaped($0.spelling ?? "")]
            })
        return text
    }

    private static func section(_ heading: String, _ rows: [[String]]) -> String {
        rows.isEmpty ? "" : "\n\(heading)\n\n" + NameText.columns(rows)
    }
}
