import TraceModel
import WireText

extension RowTable where Row == Service {
    /// Services, one a row, without their timelines: of those and of the TXT record the number.
    public static func services(of report: TraceReport) -> RowTable {
        let labels = Dictionary(report.peers.map { ($0.id, $0.label) }) { first, _ in first }
        return RowTable(values: [
            ("capture", { _ in .text(report.capture.path) }), ("id", { .text($0.id) }),
            ("instance", { .text($0.instance) }), ("type", { .text($0.type) }), ("domain", { .text($0.domain) }),
            ("subtypes", { .text($0.subtypes.joined(separator: " ")) }), ("host", { .text($0.host) }),
            ("port", { .integer($0.port) }), ("addresses", { .text($0.addresses.joined(separator: " ")) }),
            ("peer", { .text($0.peer.flatMap { labels[$0] }) }), ("attributes", { .integer($0.txt.count) }),
            ("firstSeen", { .number($0.firstSeen) }), ("lastSeen", { .number($0.lastSeen) }),
            ("state", { .text($0.state.rawValue) }), ("renamedFrom", { .text($0.renamedFrom) }),
            ("renamedTo", { .text($0.renamedTo) }), ("renameStyle", { .text($0.renameStyle) }),
            ("responder", { .text($0.responder) }), ("events", { .integer($0.timeline.count) }),
            ("discoveryLatency", { .number($0.discovery.latency) }),
            ("resolveLatency", { .number($0.discovery.resolveLatency) }),
        ])
    }
}
