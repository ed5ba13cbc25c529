import DNSWire
import ServiceDiscovery
import Testing
import WireCoding

/// A browser whose clock tests turn. Every draw is the first of its range.
struct DrivenBrowser {
    static let asker = IPAddress(ipv4: 0x0A00_0008)
    static let responder = IPAddress(ipv4: 0x0A00_0001)

    var browser: ServiceBrowser
    private var generator = FixedGenerator()
    private(set) var now: Int64 = 0
    private(set) var wakeUp: Int64?
    /// All that it did, with the time, without the waits.
    private(set) var log: [(time: Int64, action: ServiceBrowser.Action)] = []

    /// A browser for `_ipp._tcp`.
    init(interfaces: [InterfaceIndex] = [1], sharesPort: Bool = false) throws {
        browser = ServiceBrowser(sharesPort: sharesPort)
        for interface in interfaces { join(interface) }
        try browse()
    }

    /// A browser that knows `Desk._ipp._tcp.local` since 100 ms.
    static func resolved() throws -> DrivenBrowser {
        var host = try DrivenBrowser()
        host.receive(.desk, at: ms(100))
        host.forget()
        return host
    }

    mutating func advance(to time: Int64) {
        while let due = wakeUp, due <= time {
            now = max(now, due)
            note(browser.timer(at: now, using: &generator))
        }
        now = time
    }

    mutating func browse(_ type: String = "_ipp._tcp", subtype: String? = nil) throws {
        note(try browser.browse(ServiceType(validating: type), subtype: subtype, at: now, using: &generator))
    }

    mutating func stop(_ type: String = "_ipp._tcp") throws {
        note(try browser.stop(ServiceType(validating: type)))
    }

    mutating func join(_ interface: InterfaceIndex) { note(browser.join(interface, at: now, using: &generator)) }

    mutating func leave(_ interface: InterfaceIndex) { note(browser.leave(interface, at: now, using: &generator)) }

    mutating func receive(
        _ message: DNSMessage, at time: Int64? = nil, from address: IPAddress = responder, port: UInt16 = 5353,
        by delivery: NameClaim.Delivery = .multicast, on interface: InterfaceIndex = 1
    ) {
        if let time { advance(to: time) }
        let origin = MessageOrigin(interface: interface, address: address, port: port, delivery: delivery)
        note(browser.receive(message, from: origin, at: now, using: &generator))
    }

    private mutating func note(_ actions: [ServiceBrowser.Action]) {
        wakeUp = nil
        for action in actions {
            #expect(wakeUp == nil, "a wait is not the last action")
            if case .wait(let time) = action { wakeUp = time } else { log.append((now, action)) }
        }
    }

    mutating func forget() { log = [] }

    // MARK: - What happened

    /// The messages that were sent.
    var sendings: [(time: Int64, message: DNSMessage)] {
        log.compactMap { entry in
            if case .send(let message) = entry.action { (entry.time, message.message) } else { nil }
        }
    }

    /// The times in milliseconds at which a question was asked.
    func times(_ name: String, _ type: RecordType) -> [Int64] {
        sendings.filter { sending in
            sending.message.questions.contains { $0.name == .of(name) && $0.type == type }
        }.map { $0.time / ms(1) }
    }

    /// What is not a message, with the time in milliseconds.
    var events: [String] {
        log.compactMap { entry in
            let time = entry.time / ms(1)
            switch entry.action {
            case .send, .wait: return nil
            case .added(let service): return "\(time) + \(service.name.instanceText)"
            case .updated(let service, let changes):
                return "\(time) \(service.name.instanceText) \(changes.rawValue)"
            case .removed(let service, let reason): return "\(time) - \(service.name.instanceText) \(reason)"
            case .renamed(let old, let new): return "\(time) \(old.name.instanceText) > \(new.name.instanceText)"
            }
        }
    }
}

extension DNSMessage {
    /// A printer's answer to a question for its list.
    static let desk = DNSMessage.answer(
        Printer.pointer, additionals: [Printer.service, Printer.text, Printer.address])

    /// The answer of a printer of another name.
    static func printer(_ name: String, port: UInt16 = 631, on host: String = "printer.local") -> DNSMessage {
        .answer(
            .pointer("_ipp._tcp.local", to: "\(name)._ipp._tcp.local"),
            additionals: [
                .service("\(name)._ipp._tcp.local", port: port, on: host), .text("\(name)._ipp._tcp.local"),
                .address(host, "10.0.0.1"),
            ])
    }

    static func goodbye(_ name: String) -> DNSMessage {
        .answer(.pointer("_ipp._tcp.local", to: "\(name)._ipp._tcp.local", ttl: 0))
    }
}
