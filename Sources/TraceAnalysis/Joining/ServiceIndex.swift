import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// Finds the service at an address and port.
struct ServiceIndex {
    private struct Place: Hashable {
        var address: IPAddress
        var port: UInt16
        var isTCP: Bool
    }

    /// In the order in which they were first heard, so that the wanted one is found without reading all: any number of
    /// names may be claimed for one endpoint, and any number of sessions lead to it.
    private var services: [Place: [(id: String, firstHeard: PacketMoment)]] = [:]

    /// Adds a service that was announced, under each of its addresses.
    ///
    /// - Precondition: None of those added before was first heard of later.
    mutating func add(_ record: ServiceClaim, id: String, addresses: [IPAddress]) {
        guard record.firstAnnouncement != nil || record.lastActionFrame != nil, let port = record.location?.port else {
            return
        }
        for address in addresses {
            let place = Place(address: address, port: port, isTCP: record.name.type.transport == .tcp)
            // Of several names in one packet the first one counts.
            guard services[place]?.last?.firstHeard != record.firstHeard else { continue }
            services[place, default: []].append((id, record.firstHeard))
        }
    }

    /// The service that was there when a session began: of several names for one place the last one claimed before; the
    /// first one where all came later, because announcements may be lost or late.
    func service(at address: IPAddress, port: UInt16, isTCP: Bool, before time: Int64) -> String? {
        guard let candidates = services[Place(address: address, port: port, isTCP: isTCP)] else { return nil }
        // The first one that came later.
        var low = 0
        var high = candidates.count
        while low < high {
            let middle = (low + high) / 2
            if candidates[middle].firstHeard.time <= time { low = middle + 1 } else { high = middle }
        }
        return candidates[max(0, low - 1)].id
    }
}
