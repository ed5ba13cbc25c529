/// The point where a conversation is captured, which decides when a packet is seen, and whether.
public enum CapturePoint: Hashable, Sendable {
    /// Half way between all hosts, before anything is lost or doubled: each packet once.
    case network
    /// At a host, counted from 0: what it sends when it is sent, and what arrives when it arrives, with all copies.
    case host(Int)

    /// When a packet is seen.
    func sightings(of transit: NetworkModel.Transit, from source: Int, to destination: Int) -> [Int64] {
        switch self {
        case .network: [transit.passed]
        case .host(source): [transit.sent]
        case .host(destination): transit.arrivals
        case .host: []
        }
    }
}
