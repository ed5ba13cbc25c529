/// The use of Wi-Fi Aware (neighbor awareness networking).
public struct NANReport: Codable, Equatable, Sendable {
    public var clusters: [Cluster] = []
    public var nodes: [Node] = []
    /// Sorted by id.
    public var services: [Service] = []
    /// In order of their first frames; at most ``maximumDataPaths``.
    public var dataPaths: [DataPath] = []
    /// Data paths that are not listed.
    public var omittedDataPaths = 0
    /// Publishers and subscribers of one service that met; at most ``maximumMatches``.
    public var matches: [Match] = []

    package init() {}

    /// Further matches are left out.
    public static let maximumMatches = 1024
    /// Further data paths are counted.
    public static let maximumDataPaths = 1024

    /// Nodes in one rhythm.
    public struct Cluster: Codable, Equatable, Sendable {
        /// Address 3 of its frames.
        public var id: String
        /// The anchor master, whose time the cluster uses, as its beacons said last.
        public var anchorMaster: String?
        /// Each address when a frame first named it as anchor master, in that order.
        public var anchorMasters: [WirelessReport.NamedMaster]
        public var firstSeen: Double

        package init(id: String, anchorMaster: String?, anchorMasters: [WirelessReport.NamedMaster], firstSeen: Double)
        {
            (self.id, self.anchorMaster, self.anchorMasters) = (id, anchorMaster, anchorMasters)
            self.firstSeen = firstSeen
        }
    }

    /// A sender of frames of Wi-Fi Aware.
    public struct Node: Codable, Equatable, Sendable {
        public var address: String
        public var peer: String?
        public var clusters: [String]
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
        public var firstSeen: Double
        /// Clusters, anchor masters, services, follow-ups and steps above the limit, each as often as it was named.
        public var omitted: Int

        package init(
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
    public struct Service: Codable, Equatable, Sendable {
        /// Twelve hexadecimal digits: the first six bytes of SHA-256 over the name in lower case.
        public var serviceID: String
        /// Nil if no name with this hash is known.
        public var name: String?
        public var publishers: [String]
        public var subscribers: [String]

        package init(serviceID: String, name: String? = nil, publishers: [String], subscribers: [String]) {
            (self.serviceID, self.name, self.publishers, self.subscribers) = (serviceID, name, publishers, subscribers)
        }
    }

    /// A publisher and a subscriber of one service in one cluster.
    public struct Match: Codable, Equatable, Sendable {
        public var serviceID: String
        public var publisher: String
        public var subscriber: String
        /// When both had named the service, and had been heard in one cluster.
        public var time: Double
        /// Messages between the two about the service.
        public var followUps: Int

        package init(serviceID: String, publisher: String, subscriber: String, time: Double, followUps: Int) {
            (self.serviceID, self.publisher, self.subscriber, self.time) = (serviceID, publisher, subscriber, time)
            self.followUps = followUps
        }
    }

    /// A way for data between two nodes.
    public struct DataPath: Codable, Equatable, Sendable {
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
        public var state = State.requested
        /// When its first frame was heard, whichever that was.
        public var firstSeen: Double
        public var requested: Double?
        public var accepted: Double?
        public var confirmed: Double?
        public var ended: Double?
        /// Seconds from request to confirmation, without one to acceptance.
        public var setupDuration: Double?
        /// The reason why it was rejected or terminated, in words; nil if none was given.
        public var reason: String?
        public var frames: [Int] = []

        package init(ndpID: Int, initiator: String, firstSeen: Double) {
            (self.ndpID, self.initiator, self.firstSeen) = (ndpID, initiator, firstSeen)
        }
    }

    /// How far a data path got.
    public enum State: String, Codable, CaseIterable, Sendable {
        case requested, accepted, confirmed, rejected, terminated
    }
}
