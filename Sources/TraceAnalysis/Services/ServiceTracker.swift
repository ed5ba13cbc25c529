import DNSWire
import ServiceDiscovery
import WireCoding

/// Follows DNS-SD over mDNS (RFC 6762, RFC 6763): which instances were claimed by whom, with which records, and what
/// became of them.
struct ServiceTracker: Sendable {
    /// Names come from the capture: more than these many are counted in ``untrackedNames`` and left out.
    static let maximumServices = 1 << 16
    static let maximumHosts = 1 << 16
    static let maximumQuestions = 1 << 16
    /// Holders of one name. They are looked through one by one, and more do not happen outside of attacks.
    static let maximumHoldersPerName = 64
    /// A response this soon after a question is its answer; responders wait up to 120 ms, and up to 500 ms more for known
    /// answers in further packets (RFC 6762 §6, §7.2).
    static let answerWindow: Int64 = 1_000_000_000

    private(set) var services: [ServiceRecord] = []
    private(set) var hosts: [HostRecord] = []
    private(set) var untrackedNames = 0
    /// Messages whose structure was whole.
    private(set) var messages = 0
    private(set) var malformedMessages = 0
    /// Messages whose end was not captured: nothing is wrong with them, but what they said last is unknown.
    private(set) var cutMessages = 0

    private var servicesByName: [DNSName: [Int]] = [:]
    private var hostsByName: [DNSName: [Int]] = [:]
    private var questions: [DNSName: [Asked]] = [:]

    private struct Asked {
        var sender: ServiceSender
        var first: PacketMoment
        var last: PacketMoment
    }

    /// Takes the payload of a datagram to or from port 5353.
    ///
    /// - Parameter isCut: Whether the snap length left only the beginning of it.
    mutating func receive(
        _ payload: Span<UInt8>, isCut: Bool = false, from sender: ServiceSender, at moment: PacketMoment
    ) {
        let (message, error) = DNSMessage.parsePrefix(payload)
        if error == nil {
            messages += 1
        } else if isCut {
            cutMessages += 1
        } else {
            malformedMessages += 1
        }
        if message.flags.isResponse {
            takeResponse(message, from: sender, at: moment)
        } else {
            takeQuery(message, from: sender, at: moment)
        }
    }

    // MARK: - Queries

    private mutating func takeQuery(_ message: DNSMessage, from sender: ServiceSender, at moment: PacketMoment) {
        let isProbe = !message.authorities.isEmpty
        if !isProbe {
            for question in message.questions { note(question, from: sender, at: moment) }
        }
        // The answer section of a query lists what the asker knows of others (RFC 6762 §7.1): it claims nothing.
        for record in message.authorities {
            guard case .service(let location) = record.data, let name = ServiceInstanceName(record.name) else {
                continue
            }
            guard let index = holder(of: name, at: location, from: sender, moment: moment) else { continue }
            services[index].probe(location, from: sender, at: moment)
        }
        let locations = Self.locations(in: message.authorities)
        for record in message.authorities {
            switch record.data {
            case .pointer(let target):
                // python-zeroconf probes with the wanted PTR record in place of SRV.
                guard let name = ServiceInstanceName(target),
                    let index = known(name, from: sender, locations) ?? open(name, from: sender, at: moment)
                else { continue }
                services[index].probe(nil, from: sender, at: moment)
            case .text(let rdata):
                takeText(rdata, of: record.name, from: sender, locations, at: moment)
            case .address(let address):
                takeAddress(address, of: record.name, from: sender, announcedAt: nil)
            default:
                break
            }
        }
    }

    private mutating func note(_ question: Question, from sender: ServiceSender, at moment: PacketMoment) {
        guard question.type == .ptr || question.type == .srv || question.type == .any else { return }
        if let index = questions[question.name]?.firstIndex(where: { $0.sender.isSameHost(as: sender) }) {
            questions[question.name]?[index].last = moment
        } else if let askers = questions[question.name]?.count {
            if askers < [ServiceSender].limit {
                questions[question.name]?.append(Asked(sender: sender, first: moment, last: moment))
            }
        } else if questions.count < Self.maximumQuestions {
            questions[question.name.compacted()] = [Asked(sender: sender, first: moment, last: moment)]
        }
    }

    /// The first question of another host for a name.
    private func firstQuestion(for name: DNSName, notFrom senders: [ServiceSender]) -> PacketMoment? {
        questions[name]?.first { !senders.containsHost(of: $0.sender) }?.first
    }

    private func wasAskedJustNow(_ names: [DNSName], before moment: PacketMoment) -> Bool {
        names.contains { name in
            questions[name]?.contains { (0...Self.answerWindow).contains(moment.time - $0.last.time) } ?? false
        }
    }

    // MARK: - Responses

    private mutating func takeResponse(_ message: DNSMessage, from sender: ServiceSender, at moment: PacketMoment) {
        let records = message.answers + message.additionals
        for record in records {
            switch record.data {
            case .address(let address) where record.ttl > 0:
                takeAddress(address, of: record.name, from: sender, announcedAt: moment)
            case .service(let location):
                takeLocation(location, in: record, from: sender, at: moment)
            default:
                break
            }
        }
        let locations = Self.locations(in: records)
        for record in records {
            switch record.data {
            case .pointer(let target): takePointer(target, in: record, from: sender, locations, at: moment)
            case .text(let rdata) where record.ttl > 0:
                takeText(rdata, of: record.name, from: sender, locations, at: moment)
            default: break
            }
        }
    }

    private static func locations(in records: [ResourceRecord]) -> [DNSName: ServiceLocation] {
        var locations: [DNSName: ServiceLocation] = [:]
        for record in records {
            if case .service(let location) = record.data { locations[record.name] = location }
        }
        return locations
    }

    private mutating func takeAddress(
        _ address: IPAddress, of name: DNSName, from sender: ServiceSender, announcedAt moment: PacketMoment?
    ) {
        let index: Int
        if let known = hostsByName[name]?.first(where: { hosts[$0].sender.isSameHost(as: sender) }) {
            index = known
        } else if hosts.count < Self.maximumHosts, (hostsByName[name]?.count ?? 0) < Self.maximumHoldersPerName {
            index = hosts.count
            let name = name.compacted()
            hostsByName[name, default: []].append(index)
            hosts.append(HostRecord(name: name, sender: sender))
        } else {
            untrackedNames += 1
            return
        }
        hosts[index].add(address)
        if let moment { hosts[index].announce(at: moment) }
    }

    private mutating func takeLocation(
        _ location: ServiceLocation, in record: ResourceRecord, from sender: ServiceSender, at moment: PacketMoment
    ) {
        guard record.ttl > 0, let name = ServiceInstanceName(record.name),
            let index = holder(of: name, at: location, from: sender, moment: moment)
        else { return }
        let asked = wasAskedJustNow([record.name, name.typeName], before: moment)
        services[index].announce(location, from: sender, at: moment, asked: asked)
        noteAnswer(index, resolves: true, at: moment)
    }

    private mutating func takePointer(
        _ target: DNSName, in record: ResourceRecord, from sender: ServiceSender,
        _ locations: [DNSName: ServiceLocation], at moment: PacketMoment
    ) {
        guard let name = ServiceInstanceName(target) else { return }
        let found = known(name, from: sender, locations)
        let isSubtype = SubtypeName(record.name) != nil
        if record.ttl == 0 {
            // A service that gives up a subtype goes on without it.
            if let found, !isSubtype { services[found].sayGoodbye(from: sender, at: moment) }
            return
        }
        guard let index = found ?? open(name, from: sender, at: moment) else { return }
        services[index].refresh(from: sender, at: moment)
        if isSubtype { services[index].add(subtype: record.name.compacted()) }
        noteAnswer(index, resolves: false, at: moment)
    }

    private mutating func takeText(
        _ rdata: [UInt8], of name: DNSName, from sender: ServiceSender, _ locations: [DNSName: ServiceLocation],
        at moment: PacketMoment
    ) {
        guard let name = ServiceInstanceName(name), let index = known(name, from: sender, locations) else { return }
        services[index].update(TXTRecord(observed: rdata), from: sender, at: moment)
    }

    private mutating func noteAnswer(_ index: Int, resolves: Bool, at moment: PacketMoment) {
        if services[index].browsed == nil,
            let query = firstQuestion(for: services[index].name.typeName, notFrom: services[index].senders)
        {
            services[index].browsed = (query, moment)
        }
        if resolves, services[index].resolved == nil,
            let query = firstQuestion(for: services[index].name.fullName, notFrom: services[index].senders)
        {
            services[index].resolved = (query, moment)
        }
    }

    // MARK: - Holders

    /// The entry of the holder that claims a name with that SRV record, made if there is none.
    private mutating func holder(
        of name: ServiceInstanceName, at location: ServiceLocation, from sender: ServiceSender, moment: PacketMoment
    ) -> Int? {
        let holders = servicesByName[name.fullName] ?? []
        let exact = holders.first { services[$0].location == location }
        return exact ?? holders.first { services[$0].isHeld(by: sender, at: location) }
            ?? open(name, from: sender, at: moment)
    }

    /// The entry of the sender's claim to a name. Where one sender speaks for several holders, the SRV record in the same
    /// message decides; without one it is a holder that has not said goodbye, else the latest one.
    private func known(
        _ name: ServiceInstanceName, from sender: ServiceSender, _ locations: [DNSName: ServiceLocation]
    ) -> Int? {
        let own = (servicesByName[name.fullName] ?? []).filter { services[$0].senders.containsHost(of: sender) }
        if own.count > 1, let location = locations[name.fullName] {
            return own.first { services[$0].location?.port == location.port }
        }
        let announced = own.filter { services[$0].firstAnnouncement != nil }
        return announced.first { !services[$0].isGone } ?? announced.last ?? own.first
    }

    private mutating func open(_ name: ServiceInstanceName, from sender: ServiceSender, at moment: PacketMoment) -> Int?
    {
        let holders = servicesByName[name.fullName]?.count ?? 0
        guard services.count < Self.maximumServices, holders < Self.maximumHoldersPerName else {
            untrackedNames += 1
            return nil
        }
        let name = ServiceInstanceName(name.fullName.compacted()) ?? name
        servicesByName[name.fullName, default: []].append(services.count)
        services.append(ServiceRecord(name: name, sender: sender, moment: moment))
        return services.count - 1
    }

    /// The claims to a service's host name by those who claim the service.
    func hosts(of service: ServiceRecord) -> [HostRecord] {
        guard let target = service.location?.target else { return [] }
        return (hostsByName[target] ?? []).map { hosts[$0] }.filter { service.senders.containsHost(of: $0.sender) }
    }

    /// The addresses that the holder of a service announced for its host; those that anybody announced where the holder
    /// announced none.
    func addresses(of service: ServiceRecord) -> [IPAddress] {
        guard let target = service.location?.target else { return [] }
        let own = hosts(of: service)
        var addresses: [IPAddress] = []
        for record in own.isEmpty ? (hostsByName[target] ?? []).map({ hosts[$0] }) : own {
            for address in record.addresses where !addresses.contains(address) {
                // Of one host and all who claim its name no more than of one record: services are many.
                guard addresses.count < HostRecord.maximumAddresses else { return addresses }
                addresses.append(address)
            }
        }
        return addresses
    }
}

extension ServiceInstanceName {
    /// The name that a browser asks for: type and domain.
    var typeName: DNSName {
        fullName.droppingFirst(fullName.labelCount - domain.labelCount - type.relativeName.labelCount)
    }
}
