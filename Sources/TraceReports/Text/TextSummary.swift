import TraceModel
import WireText

/// The report for people: what a person asks first comes first.
public struct TextSummary: TextView {
    public let page: TextPage

    public init(page: TextPage) { self.page = page }

    /// Lines of text, with nothing from the capture that could steer a terminal.
    public func render(_ report: TraceReport) -> String {
        var lines = captureLines(report.capture)
        let names = PeerNames(report.peers)
        for section in [
            peerLines(report), serviceLines(report, names), sessionLines(report, names), relayLines(report),
            wirelessLines(report), findingLines(report, names),
        ] where !section.isEmpty {
            lines.append("")
            lines += section
        }
        lines.append("")
        lines += coverageLines(report.capture)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Parts with commas between them, to be wrapped between the parts.
    static func list(_ parts: [String]) -> [String] {
        parts.dropLast().map { $0 + "," } + parts.suffix(1)
    }

    /// Says how many rows were left out.
    func more(_ count: Int, _ what: String, _ plural: String? = nil) -> [String] {
        let name = Quantity.count(count, "more \(what)", plural.map { "more \($0)" })
        return count > 0 ? [style.dim("  … and \(name): --all lists them all")] : []
    }
}

/// Names for the ends of sessions, escaped and cut once for each peer: a label may be long, and sessions are many.
struct PeerNames {
    /// Columns. As many Unicode scalars are looked at, because one character may have any number of them.
    static let maximumWidth = 64

    private let peers: PeerIndex

    init(_ peers: [Peer]) { self.peers = PeerIndex(peers) }

    private static func short(_ label: String) -> String {
        let isShort = label.utf8.count <= maximumWidth
        if isShort, label.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return label }
        let scalars = label.unicodeScalars.prefix(maximumWidth + 1)
        let isCut = scalars.endIndex < label.unicodeScalars.endIndex
        return SafeText.cut(SafeText.escaped(String(scalars) + (isCut ? "…" : "")), width: maximumWidth)
    }

    /// The peer's label, or the end's own address where the label is nothing better.
    func name(_ end: Session.Endpoint) -> String {
        end.peer.flatMap { peers[$0] }.map { Self.short($0.name(at: end.address)) } ?? end.address
    }

    /// The end's port, after its address where the name does not show which one it is: `fe80::2 port 7000`.
    func port(_ end: Session.Endpoint) -> String {
        let isSecondary = end.peer.flatMap { peers[$0] }?.isSecondary(end.address) ?? false
        return (isSecondary ? "\(end.address) " : "") + "port \(end.port)"
    }

    func name(peer id: String?) -> String? {
        id.flatMap { peers[$0] }.map { Self.short($0.label) }
    }
}
