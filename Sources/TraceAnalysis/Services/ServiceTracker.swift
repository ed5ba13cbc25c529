import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// Follows DNS-SD over mDNS (RFC 6762, RFC 6763): which names were claimed by whom, with which records, who was in the
/// way, and what became of them.
struct ServiceTracker: Sendable {
    /// Names come from the capture: more than these many are counted in ``untrackedRecords`` and left out.
    static let maximumServices = 1 << 16
    static let maximumHosts = 1 << 16
    /// Services, and names of its own, that one host can claim: several times as many as one that passes on those of a large network
    /// does, and few enough that one host's messages are not answered with a hundred times their size in memory.
    static let maximumNamesPerHost = 1 << 12
    /// Holders of one name. They are looked through one by one, and more do not happen outside of attacks.
    static let maximumHoldersPerName = 64
    /// The number of addresses, of all claimants of one host name, that are read for each service on that host, whether
    /// or not they announce the same ones.
    static let maximumAddressesSeen = 4 * HostClaim.maximumAddresses
    /// The number of services of one host that get its change of addresses.
    static let maximumServicesPerHost = 256
    /// The number of times that services get such a change, of all hosts together: one packet changes those of all services.
    static let maximumAddressUpdates = 1 << 16

    var services = Segments<ServiceClaim>()
    var hosts = Segments<HostClaim>()
    var questions = QuestionLog()
    private(set) var links = LinkTable()
    /// What others say of instances that no host has claimed yet.
    var hearsay = HearsayLog()
    private(set) var untrackedRecords = 0
    /// Changes of addresses that services got, and those that they did not get.
    private var addressUpdates = 0
    private(set) var omittedUpdates = 0
    /// Messages for which the budget had no room.
    private(set) var messagesBeyondMemory = 0
    private var gauge: GrowthGauge
    /// Messages whose structure was whole.
    private(set) var messages = 0
    private(set) var malformedMessages = 0
    /// Messages whose end was not captured: nothing is wrong with them, but what they said last is unknown.
    private(set) var cutMessages = 0

    private(set) var servicesByName: [DNSName: [Int]] = [:]
    private(set) var hostsByName: [DNSName: [Int]] = [:]
    /// The claims on a host, up to ``maximumServicesPerHost``.
    private(set) var servicesByTarget: [DNSName: [Int]] = [:]
    /// Every host that sent a message, once, in the order of their first ones.
    private(set) var senders: [ServiceSender] = []
    /// The claims that each host made.
    private var claimCounts: [ResponderKey: (services: Int, hosts: Int)] = [:]
    private(set) var responders: [ResponderKey: ResponderTraits] = [:]

    /// One host, by the best that is known of it.
    enum ResponderKey: Hashable {
        case link(LinkAddress)
        case address(IPAddress)

        init(_ sender: ServiceSender) { self = sender.linkAddress.map { .link($0) } ?? .address(sender.address) }
    }

    init(memory: MemoryBudget = .unlimited) { gauge = GrowthGauge(limit: memory.services) }

    /// Takes the payload of a datagram to or from port 5353.
    ///
    /// - Parameter isCut: Whether the snap length left only the beginning of it.
    mutating func receive(_ payload: Span<UInt8>, isCut: Bool = false, in context: MessageContext) {
        if !gauge.isFull, gauge.note(payload.count) { gauge.take(size: estimatedSize) }
        guard !gauge.isFull else {
            messagesBeyondMemory += 1
            return
        }
        var context = context
        context.links = links.set(context.link)
        links.note(context.sender, on: context.links) { Self.digest(payload) }
        let (message, error) = DNSMessage.parsePrefix(payload)
        if error == nil {
            messages += 1
        } else if isCut {
            cutMessages += 1
        } else {
            malformedMessages += 1
        }
        if message.flags.isResponse {
            takeResponse(message, in: context)
        } else {
            takeQuery(message, in: context)
        }
    }

    private static func digest(_ payload: Span<UInt8>) -> Int {
        var hasher = Hasher()
        unsafe payload.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    /// What all that is known takes, with what the report says of it.
    private var estimatedSize: Int {
        services.reduce(0) { $0 + $1.estimatedSize } + hosts.reduce(0) { $0 + $1.estimatedSize }
            + questions.estimatedSize + hearsay.estimatedSize + responders.count * ResponderTraits.estimatedSize
            + claimCounts.count * 128
    }

    /// Ends what ran out before the last packet.
    mutating func finish(at time: Int64) {
        // What is not changed need not be copied where something else has it too.
        for index in services.indices where services[index].runsOut(before: time) {
            services[index].expire(before: time)
        }
        adoptHearsay()
    }

    /// The software that a host runs, if its messages show it.
    func family(of sender: ServiceSender) -> ResponderFamily? { responders[ResponderKey(sender)]?.family }

    /// All software that a host runs, as far as its messages show it.
    func families(of sender: ServiceSender) -> [ResponderFamily] { responders[ResponderKey(sender)]?.families ?? [] }

    /// The software that answers for a service: of several at its host, the one that asked for the name in its way.
    func family(of claim: ServiceClaim) -> ResponderFamily? {
        if claim.wasProbedWithPointer { return .zeroconf }
        return claim.senders.lazy.compactMap { sender in
            claim.wasProbed
                ? responders[ResponderKey(sender)]?.systemFamily : family(of: sender)
        }.first
    }

    /// Whether nothing that a host sent speaks against that software.
    func admits(_ family: ResponderFamily, of sender: ServiceSender) -> Bool {
        responders[ResponderKey(sender)]?.admits(family) ?? true
    }

    /// Whether what a host sent has signs of that software.
    func resembles(_ family: ResponderFamily, of sender: ServiceSender) -> Bool {
        responders[ResponderKey(sender)]?.resembles(family) ?? false
    }

    mutating func noteTraits(of sender: ServiceSender, _ note: (inout ResponderTraits) -> Void) {
        let key = ResponderKey(sender)
        if responders[key] == nil {
            guard responders.count < Self.maximumHosts else { return }
            senders.append(sender)
        }
        note(&responders[key, default: ResponderTraits()])
    }
}

// MARK: - Claims

extension ServiceTracker {
    /// The sender's claim to a name with that location, created if there is none. Which senders are one host is decided at the
    /// end (``HolderEvidence``).
    mutating func holder(
        of name: DNSName, at location: ServiceLocation, in context: MessageContext
    ) -> Int? {
        guard let holders = servicesByName[name] else { return open(name, in: context) }
        let own = holders.filter { services[$0].senders.containsHost(of: context.sender) }
        return own.first { services[$0].location == location }
            ?? own.first { services[$0].isHeld(at: location) } ?? open(name, in: context)
    }

    /// The sender's claim to a name. If one sender speaks for several holders, or for an application that came back on
    /// another port, the SRV record in the same message decides; without one it is the holder that was announced last,
    /// before those that have said goodbye.
    func known(_ name: DNSName, _ recordsByName: inout RecordsByName, in context: MessageContext) -> Int? {
        guard let holders = servicesByName[name] else { return nil }
        let own = holders.filter { services[$0].senders.containsHost(of: context.sender) }
        if own.count > 1, let location = recordsByName.location(of: name) {
            return own.first { services[$0].location?.port == location.port }
        }
        let announced = own.filter { services[$0].lastAnnouncement != nil }
        let standing = announced.filter { !services[$0].isGone }
        let latest = standing.max { services[$0].lastAnnouncement! < services[$1].lastAnnouncement! }
        return latest ?? announced.last ?? own.first
    }

    mutating func open(_ name: DNSName, in context: MessageContext) -> Int? {
        guard let instance = ServiceInstanceName(name.compacted()) else { return nil }
        let holders = servicesByName[name] ?? []
        let sender = ResponderKey(context.sender)
        guard services.count < Self.maximumServices, holders.count < Self.maximumHoldersPerName,
            claimCounts[sender]?.services ?? 0 < Self.maximumNamesPerHost
        else {
            untrackedRecords += 1
            return nil
        }
        claimCounts[sender, default: (0, 0)].services += 1
        // The others have been informed already.
        if let first = holders.first, holders.count == 1 { services[first].isAlone = false }
        servicesByName[instance.fullName, default: []].append(services.count)
        services.append(ServiceClaim(name: instance, in: context))
        services[services.count - 1].isAlone = holders.isEmpty
        return services.count - 1
    }

    /// The sender's claim to a host name, created if there is none.
    mutating func host(_ name: DNSName, in context: MessageContext) -> Int? {
        if let known = hostsByName[name]?.first(where: { hosts[$0].sender.isSameHost(as: context.sender) }) {
            return known
        }
        let sender = ResponderKey(context.sender)
        guard hosts.count < Self.maximumHosts, (hostsByName[name]?.count ?? 0) < Self.maximumHoldersPerName,
            claimCounts[sender]?.hosts ?? 0 < Self.maximumNamesPerHost
        else {
            untrackedRecords += 1
            return nil
        }
        claimCounts[sender, default: (0, 0)].hosts += 1
        let name = name.compacted()
        hostsByName[name, default: []].append(hosts.count)
        hosts.append(HostClaim(name: name, sender: context.sender, moment: context.moment))
        return hosts.count - 1
    }

    /// Leaves out the claims that were joined to others.
    ///
    /// - Parameters:
    ///   - kept: The indices of those that are left.
    ///   - numbers: The new index of each claim, or of the one that it was joined to.
    mutating func renumberServices(_ kept: [Int], _ numbers: [Int]) {
        services = Segments(kept.lazy.map { [services] in services[$0] })
        func renumbered(_ indices: [Int]) -> [Int] {
            var known: Set<Int> = []
            return indices.map { numbers[$0] }.filter { known.insert($0).inserted }
        }
        servicesByName = servicesByName.mapValues(renumbered)
        servicesByTarget = servicesByTarget.mapValues(renumbered)
        for index in services.indices where !services[index].isAlone {
            services[index].log.renumber(numbers, own: index)
        }
    }

    /// Remembers that a service is on a host.
    mutating func noteTarget(_ target: DNSName, of index: Int) {
        let others = servicesByTarget[target]?.count ?? 0
        let target = others == 0 ? target.compacted() : target
        if others < Self.maximumServicesPerHost { servicesByTarget[target, default: []].append(index) }
    }

    /// Tells a service that the addresses of its host changed.
    mutating func update(_ service: Int, added: [IPAddress], removed: [IPAddress], in context: MessageContext) {
        guard addressUpdates < Self.maximumAddressUpdates else {
            omittedUpdates += 1
            return
        }
        addressUpdates += 1
        services[service].log.add(.update, .addresses(added: added, removed: removed), in: context)
    }

    /// All claims to an instance name, in the order in which they were made.
    func claims(to name: DNSName) -> [Int] { servicesByName[name] ?? [] }

    /// All claims to a host name, in the order in which they were made.
    func hostClaims(to name: DNSName) -> [Int] { hostsByName[name] ?? [] }

    /// The claims to a service's host name by those who claim the service.
    func hosts(of service: ServiceClaim) -> [HostClaim] {
        guard let target = service.location?.target else { return [] }
        return (hostsByName[target] ?? []).map { hosts[$0] }.filter { service.senders.containsHost(of: $0.sender) }
    }

    /// The addresses that the holder of a service announced for its host; if it announced none, those that any host
    /// announced, and those that others know of a service which was not announced.
    ///
    /// - Parameter current: Whether to leave out those that were withdrawn. A session may be with one of these.
    func addresses(of service: ServiceClaim, current: Bool = false) -> [IPAddress] {
        guard let target = service.location?.target else { return [] }
        let own = hosts(of: service)
        var addresses: [IPAddress] = []
        var seen = 0
        let all = own.isEmpty ? (hostsByName[target] ?? []).map { hosts[$0] } : own
        for record in all where !own.isEmpty || links.isShared(record.links, service.links) {
            for address in current ? record.currentAddresses : record.addresses {
                // As many for one host and all claimants of its name as for one record: services are many.
                guard addresses.count < HostClaim.maximumAddresses, seen < Self.maximumAddressesSeen else {
                    return addresses
                }
                seen += 1
                if !addresses.contains(address) { addresses.append(address) }
            }
        }
        guard addresses.isEmpty, service.isKnownByHearsay else { return addresses }
        return hearsay.addresses(of: target, on: service.links, links)
    }
}

extension ServiceInstanceName {
    /// The name that a browser asks for: type and domain.
    var typeName: DNSName {
        fullName.droppingFirst(fullName.labelCount - domain.labelCount - type.relativeName.labelCount)
    }
}
