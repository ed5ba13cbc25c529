import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// Short descriptions of a timeline's events.
struct EventWords {
    let naming: NamingStory

    private var tracker: ServiceTracker { naming.tracker }

    /// - Parameter place: The index, among the tracker's, of the claim that the event is about.
    func detail(of event: ClaimEvent, at place: Int) -> String? {
        switch event.detail {
        case .text(let number): "TXT" + (number.map { textChange(tracker.services[place], $0) } ?? "")
        case .renamed(let from): renaming(from: from, to: place)
        default: words(for: event, rival: holder)
        }
    }

    /// - Parameters:
    ///   - place: Of the claim to a host name that the event is about, among the tracker's.
    ///   - link: How the name came about.
    func hostDetail(of event: ClaimEvent, at place: Int, link: HostRenameLinks.Link?) -> String? {
        guard case .renamed(let from) = event.detail, let link else {
            return words(for: event) { tracker.hosts[$0].mainAddress.description }
        }
        let rule = link.family.map { " by the rule of \($0.softwareName)" } ?? ""
        return "\(Self.host(tracker.hosts[from].name)) → \(Self.host(tracker.hosts[place].name))\(rule), because "
            + "\(tracker.hosts[link.rival].mainAddress) had the name"
    }

    private func words(for event: ClaimEvent, rival holder: (Int) -> String) -> String? {
        switch event.detail {
        case .none, .text, .renamed: nil
        case .addresses(let added, let removed):
            "addresses: "
                + Self.list(
                    (added.map { ("+", $0) } + removed.map { ("-", $0) }).lazy.map { "\($0)\($1)" }, separator: " ")
        case .question(let type): type.description
        case .browsing: "PTR"
        case .rival(let rival, let isMulticast):
            "\(holder(rival)) holds the name" + (isMulticast ? "" : " (unicast response)")
        case .defence(let rival): "defended against the probe of \(holder(rival))"
        case .tieBreak(let rival, let won, let reason):
            (won ? "won" : "lost") + " against the simultaneous probe of \(holder(rival)): \(reason)"
        case .silence(let nanoseconds): "after \(nanoseconds / 1_000_000_000) s of silence"
        case .wakeup: "after sleep"
        case .comeback: "came back"
        case .actionFrame: "in an AWDL action frame"
        case .timeToLive(let seconds): "not refreshed for its TTL of \(seconds) s"
        }
    }

    /// More changed entries and addresses than these are counted.
    private static let maximumChanges = 6
    /// Records with more entries together are not compared.
    private static let comparedEntries = 256
    /// Bytes of an entry that are shown.
    private static let shownLength = 48

    /// The changes in a TXT record, entry by entry: `: +new, -old, key=1 → key=2`.
    private func textChange(_ claim: ServiceClaim, _ number: Int) -> String {
        guard claim.texts.indices.contains(number), number > 0 else { return "" }
        let (old, new) = (claim.texts[number - 1].record.entries, claim.texts[number].record.entries)
        guard old.count + new.count <= Self.comparedEntries else { return "" }
        var changes: [String] = []
        let (oldEntries, newEntries, newKeys) = (Set(old), Set(new), Set(new.map(\.key)))
        let gone = Dictionary(old.lazy.filter { !newEntries.contains($0) }.map { ($0.key, $0) }) { first, _ in first }
        for entry in new where !oldEntries.contains(entry) {
            let earlier = gone[entry.key]
            changes.append(earlier.map { "\(Self.shown($0)) → \(Self.shown(entry))" } ?? "+\(Self.shown(entry))")
        }
        for entry in old where !newEntries.contains(entry) && !newKeys.contains(entry.key) {
            changes.append("-\(Self.shown(entry))")
        }
        if changes.isEmpty { return ": other order" }
        return ": " + Self.list(changes, separator: ", ")
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
    func holder(_ place: Int) -> String {
        let claim = tracker.services[place]
        let address = claim.mainSender.address.description
        guard let location = claim.location else { return address }
        return "\(address) (port \(location.port) at \(Self.host(location.target)))"
    }

    /// The reason why a claim had to be given up for another, as the second half of a sentence.
    func reason(_ old: Int, before new: Int, _ rival: Int, holder: (Int) -> String) -> String {
        let (claim, other) = (tracker.services[old], tracker.services[rival])
        if let lost = claim.lostTieBreak,
            tracker.services[new].firstSeen.time - lost.time <= RenameLinks.renamingTime
        {
            return "\(holder(rival)) won the simultaneous probe for it"
        }
        if let first = claim.firstAnnouncement, first < other.firstSeen {
            return "\(holder(rival)) took the name, though it was announced here before"
        }
        return "\(holder(rival)) had the name"
    }

    /// A host's name without the final dot, cut if it is longer than host names are: it occurs in many events.
    static func host(_ name: DNSName) -> String { Excerpt.cut(String(name.presentation.dropLast())) }

    private func renaming(from old: Int, to new: Int) -> String {
        let names = "\"\(tracker.services[old].name.instanceText)\" → \"\(tracker.services[new].name.instanceText)\""
        guard let link = naming.links.links[new] else { return names }
        let rule = link.family.map { " by the rule of \($0.softwareName)" } ?? ""
        let steps = link.conflicts > 1 ? ", after \(link.conflicts) conflicts" : ""
        switch link.cause {
        case .rival(let rival):
            return "\(names)\(rule)\(steps), because \(reason(old, before: new, rival) { holder($0) })"
        case .computerName(let example):
            let type = tracker.services[example].name.type
            return "\(names)\(rule), together with \(type): the computer's name got a new number"
        }
    }
}
