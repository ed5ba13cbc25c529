/// All results of one analysis: the model for every output, as `nearscope.report/1` defines it.
///
/// Times are seconds from ``CaptureSummary/firstTime``, durations seconds, sizes bytes, rates bits per second. What could
/// not be measured is nil and is written as `null`.
public struct TraceReport: Codable, Equatable, Sendable {
    public var schema = "nearscope.report/1"
    public var generator = Generator()
    public var capture: CaptureSummary
    public var peers: [Peer]
    public var services: [Service]
    /// Host names of multicast DNS, in order of the first claim.
    public var hosts: [Host] = []
    /// The questions in multicast DNS, in order of the first question.
    public var queries: [Query] = []
    public var sessions: [Session]
    /// Groups of peers that mesh sessions connect.
    public var meshes: [Mesh] = []
    /// Chat messages and relayed broadcasts, each with all its copies.
    public var relayedMessages: [RelayedMessage] = []
    /// The applications that the analysis was given, in their order.
    public var protocols: [ProtocolSummary] = []
    /// Nil where the capture has no 802.11 frames.
    public var wireless: WirelessReport?
    public var findings: [Finding]

    package init(
        capture: CaptureSummary, peers: [Peer], services: [Service], hosts: [Host] = [], queries: [Query] = [],
        sessions: [Session], meshes: [Mesh] = [], findings: [Finding]
    ) {
        (self.capture, self.peers, self.services, self.hosts, self.queries) = (capture, peers, services, hosts, queries)
        (self.sessions, self.meshes, self.findings) = (sessions, meshes, findings)
    }
}

extension TraceReport {
    /// The program that made a report.
    public struct Generator: Codable, Equatable, Sendable {
        public var name = "nearscope"
        public var version = Generator.currentVersion

        /// The version of this package; see CHANGELOG.md.
        public static let currentVersion = "0.1.0"

        public init() {}
    }
}

extension TraceReport {
    /// What an application that the analysis was given made of the capture.
    public struct ProtocolSummary: Codable, Equatable, Sendable {
        /// The ``Session/application`` of its sessions.
        public var name: String
        /// The file of its description; nil for one that is written in Swift.
        public var source: String?
        public var sessions: Int
        /// Of both directions of all of them.
        public var messages: Int
        public var malformed: Int

        package init(name: String, source: String?, sessions: Int, messages: Int, malformed: Int) {
            (self.name, self.source, self.sessions) = (name, source, sessions)
            (self.messages, self.malformed) = (messages, malformed)
        }
    }
}
