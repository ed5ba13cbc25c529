import PacketDissection
import TraceModel
import WireCoding

/// Facts that few connections have: stored separately, so that the others stay small.
struct ConnectionDetails: Sendable {
    /// Kinds of errors of one connection; further ones are left out.
    static let maximumErrors = 16

    /// The ICMP errors about the connection's packets.
    private(set) var errors: [DeliveryError] = []
    /// The process at the capturing host, by the first packet that names it.
    var origin: PacketOrigin?

    /// Counts an error, one entry for each kind and sender.
    mutating func note(_ error: DeliveryError) {
        let known = errors.firstIndex {
            ($0.quoted.type, $0.quoted.code, $0.source) == (error.quoted.type, error.quoted.code, error.source)
        }
        if let known {
            errors[known].count += 1
        } else if errors.count < Self.maximumErrors {
            errors.append(error)
        }
    }
}

/// An ICMP or ICMPv6 error about packets of a connection.
struct DeliveryError: Sendable {
    let moment: PacketMoment
    /// The sender: a router, or the host itself.
    let source: IPAddress
    /// The packet, as the first such error quotes it.
    let quoted: QuotedPacket
    var count = 1
}
