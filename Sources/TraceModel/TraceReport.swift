/// All results of one analysis: the model for every output, as `nearscope.report/1` defines it.
///
/// Times are seconds from ``CaptureSummary/firstTime``, durations seconds, sizes bytes, rates bits per second. What could
/// not be measured is nil and is written as `null`.
public struct TraceReport: Codable, Hashable, Sendable {
    /// The contract that it keeps.
    public var schema = "nearscope.report/1"
    /// The program that made it.
    public var generator = Generator()
    /// What was read.
    public var capture: CaptureSummary
    /// Devices, in order of their first packet.
    public var peers: [Peer]
    /// Service instances, in order of the first claim.
    public var services: [Service]
    /// Host names of multicast DNS, in order of the first claim.
    public var hosts: [HostName] = []
    /// The questions in multicast DNS, in order of the first question.
    public var queries: [Query] = []
    /// In order of their first packet.
    public var sessions: [Session]
    /// Groups of peers that mesh sessions connect.
    public var meshes: [Mesh] = []
    /// Chat messages and relayed broadcasts, each with all its copies.
    public var relayedMessages: [RelayedMessage] = []
    /// The applications that the analysis was given, in their order.
    public var protocols: [ProtocolSummary] = []
    /// Nil where the capture has no 802.11 frames.
    public var wireless: WirelessReport?
    /// In order of time.
    public var findings: [Finding]

    /// Made of what each one has; the rest can be set.
    public init(
        capture: CaptureSummary, peers: [Peer], services: [Service], hosts: [HostName] = [], queries: [Query] = [],
        sessions: [Session], meshes: [Mesh] = [], findings: [Finding]
    ) {
        (self.capture, self.peers, self.services, self.hosts, self.queries) = (capture, peers, services, hosts, queries)
        (self.sessions, self.meshes, self.findings) = (sessions, meshes, findings)
    }
}

extension TraceReport {
    /// The program that made a report.
    public struct Generator: Codable, Hashable, Sendable {
        /// The name of the program.
        public var name = "nearscope"
        /// The version of the program.
        public var version = Generator.currentVersion

        /// The version of this package; see CHANGELOG.md.
        public static let currentVersion = "0.1.0"

        /// Nothing measured yet.
        public init() {}

        /// Another program.
        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }
}

extension TraceReport {
    /// What an application that the analysis was given made of the capture.
    public struct ProtocolSummary: Codable, Hashable, Sendable {
        /// The ``Session/application`` of its sessions.
        public var name: String
        /// The file of its description; nil for one that is written in Swift.
        public var source: String?
        /// In order of their first packet.
        public var sessions: Int
        /// Of both directions of all of them.
        public var messages: Int
        /// Messages that could not be read.
        public var malformed: Int

        /// Made of all its parts.
        public init(name: String, source: String?, sessions: Int, messages: Int, malformed: Int) {
            (self.name, self.source, self.sessions) = (name, source, sessions)
            (self.messages, self.malformed) = (messages, malformed)
        }
    }
}
