import DNSWire
import WireCoding

/// The addresses of all services, in rows that services of one host share: each of them may have all that the host has.
struct ServiceAddresses {
    /// What the addresses of a service follow from.
    private struct Source: Hashable {
        var target: DNSName?
        var senders: [ServiceSender]
        var links: LinkSet
        var isKnownByHearsay: Bool
        var isInActionFrames: Bool
    }

    private(set) var rows: [[IPAddress]] = []
    /// The number of each claim's row, in the order of the tracker's claims.
    private(set) var numbers: [Int] = []

    /// - Parameter find: Finds the addresses of a claim. It is asked once for all claims that it has the same answer for.
    init(_ claims: Segments<ServiceClaim>, _ find: (ServiceClaim) -> [IPAddress]) {
        var known: [Source: Int] = [:]
        var equal: [[IPAddress]: Int] = [:]
        numbers = claims.map { claim in
            let source = Source(
                target: claim.location?.target, senders: claim.senders, links: claim.links,
                isKnownByHearsay: claim.isKnownByHearsay, isInActionFrames: claim.lastActionFrame != nil)
            if let number = known[source] { return number }
            let addresses = find(claim)
            let number = equal[addresses] ?? rows.count
            if number == rows.count {
                rows.append(addresses)
                equal[addresses] = number
            }
            known[source] = number
            return number
        }
    }

    /// The addresses of the claim with that index among the tracker's.
    subscript(claim: Int) -> [IPAddress] { rows[numbers[claim]] }
}
