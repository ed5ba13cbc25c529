import WireTesting

/// A network that delays, loses, doubles and reorders packets between hosts, by a seed: the same calls give the same
/// fates.
///
///     var network = NetworkModel(link: .init(delay: 10_000_000, lossRate: 0.01), seed: 1)
///     let transit = network.carry(from: a, to: b, at: time)
///     // transit.arrivals: empty for a packet that is lost, two for one that is doubled
///
/// Packets from one host to another keep their order, whatever the jitter, except for those that are held back.
public struct NetworkModel: Sendable {
    /// The effects on the way from one host to another, in this direction. All times are nanoseconds, all rates
    /// probabilities from 0 to 1.
    public struct Link: Hashable, Sendable {
        /// From the sender to the receiver.
        public var delay: Int64
        /// The delay is longer or shorter by up to this much, each difference as likely as the others.
        public var jitter: Int64
        /// How many packets never arrive.
        public var lossRate: Double
        /// How many packets that arrive do so twice.
        public var duplicationRate: Double
        /// How many packets are held back, so that others overtake them.
        public var reorderingRate: Double
        /// How much later a packet arrives that is held back.
        public var holdBack: Int64

        /// A link that delays by a millisecond and does nothing else, unless told otherwise.
        public init(
            delay: Int64 = 1_000_000, jitter: Int64 = 0, lossRate: Double = 0, duplicationRate: Double = 0,
            reorderingRate: Double = 0, holdBack: Int64 = 10_000_000
        ) {
            self.delay = delay
            self.jitter = jitter
            self.lossRate = lossRate
            self.duplicationRate = duplicationRate
            self.reorderingRate = reorderingRate
            self.holdBack = holdBack
        }
    }

    /// A packet's way, in nanoseconds of the clock that it was sent by.
    public struct Transit: Hashable, Sendable {
        /// When the sender sent it.
        public var sent: Int64
        /// The time halfway, where a capture in the network sees it. Losses and copies happen after that point.
        public var passed: Int64
        /// When its copies came, in order of time.
        public var arrivals: [Int64]

        /// Whether no copy of it arrives.
        public var isLost: Bool { arrivals.isEmpty }
    }

    private struct Route: Hashable {
        let source: SyntheticHost
        let destination: SyntheticHost
    }

    /// The time between two copies of one packet, and between packets that would arrive at the same time.
    private static let spacing: Int64 = 20_000

    private let common: Link
    private var special: [Route: Link] = [:]
    private var lastArrivals: [Route: Int64] = [:]
    private var lastPasses: [Route: Int64] = [:]
    private var random: SeededGenerator

    /// - Parameters:
    ///   - link: The default link between two hosts.
    ///   - seed: The same seed gives the same calls the same fates.
    public init(link: Link = Link(), seed: UInt64) {
        common = link
        random = SeededGenerator(seed: seed)
    }

    /// The link from one host to another.
    public subscript(source: SyntheticHost, destination: SyntheticHost) -> Link {
        get { special[Route(source: source, destination: destination)] ?? common }
        set { special[Route(source: source, destination: destination)] = newValue }
    }

    /// Decides on the fate of a packet.
    ///
    /// - Parameters:
    ///   - source: The sender.
    ///   - destination: The receiver.
    ///   - time: When it is sent, in nanoseconds; not before an earlier packet of the same sender.
    public mutating func carry(from source: SyntheticHost, to destination: SyntheticHost, at time: Int64) -> Transit {
        let link = self[source, destination]
        let route = Route(source: source, destination: destination)
        let difference = link.jitter > 0 ? Int64(random.number(in: Int(-link.jitter)...Int(link.jitter))) : 0
        let delay = max(0, link.delay &+ difference)
        let passed = max(time &+ delay / 2, (lastPasses[route] ?? .min) &+ Self.spacing)
        lastPasses[route] = passed
        // All are drawn for each packet, so that one rate does not change what another one does.
        let isLost = random.unitInterval() < link.lossRate
        let isDoubled = random.unitInterval() < link.duplicationRate
        let isHeld = random.unitInterval() < link.reorderingRate
        guard !isLost else { return Transit(sent: time, passed: passed, arrivals: []) }
        var arrival = max(time &+ delay, (lastArrivals[route] ?? .min) &+ Self.spacing, passed)
        if isHeld { arrival &+= link.holdBack } else { lastArrivals[route] = arrival }
        return Transit(
            sent: time, passed: passed, arrivals: isDoubled ? [arrival, arrival &+ Self.spacing / 2] : [arrival])
    }
}

extension NetworkModel {
    /// The point where a conversation is captured, which decides when a packet is seen, and whether.
    @nonexhaustive
    public enum CapturePoint: Hashable, Sendable {
        /// Half way between all hosts, before anything is lost or doubled: each packet once.
        case network
        /// At a host, counted from 0: what it sends when it is sent, and what arrives when it arrives, with all copies.
        case host(Int)

        /// When a packet is seen.
        func sightings(of transit: NetworkModel.Transit, from source: Int, to destination: Int) -> [Int64] {
            switch self {
            case .network: [transit.passed]
            case .host(source): [transit.sent]
            case .host(destination): transit.arrivals
            case .host: []
            }
        }
    }
}
