import DNSWire
import ServiceDiscovery
import WireCoding
import WireTesting

/// A timer of a conversation that can be one of its responders.
protocol ResponderTiming: Sendable {
    static func responders(_ timer: SimulatedResponders.Timer) -> Self
}

/// Multicast DNS of several hosts: each claims its host's name and a service's, answers questions, and gives way as its
/// kind of responder does.
struct SimulatedResponders: Sendable {
    enum Timer: Sendable {
        case start(Int)
        case claim(Int, RenameRule.Subject)
        case answer(Int, DNSMessage)
    }

    struct Responder: Sendable {
        let family: ResponderFamily
        let registration: ServiceRegistration
        let requestedName: String
        var service: NameClaim
        var host: NameClaim
        var due: [RenameRule.Subject: Int64] = [:]
        var registered: Int64?
        var goodbye: Int64?
        /// The subjects probed for under the current names.
        var probed: Set<RenameRule.Subject> = []

        subscript(subject: RenameRule.Subject) -> NameClaim {
            get { subject == .service ? service : host }
            set { if subject == .service { service = newValue } else { host = newValue } }
        }
    }

    private(set) var responders: [Responder] = []
    /// The renames of responders, whose hosts have names only in the truth.
    private var renames: [(rename: ConversationTruth.Rename, responder: Int)] = []

    /// Adds the responder of the next host, which offers a service over TCP.
    ///
    /// - Parameter label: The host's name under `local`.
    mutating func add(
        _ name: String, type: String, port: UInt16, of label: String, at host: SyntheticHost,
        attributes: KeyValuePairs<String, String>, profile: ProbingProfile
    ) throws(WireError) {
        let registration = unfailing {
            try ServiceRegistration(
                name: ServiceInstanceName(instance: name, type: ServiceType(name: type, transport: .tcp)), port: port,
                host: DNSName(labels: [label, "local"].map { Array($0.utf8) }), addresses: [host.address],
                attributes: TXTRecord(attributes.map { try TXTRecord.Entry(key: $0.key, value: $0.value) }),
                hostTimeToLive: profile.hostTimeToLive, timeToLive: profile.timeToLive)
        }
        let service = try ClaimedRecords(registration)
        responders.append(
            Responder(
                family: profile.family, registration: registration,
                requestedName: String(decoding: service.label, as: UTF8.self),
                service: NameClaim(service, profile: profile),
                host: NameClaim(try ClaimedRecords(hostOf: registration), profile: profile)))
    }

    /// The service as the host offers it now, nil as long as it does not have the name.
    func offer(of number: Int) -> ServiceRegistration? {
        let responder = responders[number]
        guard responder.service.holdsName else { return nil }
        return try? responder.registration.renamed(to: responder.service.records.label)
    }

    mutating func handle<T: ResponderTiming>(
        _ timer: Timer, in simulation: inout Simulation<T>
    ) throws(WireError) {
        switch timer {
        case .start(let number):
            for subject in [RenameRule.Subject.host, .service] {
                let actions = responders[number][subject].start(at: simulation.now, using: &simulation.random)
                try perform(actions, number, subject, in: &simulation)
            }
        case .claim(let number, let subject):
            guard responders[number].due[subject] == simulation.now else { return }
            let actions = responders[number][subject].timer(at: simulation.now, using: &simulation.random)
            try perform(actions, number, subject, in: &simulation)
        case .answer(let number, let query):
            for message in try offer(of: number)?.response(to: query) ?? [] {
                try simulation.send(message, from: number)
            }
        }
    }

    /// Gives a host's service and name up.
    mutating func withdraw<T: ResponderTiming>(_ number: Int, in simulation: inout Simulation<T>) throws(WireError) {
        for subject in [RenameRule.Subject.service, .host] {
            let actions = responders[number][subject].withdraw(at: simulation.now, using: &simulation.random)
            try perform(actions, number, subject, in: &simulation)
        }
    }

    /// Takes in what came for a host.
    ///
    /// - Returns: The message.
    mutating func receive<T: ResponderTiming>(
        _ datagram: Simulation<T>.Datagram, at number: Int, in simulation: inout Simulation<T>
    ) throws(WireError) -> DNSMessage {
        let message = try DNSMessage(parsing: datagram.payload)
        let sender = simulation.hosts[datagram.sender].address
        for subject in [RenameRule.Subject.service, .host] {
            let actions = responders[number][subject].receive(
                message, from: sender, by: datagram.isMulticast ? .multicast : .unicast, at: simulation.now,
                using: &simulation.random)
            try perform(actions, number, subject, in: &simulation)
        }
        // A query with authorities is a probe, which is the claims' matter. Shared records are answered with a delay
        // (RFC 6762 §6).
        if !message.flags.isResponse, message.authorities.isEmpty, try offer(of: number)?.response(to: message) != nil {
            let delay = Int64(simulation.random.number(in: 20...120)) * 1_000_000
            simulation.wait(.responders(.answer(number, message)), for: delay)
        }
        return message
    }

    private mutating func perform<T: ResponderTiming>(
        _ actions: [NameClaim.Action], _ number: Int, _ subject: RenameRule.Subject, in simulation: inout Simulation<T>
    ) throws(WireError) {
        for action in actions {
            switch action {
            case .send(let message, let purpose, let destination):
                if purpose == .goodbye, subject == .service { responders[number].goodbye = simulation.now }
                if purpose == .probe { responders[number].probed.insert(subject) }
                switch destination {
                case .multicast: try simulation.send(message, from: number)
                case .unicast(let address):
                    let receiver = simulation.hosts.firstIndex { $0.address == address }
                    try simulation.send(message, from: number, to: receiver)
                }
            case .established:
                if subject == .service {
                    responders[number].registered = simulation.now
                    responders[number].goodbye = nil
                }
            case .renamed(let rename):
                if subject == .service { responders[number].registered = nil }
                let truth = ConversationTruth.Rename(
                    kind: subject == .service ? "service" : "host", time: ConversationTruth.seconds(simulation.now),
                    host: "", responder: responders[number].family.rawValue,
                    from: String(decoding: rename.old.labels.first ?? [], as: UTF8.self),
                    to: String(decoding: rename.new.labels.first ?? [], as: UTF8.self), reason: "\(rename.reason)",
                    wasProbed: responders[number].probed.remove(subject) != nil)
                renames.append((truth, number))
            case .failed: if subject == .service { responders[number].registered = nil }
            case .wait: break
            }
        }
        // The last action says when the next step is due.
        if case .wait(let time)? = actions.last {
            responders[number].due[subject] = time
            simulation.wait(.responders(.claim(number, subject)), until: time)
        } else {
            responders[number].due[subject] = nil
        }
    }
}

extension SimulatedResponders {
    /// The final state of each service.
    func services(_ hosts: [ConversationTruth.Host]) -> [ConversationTruth.Service] {
        zip(responders, hosts).map { responder, host in
            let txt = responder.registration.attributes.entries.compactMap { entry in
                entry.value.map { (String(decoding: entry.key, as: UTF8.self), String(decoding: $0, as: UTF8.self)) }
            }
            return ConversationTruth.Service(
                host: host.name, responder: responder.family.rawValue,
                type: responder.registration.name.type.description, port: Int(responder.registration.port),
                requestedName: responder.requestedName,
                finalName: String(decoding: responder.service.records.label, as: UTF8.self),
                registered: responder.registered.map(ConversationTruth.seconds),
                goodbye: responder.goodbye.map(ConversationTruth.seconds), txt: Dictionary(uniqueKeysWithValues: txt))
        }
    }

    func renames(_ hosts: [ConversationTruth.Host]) -> [ConversationTruth.Rename] {
        renames.map { rename, responder in
            var rename = rename
            rename.host = hosts[responder].name
            return rename
        }
    }
}
