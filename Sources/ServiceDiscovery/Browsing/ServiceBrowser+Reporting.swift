import DNSWire
import WireCoding

extension ServiceBrowser {
    /// Reports what has become of the instances of which something may have changed, and asks for what is missing.
    mutating func report(_ turn: inout Turn<some RandomNumberGenerator>) {
        guard !turn.touched.isEmpty else { return }
        // In an order that does not depend on a hash table; appearances last, so that they find what has gone.
        let names = turn.touched.sorted { $0.wireForm.lexicographicallyPrecedes($1.wireForm) }
        let snapshots = names.map { (name: $0, service: snapshot(of: $0)) }
        for case (let name, nil) in snapshots { noteGone(name, &turn) }
        for case (let name, let service?) in snapshots { noteThere(name, service, &turn) }
        resolve(turn.touched, &turn)
    }

    private mutating func noteGone(_ name: DNSName, _ turn: inout Turn<some RandomNumberGenerator>) {
        guard let gone = known.removeValue(forKey: name) else { return }
        let earliest = turn.time.advanced(saturating: -Self.window)
        let successor = known.values.filter { $0.since >= earliest && gone.service.isSucceeded(by: $0.service) }
            .min { $0.service.name.fullName.wireForm.lexicographicallyPrecedes($1.service.name.fullName.wireForm) }
        if let successor {
            turn.actions.append(.renamed(from: gone.service, to: successor.service))
        } else if departed.count < Self.maximumServices {
            departed.append(
                Departed(
                    service: gone.service, since: gone.since, time: turn.time, reason: turn.reasons[name] ?? .expired))
        } else {
            turn.actions.append(.removed(gone.service, turn.reasons[name] ?? .expired))
        }
    }

    private mutating func noteThere(
        _ name: DNSName, _ service: BrowsedService, _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        if let index = departed.firstIndex(where: { $0.service.name == service.name }) {
            // It has come back before its end was reported.
            let back = departed.remove(at: index)
            known[name] = Known(service: back.service, since: back.since)
        }
        let before = known[name]
        known[name] = Known(service: service, since: before?.since ?? turn.time)
        let changes = before.map { service.changes(since: $0.service) }
        if let changes, changes.isEmpty { return }
        let isNews = (before?.since ?? turn.time) >= turn.time.advanced(saturating: -Self.window)
        if isNews, let index = departed.firstIndex(where: { $0.service.isSucceeded(by: service) }) {
            turn.actions.append(.renamed(from: departed.remove(at: index).service, to: service))
        } else if let changes {
            turn.actions.append(.updated(service, changes))
        } else {
            turn.actions.append(.added(service))
        }
    }

    /// What is known of an instance, nil if no list has it.
    private func snapshot(of name: DNSName) -> BrowsedService? {
        guard let instance = ServiceInstanceName(name) else { return nil }
        var locations: [InterfaceIndex: BrowsedService.Location] = [:]
        for link in links where link.instances[name] != nil { locations[link.interface] = link.location(of: name) }
        return locations.isEmpty ? nil : BrowsedService(name: instance, locations: locations)
    }
}

extension ServiceBrowser.Link {
    fileprivate func location(of instance: DNSName) -> BrowsedService.Location {
        var chosen: ServiceLocation?
        var latest = Int64.min
        for entry in cache.entries(instance, .srv) {
            guard case .service(let location) = entry.record.data else { continue }
            // Of several that were heard together, the one that clients are to try first (RFC 2782).
            let isPreferred = entry.heard == latest && location.priority < chosen?.priority ?? 0
            guard entry.heard > latest || isPreferred else { continue }
            (chosen, latest) = (location, entry.heard)
        }
        var attributes: TXTRecord?
        let text = cache.entries(instance, .txt).max { $0.heard < $1.heard }
        if case .text(let bytes)? = text?.record.data {
            attributes = TXTRecord(observed: bytes)
        }
        var addresses: [IPAddress] = []
        if let host = chosen?.target {
            for entry in cache.entries(host, .a) + cache.entries(host, .aaaa) {
                if case .address(let address) = entry.record.data { addresses.append(address) }
            }
        }
        return BrowsedService.Location(
            host: chosen?.target, port: chosen?.port, attributes: attributes, addresses: addresses)
    }
}

extension BrowsedService {
    /// Whether another service is what this one has become: of the same type, and on the same host and port.
    fileprivate func isSucceeded(by other: BrowsedService) -> Bool {
        name != other.name && name.type == other.name.type && name.domain == other.name.domain && host != nil
            && host == other.host && port == other.port
    }
}
