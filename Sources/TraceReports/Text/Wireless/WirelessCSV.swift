import TraceModel
import WireText

/// Nodes of AWDL and of Wi-Fi Aware as comma-separated values, one a row.
public struct WirelessCSV {
    private let report: TraceReport

    public init(_ report: TraceReport) { self.report = report }

    /// The names of the columns, as a row.
    public static var header: [UInt8] {
        var text = CSVText()
        text.add(
            [
                "capture", "protocol", "address", "peer", "hostname", "version", "deviceClass", "actionFrames", "psf",
                "mif", "dataFrames", "beacons", "serviceDiscoveryFrames", "signalMean", "signalMin", "signalMax",
                "lastMetric", "lastCounter", "master", "firstSeen", "lastSeen", "actionFrameRate",
                "retries", "faultyFrames", "infrastructureChannel",
            ].map { .text($0) })
        return text.bytes
    }

    /// A row for each node; none for a capture without.
    public var rows: [UInt8] {
        var text = CSVText()
        for node in report.wireless?.awdl?.nodes ?? [] {
            text.add(
                [
                    .text(report.capture.path), .text("awdl"), .text(node.address), .text(node.peer),
                    .text(node.hostname), .text(node.version), .integer(node.deviceClass), .integer(node.actionFrames),
                    .integer(node.psf), .integer(node.mif), .integer(node.dataFrames), .integer(nil), .integer(nil),
                ] + Self.signal(node.signal) + [
                    .integer(node.lastMetric), .integer(node.lastCounter), .text(node.masterChanges.last?.master),
                    .number(node.firstSeen), .number(node.lastSeen), .number(node.actionFrameRate),
                    .integer(node.retries), .integer(node.faultyFrames), .integer(node.infrastructureChannel),
                ])
        }
        for node in report.wireless?.nan?.nodes ?? [] {
            text.add(
                [
                    .text(report.capture.path), .text("nan"), .text(node.address), .text(node.peer), .text(nil),
                    .text(nil), .integer(nil), .integer(node.actionFrames), .integer(nil), .integer(nil), .integer(nil),
                    .integer(node.beacons), .integer(node.serviceDiscoveryFrames),
                ] + Self.signal(node.signal) + [
                    .integer(nil), .integer(nil), .text(nil), .number(node.firstSeen), .number(nil), .number(nil),
                    .integer(nil), .integer(node.faultyFrames), .integer(nil),
                ])
        }
        return text.bytes
    }

    private static func signal(_ signal: Distribution) -> [CSVText.Field] {
        [.number(signal.mean), .number(signal.min), .number(signal.max)]
    }
}
