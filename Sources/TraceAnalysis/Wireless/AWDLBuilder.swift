import DNSWire
import TraceModel
import WireCoding
import WirelessFrames

/// Makes the report's view of AWDL.
struct AWDLBuilder {
    private let nodes: [AWDLNodeHistory]
    private let rule: ElectionRule
    private let axis: TimeAxis

    /// - Parameter nodes: In order of their first frames.
    init(_ nodes: [AWDLNodeHistory], rule: ElectionRule, axis: TimeAxis) {
        self.nodes = nodes
        self.rule = rule
        self.axis = axis
    }

    /// - Parameter servicesByName: The indices of services, by their full names.
    func report(peers: RadioPeers, services: [Service], servicesByName: [DNSName: [Int]]) -> AWDLReport {
        let holders = { (name: DNSName) in (servicesByName[name] ?? []).map { services[$0] } }
        let pairs = AWDLPairs(nodes)
        return AWDLReport(
            nodes: nodes.map { node($0, peers, holders) }, masters: masters, pairs: pairs.pairs,
            omittedPairs: pairs.omitted,
            election: AWDLReport.Election(
                rule: rule, expected: ElectionReplay(nodes, rule: rule)?.masters.map(change), claims: claims))
    }

    private func node(
        _ node: AWDLNodeHistory, _ peers: RadioPeers, _ holders: (DNSName) -> [Service]
    ) -> AWDLReport.Node {
        let peer = peers.peer(node.address)
        let offers = node.offers.all
        let duration = axis.duration(node.last.time - node.first.time)
        return AWDLReport.Node(
            address: node.address.description, peer: peer, version: node.version?.description,
            deviceClass: node.version.map { Int($0.deviceClass.rawValue) }, hostname: node.hostName,
            actionFrames: node.actionFrames, psf: node.periodicSynchronizations, mif: node.masterIndications,
            dataFrames: node.dataFrames, signal: node.signal.distribution, masterChanges: node.roots.map(change),
            channelSequences: node.sequences.map { change in
                AWDLReport.ChannelSequence(
                    time: axis.seconds(change.moment.time), channels: change.channels.map { Int($0) },
                    frame: change.moment.frame)
            },
            services: offers.map(\.name), lastMetric: node.selfMetric.map { Int($0) },
            lastCounter: node.selfCounter.map { Int($0) },
            serviceIDs: offers.compactMap(\.domainName).flatMap { Self.ids(of: holders($0), heldBy: peer) },
            firstSeen: axis.seconds(node.first.time), lastSeen: axis.seconds(node.last.time),
            actionFrameRate: duration > 0 && node.actionFrames > 1
                ? (Double(node.actionFrames - 1) / duration * 1000).rounded() / 1000 : nil,
            retries: node.retries, infrastructureChannel: node.infrastructureChannel.flatMap { $0 > 0 ? Int($0) : nil },
            dataRate: node.dataRate, faultyFrames: node.faultyFrames,
            contradictoryFrames: node.electionCheck.contradictoryFrames, restarts: node.electionCheck.restarts,
            omittedServices: node.offers.omitted, omittedChanges: node.omittedChanges)
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

    private var masters: [AWDLReport.Master] {
        var first: [LinkAddress: PacketMoment] = [:]
        for node in nodes {
            for claim in node.roots { first[claim.root] = min(first[claim.root] ?? claim.moment, claim.moment) }
        }
        return first.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { root, moment in
            AWDLReport.Master(time: axis.seconds(moment.time), address: root.description, frame: moment.frame)
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
