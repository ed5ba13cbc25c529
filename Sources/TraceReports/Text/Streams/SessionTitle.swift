import TraceModel
import WireText

/// The lines that say which session something is about.
public struct SessionTitle: TextView {
    public let page: TextPage

    public init(page: TextPage) { self.page = page }

    /// `#4 TCP  Alice → Bruno's iPhone, mesh`, the endpoints, and whether the session is encrypted.
    public func text(_ session: Session, of report: TraceReport) -> String {
        let names = PeerNames(report.peers)
        let application = session.reportedApplication == .unknown ? [] : [session.application.rawValue]
        let parts = [
            "#\(session.id)", session.transport.rawValue.uppercased(),
            "\(names.name(session.initiator)) → \(names.name(session.responder))\(application.isEmpty ? "" : ",")",
        ]
        var lines = paragraph(parts + application, first: "", margin: 0, emphasis: style.heading)
        let ends = [session.initiator, session.responder].map(Self.endpoint)
        lines += paragraph(["\(ends[0]) → \(ends[1])"], first: "", margin: 0, emphasis: style.dim)
        if let seal = Self.encryption(of: session) {
            let words =
                Self.isOpened(session)
                ? "opened in part (\(seal)): what stays sealed is missing"
                : "encrypted (\(seal)): these are the bytes as they were sent"
            lines += paragraph([words], first: "", margin: 0, emphasis: style.yellow)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func endpoint(_ end: Session.Endpoint) -> String {
        end.address.contains(":") ? "[\(end.address)]:\(end.port)" : "\(end.address):\(end.port)"
    }

    /// Whether keys opened something of a session, so that its bytes are those inside.
    public static func isOpened(_ session: Session) -> Bool { (session.tls?.keys ?? .none) != .none }

    /// The protocol that encrypts a session, as far as it is known; nil for a session that is not encrypted, and for one that was
    /// opened as a whole.
    public static func encryption(of session: Session) -> String? {
        guard session.decrypted == false else { return nil }
        if session.transport == .quic { return "QUIC" }
        if let version = session.tls?.version { return SafeText.escaped(version) }
        return session.application == .tls ? "TLS" : "after a beginning in plain text"
    }
}
