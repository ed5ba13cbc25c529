import TraceModel
import WireCoding

extension Session.Endpoint {
    /// - Parameter peer: The id of the peer at that address.
    package init(_ end: (address: IPAddress, port: UInt16), peer: String? = nil) {
        self.init(
            peer: peer, address: end.address.description, port: end.port, reach: Reach(end.address, end.port))
    }
}

extension Session.Endpoint.Reach {
    package init(_ address: IPAddress, _ port: UInt16) {
        self = port == WellKnownPort.multicastDNS ? .multicastDNS : address.mayBeGroup ? .group : .host
    }
}

extension IPAddress {
    /// Whether it is multicast, or the broadcast address of a network with a netmask of 24 bits, which nearly all networks
    /// nearby have.
    var mayBeGroup: Bool { isMulticast || !isIPv6 && low & 0xFF == 0xFF }
}
