import DNSWire
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
    ///   - peers: Finds the report's peers.
    ///   - services: Those of the report; their types are names that Wi-Fi Aware may use as well.
    ///   - servicesByName: The indices of services, by their full names.
    ///   - declarations: What the app declares, for the names in it.
    /// - Returns: nil for a capture without 802.11 frames.
    func report(
        peers: RadioPeers, services: [Service], servicesByName: [DNSName: [Int]], declarations: AppServiceDeclarations?
    ) -> WirelessReport? {
        let counts = tracker.counts
        guard counts.frames > 0 else { return nil }
        let nodes = tracker.awdlNodes.filter(\.isNode)
        let declared =
            (declarations?.wiFiAwareServices?.map(\.name) ?? []) + (declarations?.bonjourServices?.map(\.text) ?? [])
        let names = options.serviceNames + declared + services.map(\.type)
        return WirelessReport(
            awdl: nodes.isEmpty
                ? nil
                : AWDLBuilder(nodes, rule: options.electionRule, axis: axis).report(
                    peers: peers, services: services, servicesByName: servicesByName),
            nan: tracker.nanNodes.isEmpty
                ? nil : NANBuilder(tracker.nanNodes, names: names, axis: axis).report(peers: peers),
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
    /// The id of the peer with this link address, or with the link-local address derived from it.
    let peer: (LinkAddress) -> String?
}
