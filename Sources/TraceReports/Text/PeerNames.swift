import TraceModel
import WireText

/// Names for the ends of sessions, escaped and cut once for each peer: a label may be long, and sessions are many.
package struct PeerNames: Sendable {
    /// Columns. As many Unicode scalars of each end are looked at, because one character may have any number of them.
    package static let maximumWidth = 64

    private let peers: PeerIndex

    package init(_ peers: [Peer]) { self.peers = PeerIndex(peers) }

    /// A name from the capture as text shows it: escaped, and cut in its middle, because names differ in what they end with.
    package static func short(_ label: String, width: Int = maximumWidth) -> String {
        let isShort = label.utf8.count <= width
        if isShort, label.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return label }
        let scalars = label.unicodeScalars
        let isLong = scalars.index(scalars.startIndex, offsetBy: width, limitedBy: scalars.endIndex) != nil
        guard isLong else { return SafeText.cutMiddle(SafeText.escaped(label), width: width) }
        let (start, end) = (String(scalars.prefix(width / 2)), String(scalars.suffix(width / 2)))
        return SafeText.cutMiddle(SafeText.escaped(start + "…" + end), width: width)
    }

    /// The peer's label, or the end's own address where the label is nothing better.
    package func name(_ end: Session.Endpoint) -> String {
        end.peer.flatMap { peers[$0] }.map { Self.short($0.name(at: end.address)) } ?? end.address
    }

    /// The responder: by its label, or else by the name that the initiator's handshake has for it (SNI), or else by its address.
    package func responder(_ session: Session) -> String {
        let name = name(session.responder)
        guard name == session.responder.address, let server = SessionWords.serverName(session) else { return name }
        return server
    }

    /// The end's port, after its address where the name does not show which one it is: `fe80::2 port 7000`.
    func port(_ end: Session.Endpoint, calling name: String? = nil) -> String {
        let isSecondary = end.peer.flatMap { peers[$0] }?.isSecondary(end.address) ?? false
        let isHidden = isSecondary || name.map { $0 != end.address && self.name(end) == end.address } ?? false
        return (isHidden ? "\(end.address) " : "") + "port \(end.port)"
    }

    package func name(peer id: String?) -> String? {
        id.flatMap { peers[$0] }.map { Self.short($0.label) }
    }
}
