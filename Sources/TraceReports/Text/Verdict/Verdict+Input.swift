import TraceModel
import WireText

/// Captures of which there is nothing to say, or little.
extension Verdict {
    /// A capture without a packet that was understood; nil for others.
    func unreadable() -> String? {
        let capture = report.capture
        let cut = capture.fileError == nil ? "" : "; the file could not be read to its end"
        guard capture.packets > 0 else {
            if capture.filteredOut > 0 {
                return "None of \(Quantity.count(capture.filteredOut, "packet")) matched the filter" + cut
            }
            return "There are no packets" + cut
        }
        guard capture.undecodedPackets + capture.malformedPackets >= capture.packets,
            report.sessions.isEmpty, report.wireless == nil
        else { return nil }
        let all = capture.packets == 1 ? "The only packet" : "None of \(Quantity.count(capture.packets, "packet"))"
        guard capture.malformedPackets < capture.packets else {
            return (capture.packets == 1 ? all + " is" : "All \(Quantity.count(capture.packets, "packet")) are")
                + " malformed or cut off" + cut
        }
        let kinds = Set(capture.interfaces.filter { $0.packets > 0 }.map(\.linkType)).sorted()
        let link = kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))"
        return all + " could\(capture.packets == 1 ? " not" : "") be decoded" + link + cut
    }

    /// Services without sessions between hosts.
    func offers() -> Clause? {
        let services = report.services.filter { $0.laterName == nil }
        guard !services.isEmpty else { return nil }
        if services.count == 1, let service = services.first {
            let owner = names.name(peer: service.peer) ?? service.host.map(TextSummary.host)
            let name = "\"\(PeerNames.short(service.instance, width: 40))\" (\(SafeText.escaped(service.type)))"
            return Clause(text: "One service, \(name)\(owner.map { " of \($0)" } ?? ""), and no connections")
        }
        let hosts = Set(services.map { $0.peer ?? $0.host ?? $0.id }).count
        let what = Quantity.count(services.count, "service") + " of " + Quantity.count(hosts, "host")
        return Clause(text: what + " and no connections")
    }

    /// Names of protocols that are mentioned.
    private static let protocolsShown = 4

    /// What is left: packets without a session between two hosts.
    func leftovers() -> Clause? {
        if let wireless = report.wireless {
            let total = wireless.frames.entries.reduce(0) { $0 + $1.count }
            return Clause(
                text: "\(Quantity.count(total, "802.11 frame")) without AWDL, Wi-Fi Aware or connections",
                isUnderstood: false)
        }
        guard report.sessions.isEmpty else {
            return Clause(text: "Only discovery and multicast: no connections between hosts", isUnderstood: false)
        }
        // The innermost protocols are the last ones.
        let protocols = report.capture.protocols.entries.map(\.name).suffix(Self.protocolsShown).map(SafeText.escaped)
        let what = protocols.isEmpty ? "" : " (\(protocols.joined(separator: ", ")))"
        return Clause(
            text: "No connections, only \(Quantity.count(report.capture.packets, "packet"))\(what)", isUnderstood: false
        )
    }
}
