import TraceModel
import WireText

extension ConformanceReport {
    /// What is said of one rule about one host.
    public struct Row: Encodable {
        /// The file, as it was given.
        public let capture: String
        public let host: String
        public let address: String?
        public let linkAddress: String?
        public let family: String?
        public let id: String
        public let section: String
        public let level: String
        public let role: String
        public let verdict: Verdict
        public let occasions: Int
        public let broken: Int
        public let frames: [Int]
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
