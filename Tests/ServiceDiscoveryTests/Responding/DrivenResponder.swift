import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// Times of tests, in nanoseconds.
func ms(_ count: Int64) -> Int64 { count * 1_000_000 }

/// A responder whose clock tests turn. Every draw is the first of its range, unless another generator is given.
struct DrivenResponder {
    static let address = IPAddress(ipv4: 0x0A00_0001)
    static let asker = IPAddress(ipv4: 0x0A00_0009)

    var responder: ServiceResponder
    var generator = FixedGenerator()
    private(set) var now: Int64 = 0
    private(set) var wakeUp: Int64?
    /// All that it did, with the time, without the waits.
    private(set) var log: [(time: Int64, action: ServiceResponder.Action)] = []

    init(host: String = "kitchen", sharesPort: Bool = false) throws {
        responder = try ServiceResponder(host: host, sharesPort: sharesPort)
    }

    /// A host with a service whose announcements are over, at 10 s.
    static func settled(
        _ registration: ServiceRegistration? = nil, interfaces: [InterfaceIndex] = [1]
    ) throws -> (DrivenResponder, ServiceResponder.ServiceID) {
        var host = try DrivenResponder()
        for interface in interfaces { host.join(interface) }
        let service = try host.publish(registration ?? .desk())
        host.advance(to: ms(10_000))
        host.forget()
        return (host, service)
    }

    /// Turns the clock, and does all that is due until then.
    mutating func advance(to time: Int64) {
        while let due = wakeUp, due <= time {
            now = max(now, due)
            note(responder.timer(at: now, using: &generator))
        }
        now = time
    }

    mutating func join(_ interface: InterfaceIndex, _ addresses: [IPAddress] = [address]) {
        note(responder.join(interface, addresses: addresses, at: now, using: &generator))
    }

    @discardableResult
    mutating func publish(_ registration: ServiceRegistration) throws -> ServiceResponder.ServiceID {
        let (service, actions) = try responder.publish(registration, at: now, using: &generator)
        note(actions)
        return service
    }

    mutating func update(_ service: ServiceResponder.ServiceID, attributes: TXTRecord? = nil, port: UInt16? = nil) {
        note(responder.update(service, attributes: attributes, port: port, at: now, using: &generator))
    }

    mutating func withdraw(_ service: ServiceResponder.ServiceID) {
        note(responder.withdraw(service, at: now, using: &generator))
    }

    mutating func withdrawAll() { note(responder.withdrawAll(at: now, using: &generator)) }

    mutating func receive(
        _ message: DNSMessage, at time: Int64? = nil, from address: IPAddress = asker, port: UInt16 = 5353,
        by delivery: NameClaim.Delivery = .multicast, on interface: InterfaceIndex = 1
    ) {
        if let time { advance(to: time) }
        let origin = MessageOrigin(interface: interface, address: address, port: port, delivery: delivery)
        note(responder.receive(message, from: origin, at: now, using: &generator))
    }

    private mutating func note(_ actions: [ServiceResponder.Action]) {
        wakeUp = nil
        for action in actions {
            #expect(wakeUp == nil, "a wait is not the last action")
            if case .wait(let time) = action { wakeUp = time } else { log.append((now, action)) }
        }
    }

    mutating func forget() { log = [] }

    // MARK: - What happened

    var sendings: [(time: Int64, message: OutgoingMessage)] {
        log.compactMap { entry in
            if case .send(let message) = entry.action { (entry.time, message) } else { nil }
        }
    }

    func sendings(
        _ purpose: OutgoingMessage.Purpose, on interface: InterfaceIndex? = nil
    ) -> [(time: Int64, message: OutgoingMessage)] {
        sendings.filter { $0.message.purpose == purpose && interface ?? $0.message.interface == $0.message.interface }
    }

    /// The times of messages of that kind, in milliseconds.
    func times(_ purpose: OutgoingMessage.Purpose, on interface: InterfaceIndex? = nil) -> [Int64] {
        sendings(purpose, on: interface).map { $0.time / ms(1) }
    }

    /// What is not a message.
    var events: [ServiceResponder.Action] {
        log.map(\.action).filter { if case .send = $0 { false } else { true } }
    }
}

extension ServiceRegistration {
    /// `Desk._ipp._tcp.local`, on port 631.
    static func desk(
        _ instance: String = "Desk", subtypes: [String] = [], attributes: [UInt8] = [3, 0x61, 0x3D, 0x31]
    ) throws -> ServiceRegistration {
        try ServiceRegistration(
            name: ServiceInstanceName(instance: instance, type: ServiceType(validating: "_ipp._tcp")),
            subtypes: subtypes, port: 631, host: .local, attributes: TXTRecord(observed: attributes))
    }
}
