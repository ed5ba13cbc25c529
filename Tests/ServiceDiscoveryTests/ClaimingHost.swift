import DNSWire
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting

let millisecond: Int64 = 1_000_000
let second: Int64 = 1_000_000_000

/// A host whose claim is driven by a clock that tests turn.
struct ClaimingHost {
    var claim: NameClaim
    let address: IPAddress
    var generator: SeededGenerator
    var now: Int64 = 0
    var wakeUp: Int64?
    /// All that the claim did, with the time, without the waits.
    var log: [(time: Int64, action: NameClaim.Action)] = []

    init(_ claim: NameClaim, address: IPAddress = IPAddress("10.0.0.1")!, seed: UInt64 = 1) {
        self.claim = claim
        self.address = address
        generator = SeededGenerator(seed: seed)
    }

    /// A host that wants `iPad._http._tcp.local` for a service at that port.
    static func service(
        _ label: String = "iPad", port: UInt16 = 7001, profile: ProbingProfile = .rfc6762, seed: UInt64 = 1,
        number: UInt8 = 1, renames: Bool = true
    ) throws -> ClaimingHost {
        let records = try ClaimedRecords(
            instance: Array(label.utf8), type: ServiceType(validating: "_http._tcp"), domain: local,
            location: ServiceLocation(port: port, target: DNSName(labels: [Array("host-\(number)".utf8)])))
        return ClaimingHost(
            NameClaim(records, profile: profile, renamesOnConflict: renames),
            address: IPAddress(ipv4: 0x0A00_0000 + UInt32(number)), seed: seed)
    }

    static let local = DNSName(presentation: "local")!

    var label: String { String(decoding: claim.records.label, as: UTF8.self) }

    /// Turns the clock, and does all that is due until then.
    mutating func advance(to time: Int64) {
        while let due = wakeUp, due <= time {
            now = due
            note(claim.timer(at: due, using: &generator))
        }
        now = time
    }

    mutating func start(at time: Int64 = 0) {
        now = time
        note(claim.start(at: time, using: &generator))
    }

    mutating func withdraw(at time: Int64) {
        advance(to: time)
        note(claim.withdraw(at: time, using: &generator))
    }

    mutating func update(_ records: ClaimedRecords, at time: Int64) {
        advance(to: time)
        note(claim.update(records, at: time, using: &generator))
    }

    @discardableResult
    mutating func receive(
        _ message: DNSMessage, from sender: IPAddress = IPAddress("10.0.0.99")!,
        by delivery: NameClaim.Delivery = .multicast, at time: Int64
    ) -> [NameClaim.Action] {
        advance(to: time)
        let actions = claim.receive(message, from: sender, by: delivery, at: time, using: &generator)
        note(actions)
        return actions.filter { if case .wait = $0 { false } else { true } }
    }

    private mutating func note(_ actions: [NameClaim.Action]) {
        wakeUp = nil
        for action in actions {
            #expect(wakeUp == nil, "a wait is not the last action")
            if case .wait(let time) = action { wakeUp = time } else { log.append((now, action)) }
        }
    }

    /// Starts the claim and turns the clock until it holds the name and all announcements are sent.
    mutating func settle() {
        if claim.state == .idle { start(at: now) }
        while let due = wakeUp { advance(to: due) }
    }

    // MARK: - What happened

    func times(of purpose: NameClaim.Purpose) -> [Int64] {
        log.compactMap { entry in
            if case .send(_, purpose, _) = entry.action { entry.time } else { nil }
        }
    }

    func messages(_ purpose: NameClaim.Purpose) -> [DNSMessage] {
        log.compactMap { entry in
            if case .send(let message, purpose, _) = entry.action { message } else { nil }
        }
    }

    /// The labels that the claim took after its first one.
    var renames: [String] {
        log.compactMap { entry in
            guard case .renamed(let rename) = entry.action else { return nil }
            return rename.new.labels.first.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    // MARK: - What others say

    /// Another host's SRV record for the name as it is now.
    func rivalRecord(port: UInt16 = 9999, name: DNSName? = nil) -> ResourceRecord {
        ResourceRecord(
            name: name ?? claim.name, type: .srv, cacheFlush: true, ttl: 120,
            data: .service(ServiceLocation(port: port, target: DNSName(presentation: "rival.local")!)))
    }

    /// Another host's answer that the name is taken.
    func rivalAnswer(port: UInt16 = 9999, name: DNSName? = nil) -> DNSMessage {
        DNSMessage(flags: .multicastResponse, answers: [rivalRecord(port: port, name: name)])
    }

    /// Another host's probe for the name.
    func rivalProbe(port: UInt16 = 9999, unicast: Bool = false) -> DNSMessage {
        var record = rivalRecord(port: port)
        record.rawClass = RecordClass.internet.rawValue
        let text = ResourceRecord(name: claim.name, type: .txt, ttl: 4500, data: .text([0]))
        return DNSMessage(
            questions: [Question(name: claim.name, type: .any, wantsUnicastResponse: unicast)],
            authorities: claim.profile.unprobedTypes.contains(.txt) ? [record] : [record, text])
    }
}
