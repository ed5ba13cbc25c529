import DNSWire
import WireCoding

extension ServiceResponder {
    /// Begins on an interface, or takes note that the host's addresses there have changed. An interface without addresses is
    /// left.
    ///
    /// Changed addresses are announced without probing (RFC 6762 §8.4).
    ///
    /// - Parameters:
    ///   - interface: The number that messages of the interface have.
    ///   - addresses: Those that the host has on that link, in the order of their announcement.
    ///   - time: Now, in nanoseconds.
    ///   - generator: Where delays come from.
    public mutating func join(
        _ interface: InterfaceIndex, addresses: [IPAddress], at time: Int64,
        using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        guard !addresses.isEmpty else {
            leave(interface)
            return waiting
        }
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        guard let label = hostName.labels.first,
            let records = try? ClaimedRecords(
                host: label, domain: hostName.droppingFirst(), addresses: addresses,
                timeToLive: profile.hostTimeToLive)
        else { return waiting }
        if let place = links.firstIndex(where: { $0.interface == interface }) {
            let actions = links[place].host.update(records, at: time, using: &turn.generator)
            perform(actions, of: nil, on: place, &turn)
            if links[place].host.state == .released {
                perform(links[place].host.start(at: time, using: &turn.generator), of: nil, on: place, &turn)
            }
        } else {
            let place = links.firstIndex { $0.interface > interface } ?? links.endIndex
            links.insert(Link(interface: interface, host: NameClaim(records, profile: profile)), at: place)
            for id in services.keys.sorted() where services[id]?.isLeaving == false { addClaim(id, on: place) }
            let actions = links[place].host.start(at: time, using: &turn.generator)
            perform(actions, of: nil, on: place, &turn)
        }
        return turn.actions + waiting
    }

    /// Forgets an interface without a word, as when its link is gone. What was announced there expires.
    public mutating func leave(_ interface: InterfaceIndex) { links.removeAll { $0.interface == interface } }

    /// Offers a service, on all interfaces now and to come.
    ///
    /// - Parameters:
    ///   - registration: The service. Its host and addresses are replaced by those of the responder, and its times to live
    ///     are kept.
    ///   - renamesOnConflict: Whether it takes another name if that one is taken.
    ///   - time: Now, in nanoseconds.
    ///   - generator: Where delays come from.
    /// - Throws: That the name or a subtype's is over its limit.
    public mutating func publish(
        _ registration: ServiceRegistration, renamesOnConflict: Bool = true, at time: Int64,
        using generator: inout some RandomNumberGenerator
    ) throws(WireError) -> (service: ServiceID, actions: [Action]) {
        var registration = registration
        registration.host = hostName
        // A claim cannot fail to be made where this one is not.
        _ = try ClaimedRecords(registration)
        let id = newID()
        services[id] = Service(registration: registration, renamesOnConflict: renamesOnConflict)
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        for place in links.indices {
            addClaim(id, on: place)
            if links[place].host.holdsName { startInstances(on: place, &turn) }
        }
        return (id, turn.actions + waiting)
    }

    /// Changes a service's attributes or port, which is announced without probing (RFC 6762 §8.4). Records should not change
    /// more than ten times a minute.
    ///
    /// - Parameters:
    ///   - service: What ``publish(_:renamesOnConflict:at:using:)`` returned.
    ///   - attributes: The new ones; nil leaves them.
    ///   - port: The new one; nil leaves it.
    ///   - time: Now, in nanoseconds.
    ///   - generator: Where delays come from.
    public mutating func update(
        _ service: ServiceID, attributes: TXTRecord? = nil, port: UInt16? = nil, at time: Int64,
        using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        guard var registration = services[service]?.registration else { return waiting }
        registration.attributes = attributes ?? registration.attributes
        registration.port = port ?? registration.port
        services[service]?.registration = registration
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        for place in links.indices { updateInstances(on: place, only: service, &turn) }
        return turn.actions + waiting
    }

    /// Ends a service, with goodbyes where it was announced (RFC 6762 §10.1).
    public mutating func withdraw(
        _ service: ServiceID, at time: Int64, using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        withdrawService(service, &turn)
        forgetReleased()
        return turn.actions + waiting
    }

    /// Ends all services, then the host's name, with goodbyes.
    public mutating func withdrawAll(
        at time: Int64, using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        for id in services.keys.sorted() { withdrawService(id, &turn) }
        for place in links.indices {
            let actions = links[place].host.withdraw(at: time, using: &turn.generator)
            perform(actions, of: nil, on: place, &turn)
        }
        forgetReleased()
        return turn.actions + waiting
    }

    private mutating func withdrawService(_ id: ServiceID, _ turn: inout Turn<some RandomNumberGenerator>) {
        services[id]?.isLeaving = true
        for place in links.indices {
            guard let index = links[place].instances.firstIndex(where: { $0.id == id }) else { continue }
            let actions = links[place].instances[index].claim.withdraw(at: turn.time, using: &turn.generator)
            perform(actions, of: id, on: place, &turn)
        }
    }

    /// Forgets services that are gone from all interfaces.
    mutating func forgetReleased() {
        guard services.values.contains(where: \.isLeaving) else { return }
        for place in links.indices {
            links[place].instances.removeAll { instance in
                guard services[instance.id]?.isLeaving ?? true else { return false }
                switch instance.claim.state {
                case .released, .failed, .idle: return true
                default: return false
                }
            }
        }
        services = services.filter { id, service in
            !service.isLeaving || links.contains { $0.instances.contains { $0.id == id } }
        }
    }

    /// Adds the claim of a service on an interface. It is started when the host's name is held there.
    private mutating func addClaim(_ id: ServiceID, on place: Int) {
        guard let service = services[id], let records = try? ClaimedRecords(service.registration) else { return }
        let claim = NameClaim(records, profile: profile, renamesOnConflict: service.renamesOnConflict)
        links[place].instances.append(Instance(id: id, claim: claim))
    }
}
