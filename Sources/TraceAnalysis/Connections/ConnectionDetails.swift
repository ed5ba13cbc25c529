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
    var process: Session.Process?
    /// Whom that process worked for.
    var effectiveProcess: Session.Process?

    /// Counts an error, one entry for each kind and sender.
    mutating func note(_ error: DeliveryError) {
        if let known = errors.firstIndex(where: { $0.isSameKind(as: error) }) {
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
    let type: UInt8
    let code: UInt8
    /// "port unreachable", nil where the registry has no words.
    let name: String?
    var count = 1

    init(_ quoted: QuotedPacket, from source: IPAddress, at moment: PacketMoment) {
        self.moment = moment
        self.source = source
        type = quoted.type
        code = quoted.code
        name = quoted.name
    }

    fileprivate func isSameKind(as other: DeliveryError) -> Bool {
        type == other.type && code == other.code && source == other.source
    }
}
