import TraceModel
import WireText

extension WirelessStory {
    /// Which cluster was each node in?
    func clusterLines(_ nan: NANReport) -> [String] {
        var lines = [heading("Wi-Fi Aware", Quantity.count(nan.nodes.count, "node"))]
        for cluster in nan.clusters.prefix(Self.maximumRows) {
            var parts = ["cluster \(cluster.id) from \(time(cluster.firstSeen))"]
            if let anchor = cluster.anchorMaster { parts.append("anchor master \(anchor)") }
            let others = cluster.anchorMasters.map(\.address).filter { $0 != cluster.anchorMaster }
            if !others.isEmpty { parts.append("at other times \(list(others))") }
            lines += wrapped(parts)
        }
        lines += more(nan.clusters.count - Self.maximumRows, "cluster")
        var table = TextTable([
            .init("node"), .init("signal", .right), .init("beacons", .right), .init("discovery", .right),
            .init("actions", .right), .init("clusters", limit: 40),
        ])
        for node in nan.nodes.prefix(Self.maximumRows) {
            table.add([
                node.address, WirelessWords.signal(node.signal), Quantity.grouped(node.beacons),
                Quantity.grouped(node.serviceDiscoveryFrames), Quantity.grouped(node.actionFrames),
                node.clusters.joined(separator: " "),
            ])
        }
        return lines + table.lines(width: width, style: style) + more(nan.nodes.count - Self.maximumRows, "node")
    }

    /// Which services were published and subscribed, and did they match?
    func serviceLines(_ nan: NANReport) -> [String] {
        guard !nan.services.isEmpty else { return [] }
        var lines = [heading("Wi-Fi Aware services", "\(nan.services.count)")]
        for service in nan.services.prefix(Self.maximumRows) {
            let name = service.name.map { " " + SafeText.escaped($0) } ?? ""
            var parts = ["\(service.serviceID)\(name)"]
            if !service.publishers.isEmpty { parts.append("published by \(list(service.publishers))") }
            if !service.subscribers.isEmpty { parts.append("subscribed by \(list(service.subscribers))") }
            lines += wrapped(parts)
            for match in nan.matches where match.serviceID == service.serviceID {
                let words = "\(match.publisher) and \(match.subscriber) met at \(time(match.time))"
                let messages = match.followUps > 0 ? ", \(Quantity.count(match.followUps, "follow-up"))" : ""
                lines += paragraph(words + messages, margin: 4)
            }
        }
        return lines + more(nan.services.count - Self.maximumRows, "service")
    }

    /// Which ways for data were asked for, and what became of them?
    func dataPathLines(_ nan: NANReport) -> [String] {
        guard !nan.dataPaths.isEmpty else { return [] }
        var lines = [heading("Data paths", "\(nan.dataPaths.count + nan.omittedDataPaths)")]
        for path in nan.dataPaths.prefix(Self.maximumRows) {
            var parts = ["\(path.ndpID): \(path.initiator) to \(path.responder ?? "?")", path.state.rawValue]
            if path.initiatorNode != nil || path.responderNode != nil {
                parts.append("between the nodes \(path.initiatorNode ?? "?") and \(path.responderNode ?? "?")")
            }
            if let requested = path.requested {
                parts.append("requested at \(time(requested))")
            } else {
                parts.append("seen from \(time(path.firstSeen)) on")
            }
            if let duration = path.setupDuration { parts.append("ready after \(Quantity.duration(duration))") }
            if let ended = path.ended { parts.append("ended at \(time(ended))") }
            if let reason = path.reason { parts.append("reason: \(reason)") }
            lines += wrapped(parts)
        }
        return lines + more(nan.dataPaths.count + nan.omittedDataPaths - Self.maximumRows, "data path")
    }

    private func list(_ addresses: [String]) -> String {
        let shown = addresses.prefix(4).joined(separator: " ")
        return addresses.count > 4 ? shown + " and \(addresses.count - 4) more" : shown
    }
}
