import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// A link with responders and browsers that loses, delays and doubles messages, and a clock that jumps from one event to the
/// next. Hosts hear their own multicasts too, as systems loop them back.
struct ResponderLink {
    static let group = IPAddress(ipv4: 0xE000_00FB)
    static let interface: InterfaceIndex = 1

    struct Host {
        let address: IPAddress
        var responder: ServiceResponder?
        var browser: ServiceBrowser?
        var generator: SplitMix64
        var events: [ServiceResponder.Action] = []
        var findings: [ServiceBrowser.Action] = []

        mutating func wakeResponder(at time: Int64) -> [ServiceResponder.Action]? {
            responder?.timer(at: time, using: &generator)
        }

        mutating func wakeBrowser(at time: Int64) -> [ServiceBrowser.Action]? {
            browser?.timer(at: time, using: &generator)
        }

        mutating func respond(
            to message: DNSMessage, from origin: MessageOrigin, at time: Int64
        ) -> [ServiceResponder.Action]? {
            responder?.receive(message, from: origin, at: time, using: &generator)
        }

        mutating func find(
            in message: DNSMessage, from origin: MessageOrigin, at time: Int64
        ) -> [ServiceBrowser.Action]? {
            browser?.receive(message, from: origin, at: time, using: &generator)
        }
    }

    /// How often, of a thousand, a message does not reach a host, and reaches it twice.
    var losses: UInt64 = 0
    var copies: UInt64 = 0
    /// How long a message takes, in nanoseconds.
    var delay = ms(1)...ms(1)
    var hosts: [Host] = []
    private(set) var log = ConformanceLog()
    private(set) var now: Int64 = ms(1000)
    private(set) var sendings = 0
    private var random: SplitMix64
    private var arrivals = ArrivalQueue()
    private var frame = 0
    /// When the responder and the browser of each host are to be called again.
    private var responderTimes: [Int64] = []
    private var browserTimes: [Int64] = []

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Adds a host with a browser, and with a responder if it is given.
    mutating func add(_ responder: ServiceResponder? = nil, isBrowsing: Bool = true) {
        let number = UInt32(hosts.count + 1)
        hosts.append(
            Host(
                address: IPAddress(ipv4: 0x0A00_0000 + number), responder: responder,
                browser: isBrowsing ? ServiceBrowser() : nil, generator: SplitMix64(seed: random.next())))
        responderTimes.append(.max)
        browserTimes.append(.max)
    }

    /// Starts what a host has.
    mutating func start(_ host: Int, _ registration: ServiceRegistration? = nil, browsing type: ServiceType) throws {
        let address = hosts[host].address
        if var responder = hosts[host].responder {
            var actions = responder.join(
                Self.interface, addresses: [address], at: now, using: &hosts[host].generator)
            if let registration {
                actions += try responder.publish(registration, at: now, using: &hosts[host].generator).actions
            }
            hosts[host].responder = responder
            try perform(actions, host)
        }
        if var browser = hosts[host].browser {
            let joined = browser.join(Self.interface, at: now, using: &hosts[host].generator)
            let actions = try browser.browse(type, at: now, using: &hosts[host].generator)
            hosts[host].browser = browser
            try perform(joined + actions, host)
        }
    }

    /// Does something with a host's responder.
    mutating func change(
        _ host: Int, _ body: (inout ServiceResponder, Int64, inout SplitMix64) -> [ServiceResponder.Action]
    ) throws {
        guard var responder = hosts[host].responder else { return }
        let actions = body(&responder, now, &hosts[host].generator)
        hosts[host].responder = responder
        try perform(actions, host)
    }

    mutating func run(until end: Int64) throws {
        while true {
            let wakeUp = min(responderTimes.min() ?? .max, browserTimes.min() ?? .max)
            let next = min(wakeUp, arrivals.first ?? .max)
            guard next <= end else { break }
            now = max(now, next)
            while let arrival = arrivals.next(until: now) { try deliver(arrival) }
            for host in hosts.indices where min(responderTimes[host], browserTimes[host]) <= now { try wake(host) }
        }
        now = end
        log.note(time: now)
    }

    private mutating func wake(_ host: Int) throws {
        if responderTimes[host] <= now, let actions = hosts[host].wakeResponder(at: now) {
            try perform(actions, host)
        }
        if browserTimes[host] <= now, let actions = hosts[host].wakeBrowser(at: now) {
            try perform(actions, host)
        }
    }

    private mutating func deliver(_ arrival: ArrivalQueue.Arrival) throws {
        let host = arrival.host
        let origin = MessageOrigin(
            interface: Self.interface, address: arrival.source, delivery: arrival.isMulticast ? .multicast : .unicast)
        if let actions = hosts[host].respond(to: arrival.message, from: origin, at: now) {
            try perform(actions, host)
        }
        if let actions = hosts[host].find(in: arrival.message, from: origin, at: now) { try perform(actions, host) }
    }

    private mutating func perform(_ actions: [ServiceResponder.Action], _ host: Int) throws {
        responderTimes[host] = .max
        for action in actions {
            switch action {
            case .send(let message): try send(message, host)
            case .wait(let time): responderTimes[host] = time
            default: hosts[host].events.append(action)
            }
        }
    }

    private mutating func perform(_ actions: [ServiceBrowser.Action], _ host: Int) throws {
        browserTimes[host] = .max
        for action in actions {
            switch action {
            case .send(let message): try send(message, host)
            case .wait(let time): browserTimes[host] = time
            default: hosts[host].findings.append(action)
            }
        }
    }

    private mutating func send(_ outgoing: OutgoingMessage, _ host: Int) throws {
        sendings += 1
        frame += 1
        let bytes = try outgoing.bytes()
        let message = try DNSMessage(parsing: bytes)
        let source = hosts[host].address
        var destination = Self.group
        if case .unicast(let address, _) = outgoing.destination { destination = address }
        log.note(time: now)
        log.observe(
            bytes.span,
            of: ObservedDatagram(
                frame: frame, time: now, linkSource: LinkAddress(rawValue: 0x0200_0000_0000 | source.low),
                source: source, destination: destination, sourcePort: 5353, destinationPort: 5353,
                identification: nil, hopLimit: 255, isFragmented: false, networkLength: bytes.count + 28))
        for receiver in hosts.indices {
            let isMulticast = outgoing.destination == .multicast
            guard isMulticast || hosts[receiver].address == destination else { continue }
            // The system does not lose what it loops back.
            if receiver != host, random.next() % 1000 < losses { continue }
            for _ in 0...(random.next() % 1000 < copies ? 1 : 0) {
                let width = UInt64(delay.upperBound - delay.lowerBound) + 1
                let time = now + delay.lowerBound + Int64(random.next() % width)
                arrivals.add(
                    ArrivalQueue.Arrival(
                        time: time, host: receiver, message: message, source: source, isMulticast: isMulticast))
            }
        }
    }
}

/// Messages on their way, by the time of their arrival.
struct ArrivalQueue {
    struct Arrival {
        let time: Int64
        let host: Int
        let message: DNSMessage
        let source: IPAddress
        let isMulticast: Bool
    }

    /// By time in milliseconds. Of one millisecond, they are in the order in which they were sent.
    private var slots: [Int64: [Arrival]] = [:]
    private var times: [Int64] = []

    var first: Int64? { times.last.map { $0 * ms(1) } }

    mutating func add(_ arrival: Arrival) {
        let slot = (arrival.time + ms(1) - 1) / ms(1)
        if slots[slot] == nil {
            let place = times.firstIndex { $0 <= slot } ?? times.endIndex
            times.insert(slot, at: place)
        }
        slots[slot, default: []].append(arrival)
    }

    /// Takes the next one that has arrived.
    mutating func next(until time: Int64) -> Arrival? {
        guard let slot = times.last, slot * ms(1) <= time, let arrival = slots[slot]?.first else { return nil }
        slots[slot]?.removeFirst()
        if slots[slot]?.isEmpty == true {
            slots[slot] = nil
            times.removeLast()
        }
        return arrival
    }
}
