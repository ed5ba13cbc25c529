import TraceModel
import WireCoding

/// What is known of reports before anything is replaced, so that sentences can be searched for all names.
extension StandIns {
    /// Gives all names and addresses of a report their stand-ins.
    func learn(_ report: TraceReport) throws {
        var found = Findings()
        var rest = report
        rest.sessions = []
        try found.collect(rest, "")
        for session in report.sessions { try found.collect(session, "sessions") }
        noteStems(report)
        note(found)
        noteKnownServices(report)
        nameFiles(report.capture)
        // Who must connect to whom follows from the order of the IDs, so that they keep it.
        for id in Set(report.peers.flatMap(\.peerIDs)).sorted() { _ = standIn(for: id, .peer) }
        for service in report.services { _ = standIn(for: service.instance, .device) }
        for host in report.hosts { _ = standIn(for: host.name, .host) }
        for name in report.services.compactMap(\.host) + report.peers.flatMap(\.hostnames) {
            _ = standIn(for: name, .host)
        }
        for name in report.peers.flatMap({ $0.displayNames + [$0.label] }) { _ = standIn(for: name, .device) }
        replace(found)
        for entry in report.services.flatMap(\.txt) { nameAttribute(entry) }
    }

    /// The same of any part of a report, or of another kind of report.
    func learn(_ value: some Encodable, _ key: String) throws {
        var found = Findings()
        try found.collect(value, key)
        note(found)
        replace(found)
    }

    /// The texts of reports that are replaced, each once.
    private struct Findings {
        var texts: [(text: String, rule: RedactionRule, place: ReportTree.Place)] = []
        private var seen: Set<String> = []
        private var seenDigits: Set<String> = []

        mutating func collect(_ value: some Encodable, _ key: String) throws {
            var found = self
            self = Findings()
            _ = try ReportTreeEncoder.tree(value).replacing(key: key) { text, place in
                switch RedactionRule(place) {
                case .keep, .sentence, .fact: break
                case .messageType where TraceMessage.protocolTypes.contains(text): break
                case let rule: found.add(text, rule, place)
                }
                return text
            }
            self = found
        }

        private mutating func add(_ text: String, _ rule: RedactionRule, _ place: ReportTree.Place) {
            switch rule {
            // Keys and digits may be values elsewhere, and what is beside them decides.
            case .attributeKey: texts.append((text, rule, place))
            case .digits: if seenDigits.insert(text).inserted { texts.append((text, rule, place)) }
            case .attribute: if seen.insert(text).inserted { texts.append((text, rule, place)) }
            default:
                guard seen.insert(text).inserted else { return }
                // There may be a million, and as many objects around them.
                texts.append((text, rule, ReportTree.Place(parent: place.parent, key: place.key, siblings: [])))
            }
        }
    }

    private func note(_ found: Findings) {
        for (text, rule, place) in found.texts {
            switch rule {
            case .attributeKey:
                if Self.hasValue(place) { noteAttributeKey(text) }
                continue
            case .digits:
                if case .text(let value)? = place.sibling("value"), !text.isEmpty, text == Hex.encode(Array(value.utf8))
                {
                    hexadecimal[text] = value
                }
            case .path: avoid(Self.fileName(text))
            default: break
            }
            avoid(text)
        }
    }

    private static func hasValue(_ place: ReportTree.Place) -> Bool {
        if let flag = place.sibling("hasValue") { return flag == .flag(true) }
        return [place.sibling("old"), place.sibling("new")].contains { side in
            if case .text(let text)? = side { text.contains("=") } else { false }
        }
    }

    private func replace(_ found: Findings) {
        for (text, rule, place) in found.texts where rule != .attributeKey { _ = redacted(text, rule, at: place) }
    }

    private func noteStems(_ report: TraceReport) {
        for name in report.services.map(\.instance) + report.peers.flatMap({ $0.displayNames + [$0.label] }) {
            stems.insert(name.lowercased())
        }
        for name in report.hosts.map(\.name) + report.peers.flatMap(\.hostnames) where name.hasSuffix(".local.") {
            hostStems.insert(name.dropLast(7).lowercased())
        }
    }

    /// Services of Wi-Fi Aware whose names are types, which stay, and so do the hashes of these.
    private func noteKnownServices(_ report: TraceReport) {
        for service in report.wireless?.nan?.services ?? [] {
            guard let name = service.name, name == standIn(for: name, .host) else { continue }
            remember(service.serviceID, service.serviceID)
        }
    }

    /// Several files that were read as one have their paths in one text.
    private func nameFiles(_ capture: CaptureSummary) {
        let place = ReportTree.Place(parent: "files", key: "path", siblings: [])
        let names = capture.files.map { redacted($0.path, .path, at: place) }
        if names.count > 1 { remember(capture.path, names.joined(separator: ", ")) }
    }

    /// Sentences about a TXT record have its attributes as they are written.
    private func nameAttribute(_ entry: Service.TextEntry) {
        if !entry.hasValue {
            _ = attribute(entry.key)
        } else if let value = entry.value {
            _ = attribute(entry.key + "=" + value)
        } else if let digits = entry.valueHex, let bytes = Hex.decode(digits) {
            _ = attribute(entry.key + "=" + String(decoding: bytes, as: UTF8.self))
        }
    }
}
