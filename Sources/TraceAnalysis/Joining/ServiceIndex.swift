import DNSWire
import ServiceDiscovery
import WireCoding

/// Finds the service behind an address and port.
struct ServiceIndex {
    private struct Place: Hashable {
        var address: IPAddress
        var port: UInt16
        var isTCP: Bool
    }

    private var services: [Place: [(id: String, firstSeen: PacketMoment)]] = [:]

    /// Adds a service that was announced, under each of its addresses.
    mutating func add(_ record: ServiceRecord, id: String, addresses: [IPAddress]) {
        guard record.firstAnnouncement != nil, let port = record.location?.port else { return }
        for address in addresses {
            let place = Place(address: address, port: port, isTCP: record.name.type.transport == .tcp)
            services[place, default: []].append((id, record.firstSeen))
        }
    }

    /// The service that was there when a session began: of several names for one place the last one claimed before; the
    /// first one where all came later, because announcements may be lost or late.
    func service(at address: IPAddress, port: UInt16, isTCP: Bool, before time: Int64) -> String? {
        let candidates = services[Place(address: address, port: port, isTCP: isTCP)] ?? []
        let earlier = candidates.filter { $0.firstSeen.time <= time }
        return earlier.max { $0.firstSeen < $1.firstSeen }?.id ?? candidates.min { $0.firstSeen < $1.firstSeen }?.id
    }
}
