import TraceModel
import WireText

extension ConformanceReport {
    /// What is said of one rule about one host.
    public struct Row: Encodable {
        /// The file, as it was given.
        public let capture: String
        /// The host name without a dot at the end, or else an address.
        public let host: String
        /// The first of its IP addresses; nil where none was seen.
        public let address: String?
        /// The first of its link-layer addresses; nil on links without addresses.
        public let linkAddress: String?
        /// The software, if its messages show it: `apple`, `avahi`, `zeroconf` and others.
        public let family: String?
        /// The rule's stable ID: `6762-8.3-two-announcements`.
        public let id: String
        /// The document and section of the rule: `RFC 6762 §8.3`.
        public let section: String
        /// How binding the rule is: `MUST`, `SHOULD NOT`.
        public let level: String
        /// Who is bound by it: `responder`, `querier` or `both`.
        public let role: String
        /// The judgement.
        public let verdict: Verdict
        /// How often the rule applied.
        public let occasions: Int
        /// How often it was broken.
        public let broken: Int
        /// The frames of the first faults, from 1.
        public let frames: [Int]
        /// A sentence with figures.
        public let evidence: String

        fileprivate init(_ report: ConformanceReport, _ host: Host, _ rule: Rule) {
            capture = report.capture.path
            self.host = host.label
            address = host.addresses.first
            linkAddress = host.linkAddresses.first
            (family, id, section, level) = (host.family, rule.id, rule.section, rule.level)
            (role, verdict, occasions, broken) = (rule.role, rule.verdict, rule.occasions, rule.broken)
            (frames, evidence) = (rule.frames, rule.evidence)
        }
    }

    /// Every rule of every host, one after the other.
    public var rows: [Row] { hosts.flatMap { host in host.rules.map { Row(self, host, $0) } } }
}

extension RowTable where Row == ConformanceReport.Row {
    /// Rules by host, one a row.
    public static var conformance: RowTable {
        RowTable(values: [
            .init("capture") { .text($0.capture) }, .init("host") { .text($0.host) },
            .init("address") { .text($0.address) }, .init("linkAddress") { .text($0.linkAddress) },
            .init("family") { .text($0.family) }, .init("id") { .text($0.id) },
            .init("section") { .text($0.section) }, .init("level") { .text($0.level) },
            .init("role") { .text($0.role) }, .init("verdict") { .text($0.verdict.rawValue) },
            .init("occasions") { .integer($0.occasions) }, .init("broken") { .integer($0.broken) },
            .init("frames") { .text($0.frames.map(String.init).joined(separator: " ")) },
            .init("evidence") { .text($0.evidence) },
        ])
    }
}
