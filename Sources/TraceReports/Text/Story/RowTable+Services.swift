import TraceModel
import WireText

extension RowTable where Row == Service {
    /// Services, one a row, without their timelines: of those and of the TXT record the number.
    public static func services(of report: TraceReport) -> RowTable {
        let labels = Dictionary(report.peers.map { ($0.id, $0.label) }) { first, _ in first }
        return RowTable(values: [
            .init("capture") { _ in .text(report.capture.path) }, .init("id") { .text($0.id) },
            .init("instance") { .text($0.instance) }, .init("type") { .text($0.type) },
            .init("domain") { .text($0.domain) },
            .init("subtypes") { .text($0.subtypes.joined(separator: " ")) }, .init("host") { .text($0.host) },
            .init("port") { .integer($0.port) }, .init("addresses") { .text($0.addresses.joined(separator: " ")) },
            .init("peer") { .text($0.peer.flatMap { labels[$0] }) }, .init("attributes") { .integer($0.txt.count) },
            .init("firstSeen") { .number($0.firstSeen) }, .init("lastSeen") { .number($0.lastSeen) },
            .init("state") { .text($0.state.rawValue) }, .init("renamedFrom") { .text($0.renamedFrom) },
            .init("renamedTo") { .text($0.renamedTo) }, .init("renameStyle") { .text($0.renameStyle) },
            .init("responder") { .text($0.responder) }, .init("events") { .integer($0.timeline.count) },
            .init("discoveryLatency") { .number($0.discovery.latency) },
            .init("resolveLatency") { .number($0.discovery.resolveLatency) },
            .init("replaces") { .text($0.replaces) }, .init("replacedBy") { .text($0.replacedBy) },
        ]).located(RowLocation(report, time: \.firstSeen, session: { _ in nil }))
    }
}
