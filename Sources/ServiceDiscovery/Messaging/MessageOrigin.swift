import WireCoding

/// Where a received message came from, as its socket and headers say.
public struct MessageOrigin: Hashable, Sendable {
    /// The interface that it came in on.
    public var interface: InterfaceIndex
    /// The sender's address.
    public var address: IPAddress
    /// The sender's port: 5353, or that of a legacy querier (RFC 6762 §6.7).
    public var port: UInt16
    /// Whether it was sent to the group, or to this host alone. Messages to this host from addresses that are not on the
    /// link of the interface are for the owner to drop (RFC 6762 §11).
    public var delivery: NameClaim.Delivery

    /// The origin of most messages, which were multicast from port 5353, unless the other arguments say otherwise.
    public init(
        interface: InterfaceIndex, address: IPAddress, port: UInt16 = WellKnownPort.multicastDNS,
        delivery: NameClaim.Delivery = .multicast
    ) {
        self.interface = interface
        self.address = address
        self.port = port
        self.delivery = delivery
    }

    /// Whether it came from port 5353, as all messages but legacy queries do.
    var isFromMulticastPort: Bool { port == WellKnownPort.multicastDNS }
}
