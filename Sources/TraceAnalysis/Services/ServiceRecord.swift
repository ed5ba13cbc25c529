import DNSWire
import ServiceDiscovery
import WireCoding

/// The life of one service instance as one holder claimed it.
struct ServiceRecord: Sendable {
    /// Enough for a life of hours; what comes later changes the state but is not listed.
    static let maximumEvents = 512
    /// The same thing said over IPv4 and IPv6, or on two interfaces, is one event.
    static let sameEventWindow: Int64 = 20_000_000

    let name: ServiceInstanceName
    private(set) var subtypes: [DNSName] = []
    private(set) var location: ServiceLocation?
    private(set) var text: TXTRecord?
    private(set) var senders: [ServiceSender] = []
    let firstSeen: PacketMoment
    private(set) var lastSeen: PacketMoment
    private(set) var events: [Event] = []
    private(set) var firstAnnouncement: PacketMoment?
    private(set) var wasProbed = false
    private(set) var lastAlive: PacketMoment?
    private(set) var lastGoodbye: PacketMoment?
    /// First question of another host for the type, and the first answer after it.
    var browsed: (query: PacketMoment, answer: PacketMoment)?
    /// First question of another host for the SRV record, and the first answer after it.
    var resolved: (query: PacketMoment, answer: PacketMoment)?

    struct Event: Sendable {
        var moment: PacketMoment
        var kind: Service.Event.Kind
        var sender: ServiceSender
        var detail: String?
    }

    init(name: ServiceInstanceName, sender: ServiceSender, moment: PacketMoment) {
        self.name = name
        firstSeen = moment
        lastSeen = moment
        senders = [sender]
    }

    /// The holder is the sender of that SRV record: same port and host, or same port and sender (its host was renamed).
    func isHeld(by sender: ServiceSender, at location: ServiceLocation) -> Bool {
        guard let own = self.location else { return senders.containsHost(of: sender) }
        return own.port == location.port && (own.target == location.target || senders.containsHost(of: sender))
    }

    var isGone: Bool {
        guard let lastGoodbye else { return false }
        return lastAlive.map { $0 < lastGoodbye } ?? true
    }

    var state: Service.State {
        if isGone { return .gone }
        if firstAnnouncement != nil { return .announced }
        return wasProbed ? .probing : .unknown
    }

    private mutating func see(_ sender: ServiceSender, at moment: PacketMoment) {
        senders.remember(sender)
        lastSeen = max(lastSeen, moment)
    }

    private mutating func log(
        _ kind: Service.Event.Kind, _ sender: ServiceSender, at moment: PacketMoment, detail: String? = nil
    ) {
        let isRepeated = events.suffix(8).contains {
            $0.kind == kind && $0.detail == detail && moment.time - $0.moment.time <= Self.sameEventWindow
        }
        guard !isRepeated, events.count < Self.maximumEvents else { return }
        events.append(Event(moment: moment, kind: kind, sender: sender, detail: detail))
    }

    mutating func probe(_ location: ServiceLocation?, from sender: ServiceSender, at moment: PacketMoment) {
        see(sender, at: moment)
        if let location { self.location = location.compacted() }
        wasProbed = true
        log(.probe, sender, at: moment)
    }

    /// An SRV record in a response.
    ///
    /// - Parameter asked: A question for it was on the link just before.
    mutating func announce(
        _ location: ServiceLocation, from sender: ServiceSender, at moment: PacketMoment, asked: Bool
    ) {
        see(sender, at: moment)
        self.location = location.compacted()
        lastAlive = max(lastAlive ?? moment, moment)
        let isFirst = firstAnnouncement == nil
        if isFirst { firstAnnouncement = moment }
        log(asked && !isFirst ? .answer : .announce, sender, at: moment)
    }

    /// A PTR record with the instance's name and a TTL above 0.
    mutating func refresh(from sender: ServiceSender, at moment: PacketMoment) {
        see(sender, at: moment)
        lastAlive = max(lastAlive ?? moment, moment)
    }

    mutating func add(subtype: DNSName) {
        if subtypes.count < 64, !subtypes.contains(subtype) { subtypes.append(subtype) }
    }

    mutating func update(_ record: TXTRecord, from sender: ServiceSender, at moment: PacketMoment) {
        see(sender, at: moment)
        // Mostly the same bytes are said again.
        if let text, text.rdata != record.rdata, text.entries != record.entries {
            log(.update, sender, at: moment, detail: "TXT")
        }
        text = record
    }

    mutating func sayGoodbye(from sender: ServiceSender, at moment: PacketMoment) {
        see(sender, at: moment)
        lastGoodbye = max(lastGoodbye ?? moment, moment)
        log(.goodbye, sender, at: moment)
    }
}
