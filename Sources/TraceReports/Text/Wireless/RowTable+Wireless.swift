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
            ("capture", { _ in .text(report.capture.path) }), ("protocol", { .text($0.awdl == nil ? "nan" : "awdl") }),
            ("address", { .text($0.awdl?.address ?? $0.nan?.address) }),
            ("peer", { .text($0.awdl?.peer ?? $0.nan?.peer) }), ("hostname", { .text($0.awdl?.hostname) }),
            ("version", { .text($0.awdl?.version) }), ("deviceClass", { .integer($0.awdl?.deviceClass) }),
            ("actionFrames", { .integer($0.awdl?.actionFrames ?? $0.nan?.actionFrames) }),
            ("psf", { .integer($0.awdl?.psf) }), ("mif", { .integer($0.awdl?.mif) }),
            ("dataFrames", { .integer($0.awdl?.dataFrames) }), ("beacons", { .integer($0.nan?.beacons) }),
            ("serviceDiscoveryFrames", { .integer($0.nan?.serviceDiscoveryFrames) }),
            ("signalMean", { .number($0.signal.mean) }), ("signalMin", { .number($0.signal.min) }),
            ("signalMax", { .number($0.signal.max) }), ("lastMetric", { .integer($0.awdl?.lastMetric) }),
            ("lastCounter", { .integer($0.awdl?.lastCounter) }),
            ("master", { .text($0.awdl?.masterChanges.last?.master) }),
            ("firstSeen", { .number($0.awdl?.firstSeen ?? $0.nan?.firstSeen) }),
            ("lastSeen", { .number($0.awdl?.lastSeen) }), ("actionFrameRate", { .number($0.awdl?.actionFrameRate) }),
            ("retries", { .integer($0.awdl?.retries) }),
            ("faultyFrames", { .integer($0.awdl?.faultyFrames ?? $0.nan?.faultyFrames) }),
            ("infrastructureChannel", { .integer($0.awdl?.infrastructureChannel) }),
        ])
    }
}
