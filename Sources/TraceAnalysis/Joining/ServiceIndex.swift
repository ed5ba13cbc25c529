import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// Finds the service at an address and port.
struct ServiceIndex {
    private struct Socket: Hashable {
        var address: IPAddress
        var port: UInt16
        var isTCP: Bool
    }

    /// In the order in which they were first heard of, so that the one wanted is found without looking at all: any number of
    /// names may be claimed for one socket, and any number of sessions lead to it.
    private var services: [Socket: [(index: Int, firstHeard: PacketMoment)]] = [:]

    /// Adds a service that was announced, under each of its addresses.
    ///
    /// - Parameter index: Its index among the report's services.
    /// - Precondition: None of those added before was first heard of later.
    mutating func add(_ record: ServiceClaim, index: Int, addresses: [IPAddress]) {
        guard record.firstAnnouncement != nil || record.lastActionFrame != nil, let port = record.location?.port else {
            return
        }
        for address in addresses {
            let socket = Socket(address: address, port: port, isTCP: record.name.type.transport == .tcp)
            // Of several names in one packet the first one counts.
            guard services[socket]?.last?.firstHeard != record.firstHeard else { continue }
            services[socket, default: []].append((index, record.firstHeard))
        }
    }

    /// The index of the service that was there when a session began: of several names for one socket the last one claimed before; the
    /// first one where all came later, because announcements may be lost or late.
    func service(at address: IPAddress, port: UInt16, isTCP: Bool, before time: Int64) -> Int? {
        guard let candidates = services[Socket(address: address, port: port, isTCP: isTCP)] else { return nil }
        // The first one that came later.
        var low = 0
        var high = candidates.count
        while low < high {
            let middle = (low + high) / 2
            if candidates[middle].firstHeard.time <= time { low = middle + 1 } else { high = middle }
        }
        return candidates[max(0, low - 1)].index
    }
}
