import TraceModel
import WireCoding
import WirelessFrames

/// Makes the report's view of Wi-Fi Aware.
struct NANBuilder {
    private let nodes: [NANNodeHistory]
    private let axis: TimeAxis
    private var names: [NANServiceID: String] = [:]

    /// - Parameters:
    ///   - nodes: In order of their first frames.
    ///   - names: Of services that may be meant.
    init(_ nodes: [NANNodeHistory], names: [String], axis: TimeAxis) {
        self.nodes = nodes
        self.axis = axis
        for name in names + Self.knownNames {
            let id = NANServiceID(name: name)
            if self.names[id] == nil { self.names[id] = name }
        }
    }

    /// Types of services that many devices offer.
    private static let knownNames = [
        "_airdrop._tcp", "_airplay._tcp", "_companion-link._tcp", "_googlecast._tcp", "_hap._tcp", "_http._tcp",
        "_https._tcp", "_ipp._tcp", "_ipps._tcp", "_matter._tcp", "_matterc._udp", "_printer._tcp", "_raop._tcp",
        "_rdlink._tcp", "_smb._tcp", "_spotify-connect._tcp", "_ssh._tcp", "_uscan._tcp",
    ]

    func report(peer: (LinkAddress) -> String?) -> NANReport {
        let dataPaths = NANDataPaths(nodes, axis: axis)
        var report = NANReport()
        report.clusters = clusters
        report.nodes = nodes.map { node in
            NANReport.Node(
                address: node.address.description, peer: peer(node.address),
                clusters: node.memberships.map(\.cluster.description), beacons: node.beacons,
                serviceDiscoveryFrames: node.serviceDiscoveryFrames, actionFrames: node.actionFrames,
                faultyFrames: node.faultyFrames, signal: node.signal.distribution,
                signalSeries: node.signal.bins(on: axis), firstSeen: axis.seconds(node.first.time),
                omitted: node.omitted)
        }
        (report.services, report.matches) = (services, matches)
        (report.dataPaths, report.omittedDataPaths) = (dataPaths.paths, dataPaths.omitted)
        return report
    }

    private var clusters: [NANReport.Cluster] {
        let anchorMasters = anchorMasters
        let clusters = Dictionary(grouping: nodes.flatMap(\.memberships), by: \.cluster).map { id, memberships in
            let latest = memberships.filter { $0.anchorMoment != nil }
                .max { ($0.anchorMoment ?? $0.first) < ($1.anchorMoment ?? $1.first) }
            return (
                id: id, anchorMaster: latest?.anchorMaster,
                first: memberships.reduce(memberships[0].first) { min($0, $1.first) }
            )
        }
        return clusters.sorted { ($0.first, $0.id) < ($1.first, $1.id) }.map { cluster in
            NANReport.Cluster(
                id: cluster.id.description, anchorMaster: cluster.anchorMaster?.description,
                anchorMasters: anchorMasters[cluster.id] ?? [], firstSeen: axis.seconds(cluster.first.time))
        }
    }

    /// For each cluster, each anchor master when it was first named.
    private var anchorMasters: [LinkAddress: [WirelessReport.NamedMaster]] {
        var named: [LinkAddress: Set<LinkAddress>] = [:]
        var all: [LinkAddress: [WirelessReport.NamedMaster]] = [:]
        for claim in nodes.flatMap(\.anchorClaims).sorted(by: { $0.moment < $1.moment })
        where named[claim.cluster, default: []].insert(claim.anchorMaster).inserted {
            all[claim.cluster, default: []].append(
                WirelessReport.NamedMaster(
                    time: axis.seconds(claim.moment.time), address: claim.anchorMaster.description,
                    frame: claim.moment.frame))
        }
        return all
    }

    private var services: [NANReport.Service] {
        Self.services(of: nodes.flatMap { node in node.offers.map { (node.address, $0) } }, names: names)
    }

    /// Who offers and who looks for each service, sorted by its id.
    ///
    /// - Parameter offers: The nodes' offers, in order of the nodes.
    static func services(
        of offers: [(address: LinkAddress, offer: NANNodeHistory.Offer)], names: [NANServiceID: String]
    ) -> [NANReport.Service] {
        Dictionary(grouping: offers, by: \.offer.service).map { id, offers in
            let addresses = { (role: NANServiceControl.ServiceType) in
                offers.filter { $0.offer.type == role }.map(\.address.description)
            }
            return NANReport.Service(
                serviceID: id.description, name: names[id], publishers: addresses(.publish),
                subscribers: addresses(.subscribe))
        }.sorted { $0.serviceID < $1.serviceID }
    }

    /// Publishers and subscribers of one service that were in one cluster.
    private var matches: [NANReport.Match] {
        var subscribers: [NANServiceID: [(node: Int, first: PacketMoment)]] = [:]
        for (number, node) in nodes.enumerated() {
            for wish in node.offers where wish.type == .subscribe {
                if subscribers[wish.service]?.last?.node == number { continue }
                subscribers[wish.service, default: []].append((number, wish.first))
            }
        }
        var found: [(moment: PacketMoment, match: NANReport.Match)] = []
        var looks = 0
        for publisher in nodes {
            var matched: Set<NANServiceID> = []
            let clusters = Dictionary(publisher.memberships.map { ($0.cluster, $0.first) }) { first, _ in first }
            for offer in publisher.offers where offer.type == .publish && matched.insert(offer.service).inserted {
                for (number, wished) in subscribers[offer.service] ?? [] {
                    looks += 1
                    guard looks <= Self.maximumLooks, found.count < NANReport.maximumMatches else { break }
                    let subscriber = nodes[number]
                    guard subscriber.address != publisher.address,
                        let meeting = Self.meeting(of: subscriber, in: clusters)
                    else { continue }
                    let moment = max(offer.first, wished, meeting)
                    let match = NANReport.Match(
                        serviceID: offer.service.description, publisher: publisher.address.description,
                        subscriber: subscriber.address.description, time: axis.seconds(moment.time),
                        followUps: Self.followUps(publisher, subscriber, offer.service))
                    found.append((moment, match))
                }
            }
        }
        return found.sorted { $0.moment < $1.moment }.map(\.match)
    }

    /// Pairs of a publisher and a subscriber that are looked at.
    private static let maximumLooks = 1 << 16

    /// When a node and another one were first both in one cluster; nil where they never were.
    ///
    /// - Parameter clusters: Those of the other one, and since when it was in each.
    private static func meeting(
        of node: NANNodeHistory, in clusters: [LinkAddress: PacketMoment]
    ) -> PacketMoment? {
        node.memberships.compactMap { membership in
            clusters[membership.cluster].map { max($0, membership.first) }
        }.min()
    }

    private static func followUps(_ first: NANNodeHistory, _ second: NANNodeHistory, _ service: NANServiceID) -> Int {
        first.followUps.count { $0.receiver == second.address && $0.service == service }
            + second.followUps.count { $0.receiver == first.address && $0.service == service }
    }
}
