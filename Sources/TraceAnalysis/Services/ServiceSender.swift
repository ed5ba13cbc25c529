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

/// The packet's facts about an mDNS message, beside the message itself.
struct MessageContext: Sendable {
    let sender: ServiceSender
    let moment: PacketMoment
    /// The link that it was on.
    var link = NetworkLink()
    /// The same, as the tracker numbers links.
    var links = LinkSet.first
    /// Another port than 5353 makes a query a legacy one (RFC 6762 §6.7).
    var sourcePort = WellKnownPort.multicastDNS
    /// Another port than 5353 makes a response the answer to a legacy query.
    var destinationPort = WellKnownPort.multicastDNS
    /// Whether a question or a probe just before is a reason for it.
    var mayAnswer = false
    /// Whether it was sent to the whole link, or to one host.
    var isMulticast = true

    /// Asks like a unicast resolver, or answers one: such answers have short TTLs and no cache-flush bits.
    var isLegacy: Bool {
        sourcePort != WellKnownPort.multicastDNS || destinationPort != WellKnownPort.multicastDNS
    }

    /// Whether the rules for TTLs and cache-flush bits hold for a response in their full form.
    var judgesRecords: Bool { isMulticast && !isLegacy }
}
