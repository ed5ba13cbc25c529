import DNSWire
import ServiceDiscovery
import WireCoding
import WireTesting

/// Hosts that want one name for their services, and give way as their responders do: a capture of it, and who got which
/// name how.
///
/// Each host probes for the name, keeps it, loses a tie-break or hears of its holder, and goes on with another one by
/// the rule of its family (`RenameRule`). At the end all say goodbye.
///
/// ```swift
/// var capture = SyntheticCapture()
/// let truth = try RenameConflict([.apple, .apple, .avahi], seed: 1).write(into: &capture)
/// ```
public struct RenameConflict: Hashable, Sendable {
    /// How many hosts there may be.
    public static let hostLimits = 2...16

    /// How each host behaves, in the order in which they begin.
    public let responders: [ResponderFamily]
    /// The name that all of them want.
    public let name: String
    /// The time between the starts of consecutive hosts, in nanoseconds. With 0 all probe at the same time, and
    /// tie-breaks decide.
    public let gap: Int64
    /// The network between any two hosts.
    public let link: NetworkModel.Link
    /// Where the packets are captured; hosts are counted in the order of ``responders``.
    public let point: NetworkModel.CapturePoint
    /// The same seed and settings give the same packets.
    public let seed: UInt64
    /// The first moment, in nanoseconds since 1970.
    public let start: Int64

    /// - Parameters:
    ///   - responders: How each host behaves, in the order in which they begin.
    ///   - name: A label of 1 to 63 bytes of UTF-8 without control characters.
    ///   - gap: The time between the starts of consecutive hosts, in nanoseconds.
    ///   - link: The network between any two hosts.
    ///   - point: Where it is captured.
    ///   - seed: What all is made from.
    ///   - start: The first moment, in nanoseconds since 1970.
    /// - Precondition: There are as many hosts as ``hostLimits`` allows; the name is one; the host to capture at is there.
    public init(
        _ responders: [ResponderFamily] = [.apple, .apple], name: String = "iPad", gap: Int64 = 5_000_000_000,
        link: NetworkModel.Link = NetworkModel.Link(delay: 1_000_000, jitter: 200_000),
        at point: NetworkModel.CapturePoint = .network, seed: UInt64, start: Int64 = 1_700_000_000_000_000_000
    ) {
        precondition(Self.hostLimits.contains(responders.count), "a conflict has 2 to 16 hosts")
        precondition(ServiceInstanceName.violations(ofInstance: Array(name.utf8)).isEmpty, "the name breaks a rule")
        if case .host(let host) = point { precondition(responders.indices.contains(host), "there is no such host") }
        self.responders = responders
        self.name = name
        self.gap = gap
        self.link = link
        self.point = point
        self.seed = seed
        self.start = start
    }

    private enum Timer: ResponderTiming {
        case responders(SimulatedResponders.Timer)
        case leave(Int)
    }

    /// Writes the packets into the capture, in order of time.
    ///
    /// - Returns: The truth.
    /// - Throws: Any error from ``SyntheticCapture``.
    public func write(into capture: inout SyntheticCapture) throws(WireError) -> ConversationTruth {
        let hosts = (1...responders.count).map { SyntheticHost(number: $0) }
        let names = hosts.enumerated().map { number, host in
            ConversationTruth.Host(host, name: "host-\(number + 1)")
        }
        var simulation = Simulation<Timer>(
            hosts: hosts, link: link, point: point, seed: seed, start: start)
        var all = SimulatedResponders()
        for (number, family) in responders.enumerated() {
            try all.add(
                name, type: "airdropish", port: UInt16(7001 + number), of: "host-\(number + 1)", at: hosts[number],
                attributes: ["deviceName": "Device \(number + 1)"], profile: family.profile)
            simulation.wait(.responders(.start(number)), for: Int64(number) * gap)
            // Long enough for each of the others to cost a host one name, at the pace of the slowest.
            let last = Int64(responders.count - 1) * gap + Int64(responders.count) * 10_000_000_000
            simulation.wait(.leave(number), for: last + Int64(number) * 100_000_000)
        }
        while let outcome = simulation.next() {
            switch outcome {
            case .timer(.responders(let timer)): try all.handle(timer, in: &simulation)
            case .timer(.leave(let number)): try all.withdraw(number, in: &simulation)
            case .datagram(let datagram, let host): _ = try all.receive(datagram, at: host, in: &simulation)
            case .asked, .established, .refused, .received, .ended: break
            }
        }
        var truth = ConversationTruth(
            "rename-conflict", seed: seed, start: start, point: point, link: link, hosts: names)
        truth.services = all.services(names)
        truth.renames = all.renames(names)
        truth.frames = try simulation.packets.write(into: &capture)
        return truth
    }
}

extension ResponderFamily {
    /// How such a responder probes.
    fileprivate var profile: ProbingProfile {
        switch self {
        case .apple: .apple
        case .avahi: .avahi
        case .zeroconf: .zeroconf
        case .resolved: .resolved
        case .jmdns: .jmdns
        }
    }
}
