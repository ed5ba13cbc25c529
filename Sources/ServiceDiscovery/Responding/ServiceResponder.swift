import DNSWire
import WireCoding

/// A host that offers services by multicast DNS (RFC 6762, RFC 6763): it claims its name and theirs on every interface,
/// announces, answers and defends them, and takes them back.
///
/// It is a value without clock, sockets or randomness, like the ``NameClaim``s that it owns. Its owner reports each event
/// with its time, in nanoseconds of any single clock that does not run backward, and carries out the actions:
///
/// ```swift
/// var responder = try ServiceResponder(host: "kitchen")
/// perform(responder.join(1, addresses: addresses, at: now, using: &generator))
/// let (service, actions) = try responder.publish(registration, at: now, using: &generator)
/// perform(actions)
/// // for each message that comes
/// perform(responder.receive(message, from: origin, at: now, using: &generator))
/// // when the time of the last `.wait` has come
/// perform(responder.timer(at: now, using: &generator))
/// ```
///
/// The host's name is claimed first. On an interface where it is not held, or not held any more, no service is announced
/// or asked for, so that no announcement or answer there has an SRV record with a name that the host has not won; only
/// the defense of a service's name has to show the one it had. Names are the same on all interfaces: one that is lost on
/// one is changed on all. A new name of the host goes into the SRV records of its services without new probing.
///
/// Messages of this host that the system loops back, or that another of its interfaces hears, may be given to it: it knows
/// copies of what it multicast in the last ten seconds by their content. Do not drop messages by their sender's address,
/// because other programs of the host send from the same address and port, a ``ServiceBrowser`` among them.
///
/// Messages that came to this host alone from addresses outside the link are for the owner to drop (RFC 6762 §11).
public struct ServiceResponder: Hashable, Sendable {
    /// How names are claimed.
    public let profile: ProbingProfile
    /// The host's name as it is now, whether or not it is held.
    public internal(set) var hostName: DNSName
    /// The services as they are now, with the names that they have or probe for.
    public var registrations: [ServiceID: ServiceRegistration] { services.mapValues(\.registration) }

    var links: [Link] = []
    var services: [ServiceID: Service] = [:]
    var sent = OwnMessages()
    private var lastID = 0

    /// The most responses to different hosts that wait for their time on one interface; questions beyond are not answered.
    public static let maximumPendingResponses = 512

    /// - Parameters:
    ///   - host: The first label of the name that the host prefers.
    ///   - domain: Where the host is, usually `local`.
    ///   - profile: How names are claimed, and how they change.
    ///   - sharesPort: Whether other programs of the host use port 5353 too. Probes do not ask for unicast answers then,
    ///     because the system gives those to one program, which may be another (RFC 6762 §15.1).
    /// - Throws: That the label is empty or over its limit, or that the name is.
    public init(
        host: String, domain: DNSName = .local, profile: ProbingProfile = .rfc6762, sharesPort: Bool = false
    ) throws(WireError) {
        hostName = try DNSName(labels: [Array(host.utf8)]).appending(domain)
        var profile = profile
        if sharesPort { profile.unicastProbes = .none }
        self.profile = profile
    }

    /// A service of a ``ServiceResponder``, whatever its name becomes.
    public struct ServiceID: Hashable, Comparable, Sendable {
        let number: Int

        /// In the order of publishing.
        public static func < (first: ServiceID, second: ServiceID) -> Bool { first.number < second.number }
    }

    /// What the host is on one interface.
    struct Link: Hashable {
        let interface: InterfaceIndex
        var host: NameClaim
        /// In the order in which they were published.
        var instances: [Instance] = []
        var history = MulticastHistory()
        var pending: [PendingResponse] = []
    }

    /// A service's claim on one interface.
    struct Instance: Hashable {
        let id: ServiceID
        var claim: NameClaim
    }

    struct Service: Hashable {
        /// Under the name as it is now, with the host's name as it is now.
        var registration: ServiceRegistration
        let renamesOnConflict: Bool
        var isLeaving = false
    }

    /// One event: when it is, where chance comes from, and what comes of it.
    struct Turn<Generator: RandomNumberGenerator> {
        let time: Int64
        var generator: Generator
        var actions: [Action] = []
    }

    mutating func newID() -> ServiceID {
        lastID += 1
        return ServiceID(number: lastID)
    }
}

extension ServiceResponder.ServiceID: CustomStringConvertible {
    /// "service 1" for the first that was published.
    public var description: String { "service \(number)" }
}

extension ServiceResponder {
    /// The actions to take, in this order.
    @nonexhaustive
    public enum Action: Hashable, Sendable {
        /// Send the message.
        case send(OutgoingMessage)
        /// The host's name was won on an interface.
        case hostEstablished(DNSName, on: InterfaceIndex)
        /// The host's name has changed on all interfaces. It is not held yet.
        case hostRenamed(NameClaim.Rename)
        /// There will be no host name, and so no service.
        case hostFailed(NameClaim.Failure)
        /// A service's name was won on an interface. Its first announcement goes out at the same time.
        case established(ServiceID, DNSName, on: InterfaceIndex)
        /// A service's name has changed on all interfaces. It is not held yet.
        case renamed(ServiceID, NameClaim.Rename)
        /// A service will have no name.
        case failed(ServiceID, NameClaim.Failure)
        /// Call ``ServiceResponder/timer(at:using:)`` at this time, in nanoseconds; earlier wishes no longer count. Always the
        /// last action, and missing where nothing is due.
        case wait(until: Int64)
    }
}
