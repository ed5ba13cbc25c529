import TraceModel
import WireText

extension TextSummary {
    /// Did messages arrive that others carried, and as they were written?
    func relayLines(_ report: TraceReport) -> [String] {
        let kinds: [(RelayedMessage.Kind, String)] = [(.stanza, "chat message"), (.broadcast, "relayed broadcast")]
        let groups = kinds.compactMap { kind, name -> [String]? in
            let messages = report.relayedMessages.filter { $0.kind == kind }
            return messages.isEmpty ? nil : Self.facts(messages, name)
        }
        guard !groups.isEmpty else { return [] }
        return [heading("Relayed messages", "\(Quantity.count(report.relayedMessages.count, "message"))")]
            + groups.flatMap { paragraph(Self.list($0), first: "  ", margin: 4) }
    }

    private static func facts(_ messages: [RelayedMessage], _ name: String) -> [String] {
        let copies = messages.reduce(0) { $0 + $1.copies }
        var parts = ["\(Quantity.count(messages.count, name)) in \(Quantity.count(copies, "copy", "copies"))"]
        let carriers = messages.reduce(0) { max($0, $1.carrierCount) }
        if carriers > 1 { parts.append("one by up to \(Quantity.count(carriers, "carrier"))") }
        let altered = messages.count { $0.bodyCount > 1 }
        if altered > 0 { parts.append("\(Quantity.grouped(altered)) with different text") }
        let duplicates = messages.reduce(0) { $0 + $1.duplicates }
        if duplicates > 0 { parts.append("\(Quantity.grouped(duplicates)) delivered again") }
        let unchecked = messages.reduce(0) { $0 + $1.uncheckedCopies }
        if unchecked > 0 { parts.append("\(Quantity.grouped(unchecked)) not checked for peers left out") }
        if let median = messages.compactMap(\.directLatency).median {
            parts.append("by the author after \(Quantity.duration(median))")
        }
        if let median = messages.compactMap(\.relayedLatency).median {
            parts.append("by others after \(Quantity.duration(median))")
        }
        return parts
    }
}
