import DNSWire
import ServiceDiscovery
import TraceModel

/// The words of a timeline for its events.
struct EventWords {
    let naming: NamingStory

    private var tracker: ServiceTracker { naming.tracker }

    /// - Parameters:
    ///   - index: The index of the event's claim to an instance among the tracker's.
    ///   - rival: Who else claims the name.
    func detail(of event: ClaimEvent, at index: Int, rival: Service.Rival?) -> String? {
        switch event.detail {
        case .text(let text): "TXT" + textChange(tracker.services[index], text)
        case .renamed(let from): renaming(from: from, to: index, rival: rival)
        default: words(for: event, rival: rival.map(Self.holder) ?? "")
        }
    }

    /// - Parameters:
    ///   - rival: Who else claims the host name.
    ///   - link: How the name came about.
    func hostDetail(of event: ClaimEvent, rival: Service.Rival?, link: HostRenameLinks.Link?) -> String? {
        guard case .renamed = event.detail, let link else { return words(for: event, rival: rival?.address ?? "") }
        let rule = RenameStyle.words(link.family, isByKnownRule: link.isByKnownRule)
        return
            "\(Self.host(tracker.hosts[link.from].name)) → \(Self.host(tracker.hosts[link.to].name))\(rule), because "
            + "\(rival?.address ?? "another host") had the name"
    }

    private func words(for event: ClaimEvent, rival holder: String) -> String? {
        switch event.detail {
        case .none, .text, .renamed: nil
        case .addresses(let added, let removed):
            "addresses: "
                + Self.list(
                    (added.map { ("+", $0) } + removed.map { ("-", $0) }).lazy.map { "\($0)\($1)" }, separator: " ")
        case .question(let type): type.description
        case .browsing: "PTR"
        case .knownAnswer: "listed as known"
        case .rival(_, let isMulticast):
            "\(holder) holds the name" + (isMulticast ? "" : " (unicast response)")
        case .defense: "defended against the probe of \(holder)"
        case .tieBreak(_, let won, let reason):
            (won ? "won" : "lost") + " against the simultaneous probe of \(holder): \(reason)"
        case .silence(let nanoseconds): "after \(nanoseconds / 1_000_000_000) s of silence"
        case .wakeup: "after sleep"
        case .comeback: "came back"
        case .actionFrame: "in an AWDL action frame"
        case .timeToLive(let seconds): "not refreshed for its TTL of \(seconds) s"
        }
    }

    /// More changed entries and addresses than these are counted.
    private static let maximumChanges = 6
    /// Bytes of an entry that are shown.
    private static let shownLength = 48

    /// The changes in a TXT record, entry by entry: `: +new, -old, key=1 → key=2`.
    private func textChange(_ claim: ServiceClaim, _ index: Int?) -> String {
        guard let changes = EventValues.textChanges(claim, index) else { return "" }
        if changes.isEmpty { return ": other order" }
        let words = changes.map { old, new in
            guard let old else { return "+" + (new.map(Self.shown) ?? "") }
            return new.map { "\(Self.shown(old)) → \(Self.shown($0))" } ?? "-\(Self.shown(old))"
        }
        return ": " + Self.list(words, separator: ", ")
    }

    /// The first changes, and how many more there are: events are many, and each of them can change all that there is.
    private static func list(_ changes: some Collection<String>, separator: String) -> String {
        let rest = changes.count - maximumChanges
        return changes.prefix(maximumChanges).joined(separator: separator) + (rest > 0 ? " and \(rest) more" : "")
    }

    private static func shown(_ entry: TXTRecord.Entry) -> String {
        let bytes = entry.bytes
        return String(decoding: bytes.prefix(shownLength), as: UTF8.self) + (bytes.count > shownLength ? "…" : "")
    }

    /// The location of a rival: `10.0.0.1 (port 7001 at anna.local)`.
    static func holder(_ rival: Service.Rival) -> String {
        guard let port = rival.port, let host = rival.host else { return rival.address }
        return "\(rival.address) (port \(port) at \(self.host(host)))"
    }

    /// The reason why a claim had to be given up for another, as the second half of a sentence.
    func reason(_ old: Int, before new: Int, _ rival: Int, holder: String) -> String {
        let (claim, other) = (tracker.services[old], tracker.services[rival])
        if let lost = claim.lostTieBreak,
            tracker.services[new].firstSeen.time - lost.time <= RenameLinks.renamingTime
        {
            return "\(holder) won the simultaneous probe for it"
        }
        if let first = claim.firstAnnouncement, first < other.firstSeen {
            return "\(holder) took the name, though it was announced here before"
        }
        return "\(holder) had the name"
    }

    /// A host's name without the final dot, cut if it is longer than host names are: it occurs in many events.
    static func host(_ name: DNSName) -> String { host(name.presentation) }

    private static func host(_ presentation: String) -> String { Excerpt.cut(String(presentation.dropLast())) }

    private func renaming(from old: Int, to new: Int, rival: Service.Rival?) -> String {
        let names = "\"\(tracker.services[old].name.instanceText)\" → \"\(tracker.services[new].name.instanceText)\""
        guard let link = naming.links.links[new] else { return names }
        let rule = link.family.map { " by the rule of \($0.softwareName)" } ?? ""
        let steps = link.conflicts > 1 ? ", after \(link.conflicts) conflicts" : ""
        switch link.cause {
        case .rival(let index):
            let holder = rival.map(Self.holder) ?? ""
            let arithmetic = RenameStyle.arithmetic(
                link.family, after: tracker.services[old].name.instance, conflicts: link.conflicts)
            return "\(names)\(rule)\(steps), because \(reason(old, before: new, index, holder: holder))\(arithmetic)"
        case .computerName(let example):
            let type = tracker.services[example].name.type
            return "\(names)\(rule), together with \(type): the computer's name got a new number"
        }
    }
}
