extension Session {
    /// The application: a built-in one, judged only by the bytes, or the name of one that the analysis was given.
    public struct Application: RawRepresentable, Codable, Hashable, Sendable {
        private final class Name: Sendable {
            let text: String
            init(_ text: String) { self.text = text }
        }

        /// A reference, because there may be a million sessions, and few applications.
        private let name: Name

        public var rawValue: String { name.text }

        public init(rawValue: String) { name = Name(rawValue) }

        public static func == (first: Application, second: Application) -> Bool {
            first.name === second.name || first.name.text == second.name.text
        }

        public func hash(into hasher: inout Hasher) { hasher.combine(name.text) }

        public static let mesh = Application(rawValue: "mesh")
        public static let echo = Application(rawValue: "echo")
        public static let networkEvent = Application(rawValue: "network-event")
        /// XMPP with the attributes by which CarrierPigeon's users carry messages of others.
        public static let carrierPigeon = Application(rawValue: "carrier-pigeon")
        /// Any other XMPP stream (RFC 6120), also of a link without a server (XEP-0174).
        public static let xmpp = Application(rawValue: "xmpp")
        /// Apple's MultipeerConnectivity: invitations over TCP, and sessions over UDP.
        public static let multipeer = Application(rawValue: "multipeer")
        /// Length-prefixed frames of an application that is not known.
        public static let framed = Application(rawValue: "framed")
        public static let tls = Application(rawValue: "tls")
        public static let unknown = Application(rawValue: "unknown")

        /// Those that need no description, in the order in which lists have them.
        public static let builtIn: [Application] = [
            .mesh, .echo, .networkEvent, .carrierPigeon, .xmpp, .multipeer, .framed, .tls, .unknown,
        ]

        /// Whether the analysis was given it.
        package var isGuest: Bool { !Self.builtIn.contains(self) }
        /// Whether it is known what the ends said.
        package var isUnderstood: Bool { self != .unknown && self != .framed && self != .tls }
        /// Whether messages are stanzas of XMPP.
        package var isXMPP: Bool { self == .carrierPigeon || self == .xmpp }
    }
}
