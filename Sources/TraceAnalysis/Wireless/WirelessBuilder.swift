import PacketDissection
import ServiceDiscovery
import TraceModel
import WireCoding

/// Makes the wireless part of a report of what the trackers found.
struct WirelessBuilder {
    let tracker: WirelessTracker
    let options: WirelessOptions
    let axis: TimeAxis

    /// - Parameter tracker: The tracker of all workers, nodes in order of their first frames.
    init(_ tracker: WirelessTracker, options: WirelessOptions, axis: TimeAxis) {
        self.tracker = tracker
        self.options = options
        self.axis = axis
    }

    /// - Parameters:
    ///   - peers: Of the report.
    ///   - services: Of the report; their types are names that Wi-Fi Aware may use as well.
    ///   - declarations: What the app declares, for the names in it.
    /// - Returns: nil for a capture without 802.11 frames.
    func report(
        peers: [Peer], services: [Service], declarations: AppServiceDeclarations?
    ) -> WirelessReport? {
        let counts = tracker.counts
        guard counts.frames > 0 else { return nil }
        let directory = RadioPeers(peers)
        let nodes = tracker.awdlNodes.filter(\.isNode)
        let declared =
            (declarations?.wiFiAwareServices?.map(\.name) ?? []) + (declarations?.bonjourServices?.map(\.text) ?? [])
        let names = options.serviceNames + declared + services.map(\.type)
        return WirelessReport(
            awdl: nodes.isEmpty
                ? nil
                : AWDLBuilder(nodes, rule: options.electionRule, axis: axis).report(
                    peers: directory, services: services),
            nan: tracker.nanNodes.isEmpty
                ? nil : NANBuilder(tracker.nanNodes, names: names, axis: axis).report(peers: directory),
            frames: counts.byKind, retries: counts.retries, badFCS: counts.damaged,
            protectedFrames: counts.protected,
            channels: counts.channels.filter { $0.frequency > 0 }.map { channel in
                WirelessReport.Channel(
                    frequency: channel.frequency, channel: WirelessChannel.number(atFrequency: channel.frequency),
                    frames: channel.frames)
            },
            framesWithRadioTime: counts.timed, untrackedFrames: tracker.untrackedFrames)
    }
}

/// Finds the peer with a radio's address.
struct RadioPeers {
    private var byLink: [String: String] = [:]
    private var byAddress: [String: String] = [:]

    init(_ peers: [Peer]) {
        for peer in peers {
            for link in peer.linkAddresses where byLink[link] == nil { byLink[link] = peer.id }
            for address in peer.addresses where address.hasPrefix("fe80:") && byAddress[address] == nil {
                byAddress[address] = peer.id
            }
        }
    }

    /// The peer with this link address, or with the link-local address derived from it (RFC 4291, appendix A).
    func peer(_ address: LinkAddress) -> String? {
        if let peer = byLink[address.description] { return peer }
        return byAddress[address.linkLocalAddress.description]
    }
}
