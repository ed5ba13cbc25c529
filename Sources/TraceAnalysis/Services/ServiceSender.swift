import WireCoding

/// The sender of an mDNS message, as the packet shows it.
struct ServiceSender: Hashable, Sendable {
    /// Nil on link types without addresses.
    var linkAddress: LinkAddress?
    var address: IPAddress

    /// One host speaks over IPv4 and IPv6 and has one link address for both.
    func isSameHost(as other: ServiceSender) -> Bool {
        if let linkAddress, let otherLink = other.linkAddress { return linkAddress == otherLink }
        return address == other.address
    }
}

extension [ServiceSender] {
    /// More interfaces than one host has; a name that more senders claim is hostile, and the rest is not remembered.
    static let limit = 16

    func containsHost(of sender: ServiceSender) -> Bool { contains { $0.isSameHost(as: sender) } }

    mutating func remember(_ sender: ServiceSender) {
        if count < Self.limit, !contains(sender) { append(sender) }
    }
}
