import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// The subject of an event, as values: the claim in the way, and what changed.
struct EventValues {
    let naming: NamingStory

    private var tracker: ServiceTracker { naming.tracker }

    // MARK: - Rivals

    /// The other claim to the name.
    ///
    /// - Parameter index: The index of the event's claim to an instance among the tracker's.
    func rival(of event: ClaimEvent, at index: Int) -> Service.Rival? {
        if case .renamed = event.detail, case .rival(let rival)? = naming.links.links[index]?.cause {
            return self.rival(rival)
        }
        return Self.rival(of: event.detail).map(rival)
    }

    /// The same for a claim to a host name.
    ///
    /// - Parameter link: How the name came about.
    func hostRival(of event: ClaimEvent, link: HostRenameLinks.Link?) -> Service.Rival? {
        if case .renamed = event.detail, let link { return hostRival(link.rival) }
        return Self.rival(of: event.detail).map(hostRival)
    }

    private static func rival(of detail: ClaimEvent.Detail) -> Int? {
        switch detail {
        case .rival(let rival, _), .defense(let rival), .tieBreak(let rival, _, _): rival
        default: nil
        }
    }

    /// The claim to an instance with that index.
    func rival(_ index: Int) -> Service.Rival {
        let claim = tracker.services[index]
        return Service.Rival(
            service: naming.ids[index], host: claim.location?.target.presentation,
            address: claim.mainSender.address.description, port: claim.location.map { Int($0.port) })
    }

    /// The claim to a host name with that index.
    func hostRival(_ index: Int) -> Service.Rival {
        let claim = tracker.hosts[index]
        return Service.Rival(host: claim.name.presentation, address: claim.mainAddress.description)
    }

    // MARK: - Changes

    /// The changes that an event made to the claim to an instance with that index.
    func changes(of event: ClaimEvent, at index: Int) -> [Service.Change] {
        switch event.detail {
        case .text(let text):
            Self.textChanges(tracker.services[index], text)?.map { old, new in
                Service.Change(
                    kind: .txt, key: (old ?? new)?.keyText, old: old.map(Self.text), new: new.map(Self.text))
            } ?? []
        case .renamed(let from):
            [
                Service.Change(
                    kind: .name, old: tracker.services[from].name.instanceText,
                    new: tracker.services[index].name.instanceText)
            ]
        default: Self.addressChanges(of: event)
        }
    }

    /// The same for a claim to a host name.
    func hostChanges(of event: ClaimEvent, link: HostRenameLinks.Link?) -> [Service.Change] {
        guard case .renamed = event.detail, let link else { return Self.addressChanges(of: event) }
        let (old, new) = (tracker.hosts[link.from].name, tracker.hosts[link.to].name)
        return [Service.Change(kind: .name, old: old.presentation, new: new.presentation)]
    }

    private static func addressChanges(of event: ClaimEvent) -> [Service.Change] {
        guard case .addresses(let added, let removed) = event.detail else { return [] }
        return added.map { Service.Change(kind: .address, new: $0.description) }
            + removed.map { Service.Change(kind: .address, old: $0.description) }
    }

    private static func text(_ entry: TXTRecord.Entry) -> String { String(decoding: entry.bytes, as: UTF8.self) }

    /// Records with more entries together are not compared.
    private static let comparedEntries = 256

    /// The entries of a TXT record that are new, changed or gone; nil where nothing is known of the record before.
    ///
    /// - Parameter index: The record's index among those of the claim.
    static func textChanges(
        _ claim: ServiceClaim, _ index: Int?
    ) -> [(old: TXTRecord.Entry?, new: TXTRecord.Entry?)]? {
        guard let index, claim.texts.indices.contains(index), index > 0 else { return nil }
        let (old, new) = (claim.texts[index - 1].record.entries, claim.texts[index].record.entries)
        guard old.count + new.count <= comparedEntries else { return nil }
        let (oldEntries, newEntries, newKeys) = (Set(old), Set(new), Set(new.map(\.key)))
        let gone = Dictionary(old.lazy.filter { !newEntries.contains($0) }.map { ($0.key, $0) }) { first, _ in first }
        return new.filter { !oldEntries.contains($0) }.map { (gone[$0.key], $0) }
            + old.filter { !newEntries.contains($0) && !newKeys.contains($0.key) }.map { ($0, nil) }
    }
}
