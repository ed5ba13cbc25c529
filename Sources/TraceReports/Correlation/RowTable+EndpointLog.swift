import TraceModel
import WireText

extension EndpointLogReport {
    /// A value of a series, or a packet given up for lost.
    public struct Row {
        fileprivate let series: String
        fileprivate let time: Double?
        fileprivate var value: Double?
        fileprivate var packet: Packet?
        fileprivate var verdict: Verdict?
    }

    /// The values of all series, one series after the other, and then the losses.
    public var rows: [Row] {
        series.all.flatMap { series in
            series.points.map { Row(series: series.name, time: $0.time, value: $0.value) }
        } + losses.map { Row(series: "loss", time: $0.time, packet: $0.packet, verdict: $0.verdict) }
    }
}

extension RowTable where Row == EndpointLogReport.Row {
    /// Values over time, one a row.
    public static var endpointLog: RowTable {
        RowTable([
            .init("series") { .text($0.series) }, .init("time") { .number($0.time) },
            .init("value") { .number($0.value) }, .init("space") { .text($0.packet?.space) },
            .init("number") { .integer($0.packet.map { Int(clamping: $0.number) }) },
            .init("verdict") { .text($0.verdict?.rawValue) },
        ])
    }
}
