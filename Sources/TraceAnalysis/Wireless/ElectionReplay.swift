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
    /// Changes of the expected master; further ones are left out.
    static let maximumMasters = 1024

    private(set) var masters: [AWDLNodeHistory.RootClaim] = []

    private struct Candidate {
        let address: LinkAddress
        var metric: UInt32
        var counter: UInt32
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
        for (number, sample) in events {
            candidates[number] = Candidate(
                address: nodes[number].address, metric: sample.selfMetric, counter: sample.selfCounter,
                heard: sample.moment.time)
            // Samples may lie further apart than frames: the span between them is no silence.
            let present = candidates.enumerated().compactMap { number, candidate -> Candidate? in
                guard let candidate else { return nil }
                let limit = Self.silence + nodes[number].clock.width
                return sample.moment.time - candidate.heard <= limit ? candidate : nil
            }
            guard let best = present.max(by: { Self.isLower($0, $1, rule) }), best.address != masters.last?.root,
                masters.count < Self.maximumMasters
            else { continue }
            masters.append(AWDLNodeHistory.RootClaim(moment: sample.moment, root: best.address))
        }
    }

    private static func isLower(_ first: Candidate, _ second: Candidate, _ rule: ElectionRule) -> Bool {
        switch rule {
        case .metric:
            (first.metric, first.counter, first.address) < (second.metric, second.counter, second.address)
        case .counter:
            (first.counter, first.metric, first.address) < (second.counter, second.metric, second.address)
        }
    }
}
