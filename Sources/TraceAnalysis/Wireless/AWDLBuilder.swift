import DNSWire
import TraceModel
import WireCoding
import WirelessFrames

/// Makes the report's view of AWDL.
struct AWDLBuilder {
    /// In order of their first frames.
    let nodes: [AWDLNodeHistory]
    let rule: ElectionRule
    let axis: TimeAxis

    /// - Parameter servicesByName: The indices of services, by their full names.
    func report(peer: (LinkAddress) -> String?, services: [Service], servicesByName: [DNSName: [Int]]) -> AWDLReport {
        let holders = { (name: DNSName) in (servicesByName[name] ?? []).map { services[$0] } }
        let pairs = AWDLPairs(nodes, axis: axis)
        var report = AWDLReport(rule)
        report.nodes = nodes.map { node($0, peer: peer($0.address), holders) }
        report.masters = masters
        (report.pairs, report.omittedPairs) = (pairs.pairs, pairs.omitted)
        report.election.expected = ElectionReplay(nodes, rule: rule)?.masters.map(change)
        report.election.claims = claims
        return report
    }

    private func node(
        _ history: AWDLNodeHistory, peer: String?, _ holders: (DNSName) -> [Service]
    ) -> AWDLReport.Node {
        var node = AWDLReport.Node(
            address: history.address.description, firstSeen: axis.seconds(history.first.time),
            lastSeen: axis.seconds(history.last.time))
        node.peer = peer
        node.version = history.version?.description
        node.deviceClass = history.version.map { Int($0.deviceClass.rawValue) }
        node.hostname = history.hostName
        (node.actionFrames, node.dataFrames) = (history.actionFrames, history.dataFrames)
        (node.psf, node.mif) = (history.periodicSynchronizations, history.masterIndications)
        (node.signal, node.signalSeries) = (history.signal.distribution, history.signal.bins(on: axis))
        node.masterChanges = history.roots.map(change)
        node.channelSequences = history.sequences.map { change in
            AWDLReport.ChannelSequence(
                time: axis.seconds(change.moment.time), channels: change.channels.map { Int($0) },
                frame: change.moment.frame)
        }
        let offers = history.offers.all
        node.services = offers.map(\.name)
        node.serviceIDs = offers.compactMap(\.domainName).flatMap { Self.ids(of: holders($0), heldBy: peer) }
        node.lastMetric = history.selfMetric.map { Int($0) }
        node.lastCounter = history.selfCounter.map { Int($0) }
        let duration = axis.duration(history.last.time - history.first.time)
        if duration > 0, history.actionFrames > 1 {
            node.actionFrameRate = (Double(history.actionFrames - 1) / duration * 1000).rounded() / 1000
        }
        node.retries = history.retries
        node.infrastructureChannel = history.infrastructureChannel.flatMap { $0 > 0 ? Int($0) : nil }
        node.dataRate = history.dataRate
        node.faultyFrames = history.faultyFrames
        node.contradictoryFrames = history.electionCheck.contradictoryFrames
        node.restarts = history.electionCheck.restarts
        (node.omittedServices, node.omittedChanges) = (history.offers.omitted, history.omittedChanges)
        return node
    }

    /// Several may hold one name: the node's own, where one of them is known to be it.
    private static func ids(of services: [Service], heldBy peer: String?) -> [String] {
        let own = services.filter { $0.peer != nil && $0.peer == peer }
        return (own.isEmpty ? services : own).map(\.id)
    }

    private func change(_ claim: AWDLNodeHistory.RootClaim) -> AWDLReport.MasterChange {
        AWDLReport.MasterChange(
            time: axis.seconds(claim.moment.time), frame: claim.moment.frame, master: claim.root.description)
    }

    private var masters: [WirelessReport.NamedMaster] {
        let first = Dictionary(nodes.flatMap(\.roots).map { ($0.root, $0.moment) }, uniquingKeysWith: min)
        return first.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { root, moment in
            WirelessReport.NamedMaster(time: axis.seconds(moment.time), address: root.description, frame: moment.frame)
        }
    }

    private var claims: [AWDLReport.Claim] {
        let all = nodes.flatMap { node in node.standings.map { (node: node.address, standing: $0) } }
            .sorted { $0.standing.moment < $1.standing.moment }
        return all.prefix(AWDLReport.Election.maximumClaims).map { node, standing in
            AWDLReport.Claim(
                time: axis.seconds(standing.moment.time), frame: standing.moment.frame, node: node.description,
                master: standing.root.description, parent: standing.parent?.description,
                distance: Int(standing.distance))
        }
    }
}

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
