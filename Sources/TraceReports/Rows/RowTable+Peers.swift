import TraceModel
import WireText

extension RowTable where Row == Peer {
    /// Peers, one a row, with lists of identities as words. Their time is the one of the first evidence.
    public static func peers(of report: TraceReport) -> RowTable {
        let list = { (values: [String]) in CSVText.Field.text(values.joined(separator: " ")) }
        return RowTable(values: [
            .init("capture") { _ in .text(report.capture.path) }, .init("id") { .text($0.id) },
            .init("label") { .text($0.label) },
            .init("displayNames") { .text($0.displayNames.joined(separator: ", ")) },
            .init("peerIDs") { list($0.peerIDs) }, .init("hostnames") { list($0.hostnames) },
            .init("addresses") { list($0.addresses) }, .init("linkAddresses") { list($0.linkAddresses) },
            .init("services") { list($0.serviceIDs) }, .init("responders") { list($0.responders) },
            .init("hostRenames") { .integer($0.hostRenames.count) },
        ]).located(RowLocation(report, time: { $0.evidence.map(\.time).min() }, session: { _ in nil }))
    }
}
