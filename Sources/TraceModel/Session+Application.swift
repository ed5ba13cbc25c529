extension Session {
    /// What the two ends speak.
    ///
    /// A session of multicast DNS is ``Application/mdns``. In JSON its `application` is `unknown` and its `discovery` is `mdns`, as readers of
    /// `nearscope.report/1` expect. Setting another application also removes that ``discovery``.
    public var application: Application {
        get { reportedApplication == .unknown && discovery == .multicastDNS ? .mdns : reportedApplication }
        set {
            reportedApplication = newValue == .mdns ? .unknown : newValue
            if newValue == .mdns {
                discovery = .multicastDNS
            } else if discovery == .multicastDNS {
                discovery = nil
            }
        }
    }

    /// The application: a built-in one, judged only by the bytes, or the name of one that the analysis was given.
    public struct Application: ReportWord {
        private final class Name: Sendable {
            let text: String
            init(_ text: String) { self.text = text }
        }

        /// A reference, because there may be a million sessions, and few applications.
        private let name: Name

        /// As the report has it.
        public var rawValue: String { name.text }

        /// A word of the report, known or not.
        public init(rawValue: String) { name = Name(rawValue) }

        /// Compares values, not where they are.
        public static func == (first: Application, second: Application) -> Bool {
            first.name === second.name || first.name.text == second.name.text
        }

        /// By what it compares.
        public func hash(into hasher: inout Hasher) { hasher.combine(name.text) }

        /// Length-prefixed MeshMessage JSON.
        public static let mesh = Application(rawValue: "mesh")
        /// The echo test: numbered probes and what came back of them.
        public static let echo = Application(rawValue: "echo")
        /// Events of a game or an app in JSON, one a datagram or frame.
        public static let networkEvent = Application(rawValue: "network-event")
        /// XMPP with the attributes by which CarrierPigeon's users carry messages of others.
        public static let carrierPigeon = Application(rawValue: "carrier-pigeon")
        /// Any other XMPP stream (RFC 6120), also of a link without a server (XEP-0174).
        public static let xmpp = Application(rawValue: "xmpp")
        /// Apple's MultipeerConnectivity: invitations over TCP, and sessions over UDP.
        public static let multipeer = Application(rawValue: "multipeer")
        /// Length-prefixed frames of an application that is not known.
        public static let framed = Application(rawValue: "framed")
        /// TLS that was not opened, or whose content is not known.
        public static let tls = Application(rawValue: "tls")
        /// Multicast DNS (RFC 6762): all that two ends of its port said. In JSON such a session is `unknown`, with the discovery
        /// protocol `mdns`.
        public static let mdns = Application(rawValue: "mdns")
        /// Anything else.
        public static let unknown = Application(rawValue: "unknown")

        /// Those that need no description, in the order in which lists have them.
        public static let builtIn: [Application] = [
            .mesh, .echo, .networkEvent, .carrierPigeon, .xmpp, .multipeer, .framed, .tls, .mdns, .unknown,
        ]

        /// Unknown.
        public static var blankInReport: Application { .unknown }

        /// Whether the analysis was given it.
        package var isGuest: Bool { !Self.builtIn.contains(self) }
        /// Whether it is known what the ends said, in messages of an application.
        package var isUnderstood: Bool { self != .unknown && self != .framed && self != .tls && self != .mdns }
        /// Whether messages are stanzas of XMPP.
        package var isXMPP: Bool { self == .carrierPigeon || self == .xmpp }
    }
}
