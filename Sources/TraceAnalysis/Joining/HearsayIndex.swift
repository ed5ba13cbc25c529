import DNSWire
import ServiceDiscovery

/// Finds the service at a port of a peer that others speak of.
///
/// Such a service has few addresses that are known, or none of those that sessions use: the peer has them all.
struct HearsayIndex {
    private struct Socket: Hashable {
        var peer: Int
        var port: UInt16
        var isTCP: Bool
    }

    /// The first of each socket, by its index among the report's services.
    private var services: [Socket: Int] = [:]

    var isEmpty: Bool { services.isEmpty }

    /// Adds a service if others alone know where it is.
    ///
    /// - Parameters:
    ///   - index: Its index among the report's services.
    ///   - peer: The index of its holder.
    mutating func add(_ claim: ServiceClaim, index: Int, peer: Int) {
        guard claim.isKnownByHearsay, let port = claim.location?.port, port > 0 else { return }
        let socket = Socket(peer: peer, port: port, isTCP: claim.name.type.transport == .tcp)
        if services[socket] == nil { services[socket] = index }
    }

    /// The index of the service at a port of a peer.
    func service(ofPeer peer: Int, port: UInt16, isTCP: Bool) -> Int? {
        services[Socket(peer: peer, port: port, isTCP: isTCP)]
    }
}
