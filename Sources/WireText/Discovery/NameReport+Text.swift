import ServiceDiscovery

extension NameReport {
    /// For people.
    ///
    /// - Parameter width: Columns of the terminal.
    public func text(width: Int = 80) -> String {
        var text = NameText.paragraph("\(SafeText.escaped(name)): \(kind.title)\n", width: width)
        var rows = parts.map { part in
            [part.part, SafeText.escaped(part.text), part.bytes.map { "\($0) of 63 bytes" } ?? ""]
        }
        if let length = wireLength { rows.append(["on the wire", "\(length) of 255 bytes"]) }
        if !rows.isEmpty { text += "\n" + NameText.columns(rows, width: width) }
        text += Self.section(
            "The number may come from conflicts, in which another host on the link already had the name:",
            origins.map { origin in
                [
                    origin.responder.title, NameText.count(origin.conflicts, "conflict"),
                    "from \"\(SafeText.escaped(origin.label))\"",
                ]
            }, width: width)
        let broken = rules.filter { $0.violation != nil }
        text += Self.section(
            broken.isEmpty ? "All rules are kept:" : "Rules:",
            (broken + rules.filter { $0.violation == nil }).map { rule in
                [
                    rule.violation == nil ? "kept" : rule.severity.word,
                    SafeText.escaped(rule.violation ?? rule.summary), rule.reference,
                ]
            }, width: width)
        if let advice { text += "\n" + NameText.paragraph("\(SafeText.escaped(advice))\n", width: width) }
        text += Self.section(
            "Responders:",
            responders.map {
                [$0.responder.title, SafeText.escaped($0.outcome), SafeText.escaped($0.spelling ?? "")]
            }, width: width)
        return text
    }

    private static func section(_ heading: String, _ rows: [[String]], width: Int) -> String {
        rows.isEmpty
            ? ""
            : "\n" + NameText.paragraph("\(heading)\n\n", width: width) + NameText.columns(rows, width: width)
    }
}
