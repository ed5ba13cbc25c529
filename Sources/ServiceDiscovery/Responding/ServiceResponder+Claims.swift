import DNSWire
import WireCoding

extension ServiceResponder {
    /// Does what is due. Called too early, it only says again what to wait for.
    public mutating func timer(at time: Int64, using generator: inout some RandomNumberGenerator) -> [Action] {
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        for place in links.indices where (links[place].host.deadline?.due ?? .max) <= time {
            perform(links[place].host.timer(at: time, using: &turn.generator), of: nil, on: place, &turn)
        }
        for place in links.indices {
            for index in links[place].instances.indices {
                guard let due = due(of: links[place].instances[index].claim, on: place), due <= time else { continue }
                let id = links[place].instances[index].id
                let actions = links[place].instances[index].claim.timer(at: time, using: &turn.generator)
                perform(actions, of: id, on: place, &turn)
            }
        }
        for place in links.indices { sendPending(on: place, &turn) }
        forgetReleased()
        return turn.actions + waiting
    }

    /// When a service's claim has something to do. While the host's name is not held, it announces nothing.
    private func due(of claim: NameClaim, on place: Int) -> Int64? {
        guard let deadline = claim.deadline else { return nil }
        if links[place].host.holdsName { return deadline.due }
        switch claim.state {
        case .probing(let sent) where sent >= profile.probeCount: return nil
        case .announcing: return nil
        default: return deadline.due
        }
    }

    /// The wait for whatever is due next, if anything is.
    var waiting: [Action] {
        var next: Int64?
        for place in links.indices {
            let link = links[place]
            let claims = [link.host.deadline?.due] + link.instances.map { due(of: $0.claim, on: place) }
            for due in claims + link.pending.map(\.due) {
                if let due { next = min(next ?? due, due) }
            }
        }
        return next.map { [.wait(until: $0)] } ?? []
    }

    // MARK: - What claims want

    /// Carries out what a claim wants.
    ///
    /// - Parameter service: Whose claim it is; nil for the host's.
    mutating func perform(
        _ actions: [NameClaim.Action], of service: ServiceID?, on place: Int,
        _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        for action in actions {
            switch action {
            case .send(let message, let purpose, let destination):
                send(message, purpose, to: destination, on: place, &turn)
            case .established(let name):
                let interface = links[place].interface
                if let service {
                    turn.actions.append(.established(service, name, on: interface))
                } else {
                    turn.actions.append(.hostEstablished(name, on: interface))
                }
            case .renamed(let rename): follow(rename, of: service, on: place, &turn)
            case .failed(let failure): fail(failure, of: service, on: place, &turn)
            case .wait: break
            }
        }
        // After the host's first announcement, so that its addresses are known first.
        if service == nil, actions.contains(where: { if case .established = $0 { true } else { false } }) {
            startInstances(on: place, &turn)
        }
    }

    /// Starts the claims that waited for the host's name, and shows the others the name that it has now.
    mutating func startInstances(on place: Int, _ turn: inout Turn<some RandomNumberGenerator>) {
        updateInstances(on: place, &turn)
        for index in links[place].instances.indices where links[place].instances[index].claim.state == .idle {
            let id = links[place].instances[index].id
            let actions = links[place].instances[index].claim.start(at: turn.time, using: &turn.generator)
            perform(actions, of: id, on: place, &turn)
        }
    }

    /// Gives claims the records that their services have now.
    ///
    /// - Parameter service: The only one that has changed; nil for all.
    mutating func updateInstances(
        on place: Int, only service: ServiceID? = nil, _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        // A new target of SRV records waits until the name is won.
        let target = links[place].host.holdsName ? hostName : nil
        for index in links[place].instances.indices {
            let id = links[place].instances[index].id
            guard service ?? id == id, var registration = services[id]?.registration else { continue }
            registration.host = target ?? links[place].instances[index].claim.records.target ?? hostName
            guard let records = try? ClaimedRecords(registration) else { continue }
            let actions = links[place].instances[index].claim.update(
                records, at: turn.time, using: &turn.generator)
            perform(actions, of: id, on: place, &turn)
        }
    }

    /// Takes a name that changed on one interface on all of them.
    private mutating func follow(
        _ rename: NameClaim.Rename, of service: ServiceID?, on place: Int,
        _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        guard let label = rename.new.labels.first else { return }
        if let service {
            if let renamed = try? services[service]?.registration.renamed(to: label) {
                services[service]?.registration = renamed
            }
            turn.actions.append(.renamed(service, rename))
        } else {
            hostName = rename.new
            for id in services.keys { services[id]?.registration.host = rename.new }
            turn.actions.append(.hostRenamed(rename))
        }
        for other in links.indices where other != place {
            if let service {
                guard let index = links[other].instances.firstIndex(where: { $0.id == service }) else { continue }
                let actions = try? links[other].instances[index].claim.change(
                    to: label, at: turn.time, using: &turn.generator)
                perform(actions ?? [], of: service, on: other, &turn)
            } else {
                let actions = try? links[other].host.change(to: label, at: turn.time, using: &turn.generator)
                perform(actions ?? [], of: nil, on: other, &turn)
            }
        }
    }

    private mutating func fail(
        _ failure: NameClaim.Failure, of service: ServiceID?, on place: Int,
        _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        if let service {
            turn.actions.append(.failed(service, failure))
            for other in links.indices where other != place {
                guard let index = links[other].instances.firstIndex(where: { $0.id == service }) else { continue }
                let actions = links[other].instances[index].claim.withdraw(at: turn.time, using: &turn.generator)
                perform(actions, of: service, on: other, &turn)
            }
        } else {
            turn.actions.append(.hostFailed(failure))
            for other in links.indices where other != place {
                let actions = links[other].host.withdraw(at: turn.time, using: &turn.generator)
                perform(actions, of: nil, on: other, &turn)
            }
        }
    }

    // MARK: - Sending

    private mutating func send(
        _ message: DNSMessage, _ purpose: NameClaim.Purpose, to destination: NameClaim.Destination, on place: Int,
        _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        if case .unicast(let address) = destination {
            let destination = OutgoingMessage.Destination.unicast(address, port: WellKnownPort.multicastDNS)
            transmit(message, .defense, to: destination, on: place, &turn)
            return
        }
        switch purpose {
        case .probe: transmit(message, .probe, to: .multicast, on: place, &turn)
        case .goodbye:
            links[place].history.forget(message.answers)
            for part in (try? DNSMessage.goodbye(message.answers)) ?? [] {
                transmit(part, .goodbye, to: .multicast, on: place, &turn)
            }
        case .announcement:
            multicast(
                message, .announcement, notSince: MulticastHistory.interval, on: place, &turn)
        case .defense:
            multicast(message, .defense, notSince: Int64(nanosecondsOf: profile.defenseInterval), on: place, &turn)
        }
    }

    /// Multicasts the records of a response that were not multicast just before (RFC 6762 §6).
    mutating func multicast(
        _ response: DNSMessage, _ purpose: OutgoingMessage.Purpose, notSince interval: Int64, on place: Int,
        _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        let history = links[place].history
        func mayBeSaid(_ record: ResourceRecord) -> Bool {
            history.earliest(for: record, interval: interval) <= turn.time
        }
        let answers = response.answers.filter(mayBeSaid)
        guard !answers.isEmpty else { return }
        let parts = try? DNSMessage.multicastResponse(
            answers: answers, additionals: response.additionals.filter(mayBeSaid))
        for part in parts ?? [] {
            links[place].history.note(part.answers + part.additionals, at: turn.time)
            transmit(part, purpose, to: .multicast, on: place, &turn)
        }
    }

    mutating func transmit(
        _ message: DNSMessage, _ purpose: OutgoingMessage.Purpose, to destination: OutgoingMessage.Destination,
        on place: Int, _ turn: inout Turn<some RandomNumberGenerator>
    ) {
        if destination == .multicast { sent.note(message, at: turn.time) }
        turn.actions.append(
            .send(OutgoingMessage(message, purpose, on: links[place].interface, to: destination)))
    }
}

extension ClaimedRecords {
    /// The host in the SRV record, nil for records without one.
    fileprivate var target: DNSName? {
        for case .service(let location) in unique.map(\.data) { return location.target }
        return nil
    }
}
