import TraceModel
import WireText

/// A session in the words of Network.framework's own reports, both ends beside each other.
public struct TransferReportView: TextView {
    public let page: TextPage

    public init(page: TextPage) { self.page = page }

    /// - Returns: For each session, lines with nothing from the capture that could steer a terminal.
    public func render(_ sessions: some Sequence<Session>, of report: TraceReport) -> String {
        let reports = TransferReports(report)
        let names = PeerNames(report.peers)
        return sessions.map { render($0, reports.reports(of: $0), names) }.joined(separator: "\n")
    }

    private func render(_ session: Session, _ reports: [TransferReport], _ names: PeerNames) -> String {
        var lines = paragraph(
            [
                style.heading("Session \(session.id)"), "as the DataTransferReport and EstablishmentReport",
                "of Network.framework at each end would have it",
            ], margin: 0)
        let ends = [session.initiator, session.responder].map(names.name)
        let cut = Elision.cut(ends, toWidth: 20)
        var table = TextTable([.init("", limit: 40, minimum: 24)] + ends.map { .init(cut.of($0), .right) })
        for column in RowTable<TransferReport>.figures {
            let cells = reports.map(column.text)
            if cells.contains(where: { $0 != nil }) { table.add([column.name] + cells.map { $0 ?? "–" }) }
        }
        lines += table.lines(width: width, style: style)
        let place =
            SessionWords.capturePoint(session).map { "Captured \($0)" } ?? "It is unknown where the capture was made"
        lines += paragraph(
            place + ": figures that only an end itself can measure are missing elsewhere.", emphasis: style.dim)
        return lines.joined(separator: "\n") + "\n"
    }
}

extension RowTable where Row == TransferReport {
    /// A figure of Network.framework by its name there.
    struct Figure {
        let name: String
        let text: (TransferReport) -> String?
        let cell: (TransferReport) -> CSVText.Field

        static func count(_ name: String, _ value: @escaping (TransferReport) -> Int?) -> Figure {
            Figure(name: name, text: { value($0).map { Quantity.grouped($0) } }, cell: { .integer(value($0)) })
        }

        static func seconds(_ name: String, _ value: @escaping (TransferReport) -> Double?) -> Figure {
            Figure(name: name, text: { value($0).map { Quantity.duration($0) } }, cell: { .number(value($0)) })
        }
    }

    static var figures: [Figure] {
        [
            .seconds("duration") { $0.duration },
            .count("sentApplicationByteCount") { $0.sentApplicationByteCount },
            .count("receivedApplicationByteCount") { $0.receivedApplicationByteCount },
            .count("sentTransportByteCount") { $0.sentTransportByteCount },
            .count("receivedTransportByteCount") { $0.receivedTransportByteCount },
            .count("retransmittedTransportByteCount") { $0.retransmittedTransportByteCount },
            .count("receivedTransportDuplicateByteCount") { $0.receivedTransportDuplicateByteCount },
            .count("sentIPPacketCount") { $0.sentIPPacketCount },
            .count("receivedIPPacketCount") { $0.receivedIPPacketCount },
            .seconds("transportMinimumRTT") { $0.transportMinimumRTT },
            .seconds("transportSmoothedRTT") { $0.transportSmoothedRTT },
            .seconds("transportRTTVariance") { $0.transportRTTVariance },
            .seconds("establishmentDuration") { $0.establishmentDuration },
            .seconds("handshakeRTT") { $0.handshakeRTT },
            .count("previousAttemptCount") { $0.previousAttemptCount },
        ]
    }

    /// One row for each end of a session.
    public static func transferReports(of report: TraceReport) -> RowTable {
        let path = report.capture.path
        return RowTable(
            values: [
                .init("capture") { _ in .text(path) }, .init("session") { .integer($0.session) },
                .init("end") { .text($0.end.rawValue) }, .init("peer") { .text($0.peer) },
                .init("address") { .text($0.address) }, .init("port") { .integer($0.port) },
            ] + figures.map { figure in .init(figure.name, figure.cell) })
    }
}
