/// What the packet says about an mDNS message, beside the message itself.
struct MessageContext: Sendable {
    static let multicastDNSPort: UInt16 = 5353

    let sender: ServiceSender
    let moment: PacketMoment
    /// Another port than 5353 makes a query a legacy one (RFC 6762 §6.7).
    var sourcePort = multicastDNSPort
    /// Another port than 5353 makes a response the answer to a legacy query.
    var destinationPort = multicastDNSPort
    /// Whether everybody on the link was told, or one host alone.
    var isMulticast = true

    /// Asks like a unicast resolver, or answers one: such answers have short TTLs and no cache-flush bits.
    var isLegacy: Bool {
        sourcePort != Self.multicastDNSPort || destinationPort != Self.multicastDNSPort
    }

    /// Whether the rules for TTLs and cache-flush bits hold for a response in their full form.
    var judgesRecords: Bool { isMulticast && !isLegacy }
}
