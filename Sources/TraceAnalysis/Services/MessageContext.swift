import WireCoding

/// The packet's facts about an mDNS message, beside the message itself.
struct MessageContext: Sendable {
    let sender: ServiceSender
    let moment: PacketMoment
    /// Another port than 5353 makes a query a legacy one (RFC 6762 §6.7).
    var sourcePort = WellKnownPort.multicastDNS
    /// Another port than 5353 makes a response the answer to a legacy query.
    var destinationPort = WellKnownPort.multicastDNS
    /// Whether it was sent to the whole link, or to one host.
    var isMulticast = true

    /// Asks like a unicast resolver, or answers one: such answers have short TTLs and no cache-flush bits.
    var isLegacy: Bool {
        sourcePort != WellKnownPort.multicastDNS || destinationPort != WellKnownPort.multicastDNS
    }

    /// Whether the rules for TTLs and cache-flush bits hold for a response in their full form.
    var judgesRecords: Bool { isMulticast && !isLegacy }
}
