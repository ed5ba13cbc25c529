import TraceModel
import WireText

/// A node of AWDL or of Wi-Fi Aware.
public struct WirelessNode {
    fileprivate var awdl: AWDLReport.Node?
    fileprivate var nan: NANReport.Node?

    fileprivate var signal: Distribution { awdl?.signal ?? nan?.signal ?? Distribution() }
}

extension TraceReport {
    /// The nodes of AWDL, then those of Wi-Fi Aware.
    public var wirelessNodes: [WirelessNode] {
        (wireless?.awdl?.nodes ?? []).map { WirelessNode(awdl: $0) }
            + (wireless?.nan?.nodes ?? []).map { WirelessNode(nan: $0) }
    }
}

extension RowTable where Row == WirelessNode {
    /// Nodes of AWDL and of Wi-Fi Aware, one a row.
    public static func wirelessNodes(of report: TraceReport) -> RowTable {
        RowTable([
            .init("capture") { _ in .text(report.capture.path) },
            .init("protocol") { .text($0.awdl == nil ? "nan" : "awdl") },
            .init("address") { .text($0.awdl?.address ?? $0.nan?.address) },
            .init("peer") { .text($0.awdl?.peer ?? $0.nan?.peer) }, .init("hostname") { .text($0.awdl?.hostname) },
            .init("version") { .text($0.awdl?.version) }, .init("deviceClass") { .integer($0.awdl?.deviceClass) },
            .init("actionFrames") { .integer($0.awdl?.actionFrames ?? $0.nan?.actionFrames) },
            .init("psf") { .integer($0.awdl?.psf) }, .init("mif") { .integer($0.awdl?.mif) },
            .init("dataFrames") { .integer($0.awdl?.dataFrames) }, .init("beacons") { .integer($0.nan?.beacons) },
            .init("serviceDiscoveryFrames") { .integer($0.nan?.serviceDiscoveryFrames) },
            .init("signalMean") { .number($0.signal.mean) }, .init("signalMin") { .number($0.signal.min) },
            .init("signalMax") { .number($0.signal.max) }, .init("lastMetric") { .integer($0.awdl?.lastMetric) },
            .init("lastCounter") { .integer($0.awdl?.lastCounter) },
            .init("master") { .text($0.awdl?.masterChanges.last?.master) },
            .init("firstSeen") { .number($0.awdl?.firstSeen ?? $0.nan?.firstSeen) },
            .init("lastSeen") { .number($0.awdl?.lastSeen) },
            .init("actionFrameRate") { .number($0.awdl?.actionFrameRate) },
            .init("retries") { .integer($0.awdl?.retries) },
            .init("faultyFrames") { .integer($0.awdl?.faultyFrames ?? $0.nan?.faultyFrames) },
            .init("infrastructureChannel") { .integer($0.awdl?.infrastructureChannel) },
        ])
    }
}
