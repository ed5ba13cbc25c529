import DNSWire
import TraceModel
import WireCoding

extension TraceReport {
    /// The services that a text may mean: the one with that ID; otherwise those with that instance name or full name,
    /// as it is written, or failing that in any case.
    public func services(named text: String) -> [Service] {
        if let service = services.first(where: { $0.id == text }) { return [service] }
        let exact = services.filter { $0.instance == text || $0.fullName == text }
        guard exact.isEmpty else { return exact }
        let name = DNSName(presentation: text)
        return services.filter {
            $0.instance.lowercased() == text.lowercased()
                || name != nil && DNSName(presentation: $0.fullName) == name
        }
    }

    /// The peers that a text may mean: the one with that ID; otherwise those with that label, name, host name, address
    /// or link address.
    public func peers(named text: String) -> [Peer] {
        if let peer = peers.first(where: { $0.id == text }) { return [peer] }
        let exact = peers.filter {
            $0.label == text || $0.displayNames.contains(text) || $0.peerIDs.contains(text)
        }
        guard exact.isEmpty else { return exact }
        if let address = IPAddress(text) { return peers.filter { $0.addresses.contains(address.description) } }
        if let link = LinkAddress(text) { return peers.filter { $0.linkAddresses.contains(link.description) } }
        let name = DNSName(presentation: text)
        return peers.filter { peer in
            peer.label.lowercased() == text.lowercased()
                || name != nil && peer.hostnames.contains { DNSName(presentation: $0) == name }
        }
    }
}
