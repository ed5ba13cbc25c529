import TraceModel
import WireCoding

/// Whom an election rule makes master of all nodes that were heard, from time to time.
///
/// It knows what the nodes rated themselves, not who heard whom: nodes out of each other's reach, or that settled on a master
/// before a better one came, do otherwise, and are not wrong.
struct ElectionReplay {
    /// More nodes than one room holds are not replayed.
    static let maximumNodes = 64
    /// A node that was not heard for longer takes no part (OWL's limit for peers).
    static let silence: Int64 = 2_000_000_000
    /// Nobody is expected to know others sooner after the first frame: until then all that were heard count as there from the
    /// beginning.
    static let settlingTime = silence
    /// Changes of the expected master; further ones are left out.
    static let maximumMasters = 1024

    private(set) var masters: [AWDLNodeHistory.RootClaim] = []

    private struct Candidate {
        let address: LinkAddress
        var metric: UInt32
        var counter: UInt32
        var distance: UInt32
        var heard: Int64
    }

    /// - Returns: nil for more than ``maximumNodes`` nodes.
    init?(_ nodes: [AWDLNodeHistory], rule: ElectionRule) {
        guard nodes.count <= Self.maximumNodes else { return nil }
        var events = nodes.enumerated().flatMap { number, node in
            node.clock.samples.map { (node: number, sample: $0) }
        }
        events.sort { ($0.sample.moment, $0.node) < ($1.sample.moment, $1.node) }
        var candidates = [Candidate?](repeating: nil, count: nodes.count)
        let start = events.first { $0.sample.selfMetric != nil }?.sample.moment.time
        for (number, sample) in events {
            guard let metric = sample.selfMetric, let start else { continue }
            candidates[number] = Candidate(
                address: nodes[number].address, metric: metric, counter: sample.selfCounter,
                distance: sample.distance, heard: sample.moment.time)
            // Samples may be further apart than frames: the time between them is not a silence.
            let present = candidates.enumerated().compactMap { number, candidate -> Candidate? in
                guard let candidate else { return nil }
                let limit = Self.silence + nodes[number].clock.width
                return sample.moment.time - candidate.heard <= limit ? candidate : nil
            }
            guard let best = present.max(by: { Self.isLower($0, $1, rule) }), best.address != masters.last?.root,
                masters.count < Self.maximumMasters
            else { continue }
            if sample.moment.time - start <= Self.settlingTime { masters = [] }
            masters.append(AWDLNodeHistory.RootClaim(moment: sample.moment, root: best.address))
        }
    }

    /// Among equals a node that is nearer to its master goes first, so that one that leads stays; then the higher address (OWL's
    /// order).
    private static func isLower(_ first: Candidate, _ second: Candidate, _ rule: ElectionRule) -> Bool {
        switch rule {
        case .metric:
            (first.metric, first.counter, second.distance, first.address)
                < (second.metric, second.counter, first.distance, second.address)
        case .counter:
            (first.counter, first.metric, second.distance, first.address)
                < (second.counter, second.metric, first.distance, second.address)
        }
    }
}
