/// The links on which the packets of a connection are followed, where each of them passes the capture more than once: with one VLAN tag
/// before a router and with another one behind it, or in several tunnels.
///
/// Each direction is followed on the link where it is heard first. What comes on others is a copy, unless it brings news:
/// then the route has changed, or that link is the first in this direction.
struct LinkPassages {
    /// Values of ``FlowKey/capturedAt``; nil before the first packet.
    private var first: UInt64?
    private var second: UInt64?

    /// - Parameter connection: One of which a second link is found.
    init(of connection: borrowing Connection) {
        let link = connection.key.capturedAt
        if connection.hasHeard(reversed: false) { first = link }
        if connection.hasHeard(reversed: true) { second = link }
    }

    /// Where the packets of one end of the key are followed.
    subscript(reversed: Bool) -> UInt64? {
        get { reversed ? second : first }
        set { if reversed { second = newValue } else { first = newValue } }
    }
}
