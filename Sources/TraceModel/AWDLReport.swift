/// The use of Apple Wireless Direct Link.
public struct AWDLReport: Codable, Hashable, Sendable {
    /// Senders of action or data frames, in order of their first frames.
    public var nodes: [Node] = []
    /// Each address when it was first named as root, in that order.
    public var masters: [WirelessReport.NamedMaster] = []
    /// Each two nodes; at most ``maximumPairs``.
    public var pairs: [Pair] = []
    /// Pairs that are not listed.
    public var omittedPairs = 0
    /// Who should have led, and who said so.
    public var election: Election

    /// Made of what each one has; the rest can be set.
    public init(_ rule: ElectionRule) { election = Election(rule: rule) }

    /// Further pairs are counted.
    public static let maximumPairs = 1024

    /// A sender of AWDL frames.
    public struct Node: Codable, Hashable, Sendable {
        /// The link address: six bytes in hexadecimal, with colons.
        public var address: String
        /// The peer with this link address, or with the link-local address that follows from it.
        public var peer: String?
        /// The version of the protocol, `3.4`.
        public var version: String?
        /// 1 macOS, 2 iOS, 4 watchOS, 8 tvOS.
        public var deviceClass: Int?
        /// With the final dot.
        public var hostname: String?
        /// AWDL action frames that it sent, of all kinds.
        public var actionFrames = 0
        /// Periodic synchronization frames.
        public var psf = 0
        /// Master indication frames.
        public var mif = 0
        /// Data frames that it sent.
        public var dataFrames = 0
        /// In dBm, of all its frames in AWDL's network.
        public var signal = Distribution()
        /// ``signal`` over time; at most ``SeriesBin/maximumPerSeries`` bins.
        public var signalSeries: [SeriesBin] = []
        /// When it began to follow another master.
        public var masterChanges: [MasterChange] = []
        /// When it announced another sequence of channels.
        public var channelSequences: [ChannelSequence] = []
        /// Full names of services that its action frames name.
        public var services: [String] = []
        /// How high it rates itself, in its last frame.
        public var lastMetric: Int?
        /// How long it was master, in its last frame.
        public var lastCounter: Int?
        /// Ids of ``services`` among the report's services.
        public var serviceIDs: [String] = []
        /// The first time it was seen.
        public var firstSeen: Double
        /// The last time it was seen.
        public var lastSeen: Double
        /// Action frames a second between its first and its last frame; nil for one frame.
        public var actionFrameRate: Double?
        /// Frames with the retry bit.
        public var retries = 0
        /// The channel of the access point that it uses, as it says; nil without one.
        public var infrastructureChannel: Int?
        /// The highest data rate that its capabilities allow, in bits per second.
        public var dataRate: Double?
        /// Action frames that end within an element.
        public var faultyFrames = 0
        /// Action frames whose elements differ about master, distance or metric of the election.
        public var contradictoryFrames = 0
        /// How often its own counter fell, as it does where the node starts anew.
        public var restarts = 0
        /// The number of different services beyond those in ``services``: at most 1,024 are distinguished.
        public var omittedServices = 0
        /// Changes that are not listed.
        public var omittedChanges = 0

        /// Made of what each one has; the rest can be set.
        public init(address: String, firstSeen: Double, lastSeen: Double) {
            (self.address, self.firstSeen, self.lastSeen) = (address, firstSeen, lastSeen)
        }
    }

    /// The root that a node names from this frame on.
    public struct MasterChange: Codable, Hashable, Sendable {
        /// Seconds of the report, of the first frame that says so.
        public var time: Double
        /// The frame that says so first.
        public var frame: Int
        /// The link address of the master.
        public var master: String

        /// Made of all its parts.
        public init(time: Double, frame: Int, master: String) {
            (self.time, self.frame, self.master) = (time, frame, master)
        }
    }

    /// The channels of a node from this frame on.
    public struct ChannelSequence: Codable, Hashable, Sendable {
        /// Seconds of the report, of the first frame that says so.
        public var time: Double
        /// The control channel of each slot, 0 where the node is absent.
        public var channels: [Int]
        /// The frame that says so first.
        public var frame: Int

        /// Made of all its parts.
        public init(time: Double, channels: [Int], frame: Int) {
            (self.time, self.channels, self.frame) = (time, channels, frame)
        }
    }

    /// Two nodes, and what their schedules allow.
    public struct Pair: Codable, Hashable, Sendable {
        /// The link address of the one.
        public var a: String
        /// The link address of the other.
        public var b: String
        /// The share of slots in which both are on the same channel, by their last sequences; nil where one has none.
        public var windowOverlap: Double?
        /// How far apart their clocks are in seconds, while one of them followed the other.
        public var syncError: Distribution
        /// ``syncError`` over time; at most ``SeriesBin/maximumPerSeries`` bins.
        public var syncErrorSeries: [SeriesBin] = []
        /// The slots that ``windowOverlap`` counts.
        public var commonSlots: [Int] = []
        /// How much later than that of `a` the schedule of `b` begins, in seconds, by the last frames of both; negative for
        /// earlier. Nil where their clocks cannot be compared.
        public var clockDistance: Double?
        /// ``windowOverlap`` with the schedules ``clockDistance`` apart: the part of all time in which both are on the same
        /// channel. Nil where it depends on clocks that cannot be compared.
        public var sharedTime: Double?
        /// The longest time in seconds from the end of one stay on the same channel to the next: how long a packet may wait.
        /// By ``sharedTime``, where that is nil as if the clocks agreed.
        public var longestWait: Double?
        /// The rate that the shared time allows at the lower of their data rates, in bits per second. By
        /// ``sharedTime``, or if that is nil as if the clocks agreed.
        public var throughputBound: Double?

        /// Made of what each one has; the rest can be set.
        public init(a: String, b: String, syncError: Distribution) {
            (self.a, self.b, self.syncError) = (a, b, syncError)
        }
    }

    /// The expected masters, and the announced ones.
    public struct Election: Codable, Hashable, Sendable {
        /// By which the expected masters were chosen.
        public var rule: ElectionRule
        /// The master of all nodes in the capture by the rule, and its first frame; nil if there are too many nodes.
        public var expected: [MasterChange]?
        /// The claims in the frames, in time order; at most ``maximumClaims``.
        public var claims: [Claim] = []

        /// Further claims are left out.
        public static let maximumClaims = 4096

        /// An election of which nothing was seen yet.
        public init(rule: ElectionRule) { self.rule = rule }
    }

    /// A node's claim about its position in the tree, from this frame on.
    public struct Claim: Codable, Hashable, Sendable {
        /// Seconds of the report, of the first frame that says so.
        public var time: Double
        /// The frame that says so first.
        public var frame: Int
        /// The link address of the node.
        public var node: String
        /// The link address of the master.
        public var master: String
        /// Whom it follows; nil in frames without the second version of the election's parameters.
        public var parent: String?
        /// Steps to the master.
        public var distance: Int

        /// Made of all its parts.
        public init(time: Double, frame: Int, node: String, master: String, parent: String? = nil, distance: Int) {
            (self.time, self.frame, self.node, self.master, self.parent) = (time, frame, node, master, parent)
            self.distance = distance
        }
    }
}

/// The rule by which AWDL nodes choose their master. Devices differ: those of Apple were seen to follow the metric, OWL
/// follows the counter.
@nonexhaustive
public enum ElectionRule: String, Codable, CaseIterable, Sendable {
    /// The highest metric leads, among equals the highest counter.
    case metric
    /// The highest counter leads, among equals the highest metric.
    case counter
}
