import DNSWire
import ServiceDiscovery
import WireCoding

/// Finds the service at an address and port.
///
/// Services of one host have the same addresses, any number of both: each is listed once, by their ``ServiceAddresses``.
struct ServiceIndex {
    /// Rows of addresses that one address is looked up in. Hosts that share an address are the interfaces of one, or a host
    /// whose addresses changed; services of further ones are counted in ``omitted``, and no session leads to them.
    static let maximumRowsPerAddress = 64

    private struct Socket: Hashable {
        /// The number of the row of addresses.
        var row: Int
        var port: UInt16
        var isTCP: Bool
    }

    private typealias Entry = (index: Int, firstHeard: PacketMoment)

    /// The rows that an address is in.
    private var rows: [IPAddress: [Int]] = [:]
    private var indexedRows: Set<Int> = []
    /// In the order in which they were first heard of, so that the one wanted is found without looking at all: any number of
    /// names may be claimed for one socket, and any number of sessions lead to it.
    private var services: [Socket: [Entry]] = [:]
    /// The number of addresses that were left out, each time with a row of further services.
    private(set) var omitted = 0

    /// Adds a service that was announced, under each of its addresses.
    ///
    /// - Parameters:
    ///   - index: Its index among the report's services.
    ///   - row: The number of its row of addresses.
    ///   - addresses: These addresses.
    /// - Precondition: None of those added before was first heard of later.
    mutating func add(_ record: ServiceClaim, index: Int, row: Int, addresses: [IPAddress]) {
        guard record.firstAnnouncement != nil || record.lastActionFrame != nil || record.isKnownByHearsay,
            let port = record.location?.port
        else { return }
        if indexedRows.insert(row).inserted {
            for address in addresses {
                if rows[address, default: []].count < Self.maximumRowsPerAddress {
                    rows[address, default: []].append(row)
                } else {
                    omitted += 1
                }
            }
        }
        let socket = Socket(row: row, port: port, isTCP: record.name.type.transport == .tcp)
        // Of several names in one packet the first one counts.
        guard services[socket]?.last?.firstHeard != record.firstHeard else { return }
        services[socket, default: []].append((index, record.firstHeard))
    }

    /// The index of the service that was there when a session began: of several names for one socket the last one claimed before; the
    /// first one where all came later, because announcements may be lost or late.
    func service(at address: IPAddress, port: UInt16, isTCP: Bool, before time: Int64) -> Int? {
        var before: Entry?
        var after: Entry?
        for row in rows[address] ?? [] {
            guard let candidates = services[Socket(row: row, port: port, isTCP: isTCP)] else { continue }
            let later = candidates.partitioningIndex { $0.firstHeard.time > time }
            if later > 0 {
                let latest = candidates[later - 1]
                // Of those in one packet the first one, whose index is the lowest.
                if before.map({ ($0.firstHeard, latest.index) < (latest.firstHeard, $0.index) }) ?? true {
                    before = latest
                }
            } else {
                let first = candidates[0]
                if after.map({ (first.firstHeard, first.index) < ($0.firstHeard, $0.index) }) ?? true { after = first }
            }
        }
        return before?.index ?? after?.index
    }
}
