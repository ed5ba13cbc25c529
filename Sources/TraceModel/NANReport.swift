/// The use of Wi-Fi Aware (neighbor awareness networking).
public struct NANReport: Codable, Hashable, Sendable {
    /// In order of their first frame.
    public var clusters: [Cluster] = []
    /// In order of their first frame.
    public var nodes: [Node] = []
    /// Sorted by id.
    public var services: [Service] = []
    /// In order of their first frames; at most ``maximumDataPaths``.
    public var dataPaths: [DataPath] = []
    /// Data paths that are not listed.
    public var omittedDataPaths = 0
    /// Publishers and subscribers of one service that met; at most ``maximumMatches``.
    public var matches: [Match] = []

    /// Nothing measured yet.
    public init() {}

    /// Further matches are left out.
    public static let maximumMatches = 1024
    /// Further data paths are counted.
    public static let maximumDataPaths = 1024

    /// Nodes in one rhythm.
    public struct Cluster: Codable, Hashable, Sendable {
        /// Address 3 of its frames.
        public var id: String
        /// The anchor master, whose time the cluster uses, as its beacons said last.
        public var anchorMaster: String?
        /// Each address when a frame first named it as anchor master, in that order.
        public var anchorMasters: [WirelessReport.NamedMaster]
        /// Seconds of the report, of its first frame.
        public var firstSeen: Double

        /// Made of all its parts.
        public init(id: String, anchorMaster: String?, anchorMasters: [WirelessReport.NamedMaster], firstSeen: Double) {
            (self.id, self.anchorMaster, self.anchorMasters) = (id, anchorMaster, anchorMasters)
            self.firstSeen = firstSeen
        }
    }

    /// A sender of frames of Wi-Fi Aware.
    public struct Node: Codable, Hashable, Sendable {
        /// The link address of its management frames.
        public var address: String
        /// The id of the peer (``Peer/id``); nil if none is known.
        public var peer: String?
        /// In order of their first frame.
        public var clusters: [String]
        /// Beacons that it sent.
        public var beacons: Int
        /// Those that were sent again not counted once more.
        public var serviceDiscoveryFrames: Int
        /// The same.
        public var actionFrames: Int
        /// Frames that end within an attribute, though the capture holds all of them.
        public var faultyFrames: Int
        /// In dBm.
        public var signal: Distribution
        /// ``signal`` over time; at most ``SeriesBin/maximumPerSeries`` bins.
        public var signalSeries: [SeriesBin]
        /// Seconds of the report, of its first frame.
        public var firstSeen: Double
        /// Clusters, anchor masters, services, follow-ups and steps above the limit, each as often as it was named.
        public var omitted: Int

        /// Made of all its parts.
        public init(
            address: String, peer: String? = nil, clusters: [String], beacons: Int, serviceDiscoveryFrames: Int,
            actionFrames: Int, faultyFrames: Int, signal: Distribution, signalSeries: [SeriesBin], firstSeen: Double,
            omitted: Int
        ) {
            (self.address, self.peer, self.clusters, self.beacons) = (address, peer, clusters, beacons)
            (self.serviceDiscoveryFrames, self.actionFrames) = (serviceDiscoveryFrames, actionFrames)
            (self.faultyFrames, self.signal, self.signalSeries) = (faultyFrames, signal, signalSeries)
            (self.firstSeen, self.omitted) = (firstSeen, omitted)
        }
    }

    /// A service by the hash of its name.
    public struct Service: Codable, Hashable, Sendable {
        /// Twelve hexadecimal digits: the first six bytes of SHA-256 over the name in lower case.
        public var serviceID: String
        /// Nil if no name with this hash is known.
        public var name: String?
        /// Link addresses of the nodes that offer it.
        public var publishers: [String]
        /// Link addresses of the nodes that look for it.
        public var subscribers: [String]

        /// Made of all its parts.
        public init(serviceID: String, name: String? = nil, publishers: [String], subscribers: [String]) {
            (self.serviceID, self.name, self.publishers, self.subscribers) = (serviceID, name, publishers, subscribers)
        }
    }

    /// A publisher and a subscriber of one service in one cluster.
    public struct Match: Codable, Hashable, Sendable {
        /// Six bytes in hexadecimal: the hash of the name.
        public var serviceID: String
        /// The link address of who offers it.
        public var publisher: String
        /// The link address of who looks for it.
        public var subscriber: String
        /// When both had named the service, and had been heard in one cluster.
        public var time: Double
        /// Messages between the two about the service.
        public var followUps: Int

        /// Made of all its parts.
        public init(serviceID: String, publisher: String, subscriber: String, time: Double, followUps: Int) {
            (self.serviceID, self.publisher, self.subscriber, self.time) = (serviceID, publisher, subscriber, time)
            self.followUps = followUps
        }
    }

    /// A way for data between two nodes.
    public struct DataPath: Codable, Hashable, Sendable {
        /// The initiator's number of it.
        public var ndpID: Int
        /// The address that the initiator sends data from.
        public var initiator: String
        /// The address that the responder sends data from; nil if it was not announced.
        public var responder: String?
        /// The node that asked for it, which its frames come from; nil where only its end was heard.
        public var initiatorNode: String?
        /// The node that it was asked of, whether it answered or not; nil where only its end was heard.
        public var responderNode: String?
        /// How far it came.
        public var state = State.requested
        /// When its first frame was heard, whichever that was.
        public var firstSeen: Double
        /// When the request was sent; nil if it is not in the capture.
        public var requested: Double?
        /// When the response that accepts was sent.
        public var accepted: Double?
        /// When the confirmation was sent.
        public var confirmed: Double?
        /// When it was rejected or terminated.
        public var ended: Double?
        /// Seconds from request to confirmation, without one to acceptance.
        public var setupDuration: Double?
        /// The reason why it was rejected or terminated, in words; nil if none was given.
        public var reason: String?
        /// The frames of its setup and its end.
        public var frames: [Int] = []

        /// Made of what each one has; the rest can be set.
        public init(ndpID: Int, initiator: String, firstSeen: Double) {
            (self.ndpID, self.initiator, self.firstSeen) = (ndpID, initiator, firstSeen)
        }
    }

    /// How far a data path got.
    @nonexhaustive
    public enum State: String, Codable, CaseIterable, Sendable {
        /// A request was seen.
        case requested
        /// The responder accepted.
        case accepted
        /// The initiator confirmed.
        case confirmed
        /// One of them refused.
        case rejected
        /// It was ended.
        case terminated
    }
}
