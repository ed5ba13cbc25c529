import DNSWire
import WireCoding

/// Finds services by multicast DNS (RFC 6762, RFC 6763) for as long as it is asked to, and resolves each one found: its host,
/// port, attributes and addresses.
///
/// It is a value without clock, sockets or randomness, as a ``NameClaim`` is. Its owner reports each event with its time, in
/// nanoseconds of any single clock that does not run backward, and carries out the actions:
///
/// ```swift
/// var browser = ServiceBrowser()
/// perform(browser.join(1, at: now, using: &generator))
/// perform(try browser.browse(ServiceType(validating: "_ipp._tcp"), at: now, using: &generator))
/// // for each message that comes
/// perform(browser.receive(message, from: origin, at: now, using: &generator))
/// // when the time of the last `.wait` has come
/// perform(browser.timer(at: now, using: &generator))
/// ```
///
/// Questions are asked after 20 to 120 ms, then after 1, 2, 4 s and so on up to an hour, with the answers that are known
/// (RFC 6762 §5.2, §7.1), and not where another host has just asked the same (§7.3). Records that are in use are asked for
/// again at 80, 85, 90 and 95 % of their time to live. To find out that a record is stale by watching that questions of others
/// for it are not answered (§10.5) is left out, and so are NSEC records: a host without addresses is asked for them at
/// growing intervals.
///
/// Messages of this host that the system loops back may be given to it: services of this host are services like others, and
/// a question stands for the next one only where it is heard in the second half of the interval between them, when copies of
/// the last one have long come. Do not drop messages by their sender's address.
///
/// Messages that came to this host alone from addresses outside the link are for the owner to drop (RFC 6762 §11).
public struct ServiceBrowser: Hashable, Sendable {
    /// The most records that are kept for each interface. What comes when there is no more room is not kept, until others
    /// have expired.
    public static let maximumRecords = 8192
    /// The most services of each list, a type's or subtype's, on each interface.
    public static let maximumServices = 2048
    /// The most questions that are asked over and over on each interface, besides those for lists. Further ones wait until
    /// others have their answer.
    public static let maximumQuestions = 256
    /// How long the news that a service is gone is held back, in case that it comes back or that another name takes its
    /// place: the time that a responder needs to probe for a new name.
    public static let renameWindow: Duration = .nanoseconds(window)
    static let window: Int64 = 2 * ProbingProfile.second

    /// The services that are there now, in no order.
    public var services: [BrowsedService] { known.values.map(\.service) }
    /// How many records had no room. It can only grow.
    public internal(set) var omittedRecords = 0

    let sharesPort: Bool
    /// The lists that are browsed, with the types of what is in them.
    var lists: [DNSName: DNSName] = [:]
    var links: [Link] = []
    var known: [DNSName: Known] = [:]
    /// Services that are gone, and reported so soon, oldest first.
    var departed: [Departed] = []

    /// What is heard and asked on one interface.
    struct Link: Hashable {
        let interface: InterfaceIndex
        var cache = RecordCache()
        var questions: [RecordCache.Key: BrowseSchedule] = [:]
        /// The instances in the lists here, with the number of lists that each is in.
        var instances: [DNSName: Int] = [:]
        /// The instances by the hosts that their SRV records name.
        var hosts: [DNSName: Set<DNSName>] = [:]
        /// Whether there are questions that had no room.
        var isCrowded = false
    }

    struct Known: Hashable {
        var service: BrowsedService
        let since: Int64
    }

    struct Departed: Hashable {
        let service: BrowsedService
        let since: Int64
        let time: Int64
        let reason: RemovalReason
    }

    /// One event: when it is, where chance comes from, and what comes of it.
    struct Turn<Generator: RandomNumberGenerator> {
        let time: Int64
        var generator: Generator
        var actions: [Action] = []
        /// The instances of which something may have changed.
        var touched: Set<DNSName> = []
        /// Why each of the instances that left a list did so.
        var reasons: [DNSName: RemovalReason] = [:]
    }

    /// - Parameter sharesPort: Whether other programs of the host use port 5353 too. Questions do not ask for unicast answers
    ///   then, because the system gives those to one program, which may be another (RFC 6762 §15.1).
    public init(sharesPort: Bool = false) { self.sharesPort = sharesPort }
}

extension ServiceBrowser {
    /// The actions to take, in this order.
    @nonexhaustive
    public enum Action: Hashable, Sendable {
        /// Send the question.
        case send(OutgoingMessage)
        /// A service was found. Its host, port, attributes and addresses may follow as updates.
        case added(BrowsedService)
        /// Something of a service has changed, or has become known.
        case updated(BrowsedService, BrowsedService.Changes)
        /// A service is gone since ``ServiceBrowser/renameWindow`` ago.
        case removed(BrowsedService, RemovalReason)
        /// A service is gone, and another of the same type, host and port has appeared within ``ServiceBrowser/renameWindow``
        /// of that. It stands for the removal of the old one, and for the addition of the new one where that was not
        /// reported before.
        case renamed(from: BrowsedService, to: BrowsedService)
        /// Call ``ServiceBrowser/timer(at:using:)`` at this time, in nanoseconds; earlier wishes no longer count. Always the
        /// last action, and missing where nothing is due.
        case wait(until: Int64)
    }

    /// Why a service is gone.
    @nonexhaustive
    public enum RemovalReason: Hashable, Sendable {
        /// Its host took it back (RFC 6762 §10.1).
        case goodbye
        /// Its host has not confirmed it.
        case expired
        /// The interface was left.
        case interfaceLeft
    }
}

extension ServiceBrowser {
    /// Browses on an interface. Nothing happens where it does already.
    public mutating func join(
        _ interface: InterfaceIndex, at time: Int64, using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        guard !links.contains(where: { $0.interface == interface }) else { return waiting }
        let place = links.firstIndex { $0.interface > interface } ?? links.endIndex
        links.insert(Link(interface: interface), at: place)
        let delay = BrowseSchedule.firstDelay.drawn(using: &generator)
        for list in lists.keys { ask(RecordCache.Key(name: list, type: .ptr), after: delay, on: place, at: time) }
        return waiting
    }

    /// Forgets what was heard on an interface. Services that were there alone are reported as removed.
    public mutating func leave(
        _ interface: InterfaceIndex, at time: Int64, using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        guard let place = links.firstIndex(where: { $0.interface == interface }) else { return waiting }
        var turn = Turn(time: time, generator: generator)
        defer { generator = turn.generator }
        for instance in links[place].instances.keys {
            turn.touched.insert(instance)
            turn.reasons[instance] = .interfaceLeft
        }
        links.remove(at: place)
        report(&turn)
        return turn.actions + waiting
    }

    /// Begins to browse for a type of service, or for those of a subtype, on all interfaces now and to come.
    ///
    /// - Parameters:
    ///   - type: The type of service.
    ///   - subtype: One label, usually with an underscore in front (RFC 6763 §7.1); nil for all services of the type.
    ///   - domain: Where they are, usually `local`.
    ///   - time: Now, in nanoseconds.
    ///   - generator: Where delays come from.
    /// - Throws: That the name to ask for is over its limit.
    public mutating func browse(
        _ type: ServiceType, subtype: String? = nil, domain: DNSName = .local, at time: Int64,
        using generator: inout some RandomNumberGenerator
    ) throws(WireError) -> [Action] {
        let typeName = try type.relativeName.appending(domain)
        let list = try Self.list(typeName, subtype)
        guard lists[list] == nil else { return waiting }
        lists[list] = typeName
        let delay = BrowseSchedule.firstDelay.drawn(using: &generator)
        for place in links.indices {
            ask(RecordCache.Key(name: list, type: .ptr), after: delay, on: place, at: time)
        }
        return waiting
    }

    /// Stops to browse for what ``browse(_:subtype:domain:at:using:)`` began to. Services that were found by it alone are
    /// forgotten, without an action for each.
    ///
    /// - Throws: That the name is over its limit.
    public mutating func stop(
        _ type: ServiceType, subtype: String? = nil, domain: DNSName = .local
    ) throws(WireError) -> [Action] {
        let list = try Self.list(type.relativeName.appending(domain), subtype)
        lists[list] = nil
        for place in links.indices {
            links[place].questions[RecordCache.Key(name: list, type: .ptr)] = nil
            links[place].cache.remove(RecordCache.Key(name: list, type: .ptr))
            links[place].forgetUnused(lists: lists)
        }
        known = known.filter { name, _ in links.contains { $0.instances[name] != nil } }
        departed.removeAll { service in !lists.values.contains { service.service.name.fullName.hasSuffix($0) } }
        return waiting
    }

    private static func list(_ typeName: DNSName, _ subtype: String?) throws(WireError) -> DNSName {
        guard let subtype else { return typeName }
        return try DNSName(labels: [Array(subtype.utf8), Array("_sub".utf8)]).appending(typeName)
    }

    /// Asks a question from now on, unless it is asked already.
    mutating func ask(_ key: RecordCache.Key, after delay: Int64, on place: Int, at time: Int64) {
        guard links[place].questions[key] == nil else { return }
        guard key.type == .ptr || links[place].questions.count < Self.maximumQuestions + lists.count else {
            links[place].isCrowded = true
            return
        }
        links[place].questions[key] = BrowseSchedule(at: time, delay: delay)
    }

    /// The wait for whatever is due next, if anything is.
    var waiting: [Action] {
        var next = departed.first.map { $0.time.advanced(saturating: Self.window) } ?? .max
        for link in links {
            next = min(next, link.cache.earliest)
            for schedule in link.questions.values { next = min(next, schedule.due) }
        }
        return next == .max ? [] : [.wait(until: next)]
    }
}
