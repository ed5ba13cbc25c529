import DNSWire
import ServiceDiscovery
import TraceModel
import WireCoding

/// Makes the wireless part of a report of what the trackers found.
struct WirelessBuilder {
    /// The tracker of all workers, nodes in order of their first frames.
    let tracker: WirelessTracker
    let options: WirelessOptions
    let axis: TimeAxis

    /// - Parameters:
    ///   - peer: The id of the peer with a radio's address, or with the link-local address derived from it.
    ///   - services: Those of the report; their types are names that Wi-Fi Aware may use as well.
    ///   - servicesByName: The indices of services, by their full names.
    ///   - declarations: What the app declares, for the names in it.
    /// - Returns: nil for a capture without 802.11 frames.
    func report(
        peer: (LinkAddress) -> String?, services: [Service], servicesByName: [DNSName: [Int]],
        declarations: AppServiceDeclarations?
    ) -> WirelessReport? {
        let counts = tracker.counts
        guard counts.frames > 0 else { return nil }
        let nodes = tracker.awdlNodes.filter(\.isNode)
        let declared =
            (declarations?.wiFiAwareServices?.map(\.name) ?? []) + (declarations?.bonjourServices?.map(\.text) ?? [])
        let names = options.serviceNames + declared + services.map(\.type)
        var report = WirelessReport()
        if !nodes.isEmpty {
            report.awdl = AWDLBuilder(nodes: nodes, rule: options.electionRule, axis: axis).report(
                peer: peer, services: services, servicesByName: servicesByName)
        }
        if !tracker.nanNodes.isEmpty {
            report.nan = NANBuilder(tracker.nanNodes, names: names, axis: axis).report(peer: peer)
        }
        (report.frames, report.retries, report.badFCS) = (counts.byKind, counts.retries, counts.damaged)
        report.protectedFrames = counts.protected
        report.channels = counts.channels.filter { $0.frequency > 0 }.map { channel in
            WirelessReport.Channel(
                frequency: channel.frequency, channel: WirelessChannel.number(atFrequency: channel.frequency),
                frames: channel.frames)
        }
        report.framesWithRadioTime = counts.timed
        report.untrackedFrames = tracker.untrackedFrames
        return report
    }
}

/// Channel numbers of IEEE 802.11 (§15 to §27, annex E).
enum WirelessChannel {
    /// The number of the channel at a frequency in MHz; nil for a frequency between channels.
    static func number(atFrequency frequency: Int) -> Int? {
        switch frequency {
        case 2412...2472 where (frequency - 2407) % 5 == 0: (frequency - 2407) / 5
        case 2484: 14
        case 5000...5935 where frequency != 5935 && frequency % 5 == 0: (frequency - 5000) / 5
        case 5935: 2
        case 5955...7115 where (frequency - 5950) % 5 == 0: (frequency - 5950) / 5
        default: nil
        }
    }
}

/// The options of the wireless view of a capture beside the capture.
public struct WirelessOptions: Sendable, Equatable {
    /// The rule by which AWDL nodes are expected to choose their master.
    public var electionRule: ElectionRule
    /// Names of services that Wi-Fi Aware may name by their hashes.
    public var serviceNames: [String]

    /// Options of the wireless view. Without arguments: AWDL's election by metric, and no names beside those of the
    /// capture.
    public init(electionRule: ElectionRule = .metric, serviceNames: [String] = []) {
        self.electionRule = electionRule
        self.serviceNames = serviceNames
    }
}
