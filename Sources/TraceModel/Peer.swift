/// A device, with every identity that the capture ties to it.
public struct Peer: Codable, Hashable, Sendable {
    /// `p1`, `p2`, …
    public var id: String
    /// The best name for people.
    public var label: String
    /// Names that it gave itself, in order of appearance.
    public var displayNames: [String] = []
    /// Identifiers that it gave itself, in order of appearance.
    public var peerIDs: [String] = []
    /// With the final dot.
    public var hostnames: [String] = []
    /// The name of one of its addresses in a name resolution block of the capture file.
    public var resolvedNames: [String] = []
    /// Its IP addresses.
    public var addresses: [String] = []
    /// Its link addresses.
    public var linkAddresses: [String] = []
    /// The services that it offers: ``Service/id``.
    public var serviceIDs: [String] = []
    /// The mDNS software that it runs, if its messages show it: `apple`, `avahi`, `zeroconf`; several if several run.
    public var responders: [String] = []
    /// Host names that it gave up after a conflict.
    public var hostRenames: [HostRename] = []
    /// Why the identities were joined.
    public var evidence: [Evidence] = []

    /// Made of what each one has; the rest can be set.
    public init(id: String, label: String) {
        (self.id, self.label) = (id, label)
    }
}

extension Peer {
    /// What to call the peer where it uses that address: its label, unless the label is only another of its addresses.
    package func name(at address: String) -> String {
        addresses.contains(label) || linkAddresses.contains(label) ? address : label
    }

    /// Whether an address needs to be shown beside the name, because it is not the one that lists have for the peer.
    package func isSecondary(_ address: String) -> Bool {
        addresses.first != address && addresses.contains(address) && name(at: address) != address
    }
}

extension Peer {
    /// A host name that was given up after a conflict for another one.
    public struct HostRename: Codable, Hashable, Sendable {
        /// When it was, in seconds of the report.
        public var time: Double
        /// The frame that shows it.
        public var frame: Int
        /// The host name that was given up.
        public var from: String
        /// The host name that was taken.
        public var to: String
        /// The rule by which the new name was made; nil if it is not known.
        public var style: String?

        /// Made of all its parts.
        public init(time: Double, frame: Int, from: String, to: String, style: String? = nil) {
            (self.time, self.frame, self.from, self.to, self.style) = (time, frame, from, to, style)
        }
    }

    /// One reason to hold two identities for the same device.
    public struct Evidence: Codable, Hashable, Sendable {
        /// What kind of evidence it is.
        public var kind: EvidenceKind
        /// When it was, in seconds of the report.
        public var time: Double
        /// The frame that shows it.
        public var frame: Int

        /// Made of all its parts.
        public init(kind: EvidenceKind, time: Double, frame: Int) {
            (self.kind, self.time, self.frame) = (kind, time, frame)
        }
    }

    /// The kind of evidence that links identities.
    public struct EvidenceKind: ReportWord {
        /// As the report has it.
        public let rawValue: String

        /// A word of the report, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A link address that sent from one IPv4 and one link-local IPv6 address.
        public static let linkAddress = EvidenceKind(rawValue: "link-address")
        /// ARP says that an IPv4 address has this link address (RFC 826).
        public static let addressResolution = EvidenceKind(rawValue: "arp")
        /// Neighbor discovery says that an IPv6 address has this link address (RFC 4861).
        public static let neighborDiscovery = EvidenceKind(rawValue: "neighbor-discovery")
        /// A host announced its addresses under its host name.
        public static let hostAddress = EvidenceKind(rawValue: "mdns-address")
        /// Several interfaces announced the same service on the same port of the same host.
        public static let serviceLocation = EvidenceKind(rawValue: "mdns-service")
        /// A host announced a service with `peerID` in its TXT record.
        public static let textPeerID = EvidenceKind(rawValue: "txt-peerID")
        /// A host announced a service with `displayName` or `deviceName` in its TXT record.
        public static let textDisplayName = EvidenceKind(rawValue: "txt-displayName")
        /// An AWDL node announced its host name in its action frames.
        public static let actionFrame = EvidenceKind(rawValue: "awdl-action-frame")
        /// One end of a session said who it is.
        public static let identification = EvidenceKind(rawValue: "identification")
        /// One end of a session named itself in a message of an application that was described.
        public static let messageSender = EvidenceKind(rawValue: "message-sender")
        /// A message of MultipeerConnectivity has the number of one end of its connection.
        public static let multipeerNumber = EvidenceKind(rawValue: "multipeer-number")
    }
}
