import TraceModel
import WireText

extension RowTable where Row == Finding {
    /// Findings, one a row, in the order of the report. Their facts are in JSON alone: each code has its own.
    public static func findings(of report: TraceReport) -> RowTable {
        RowTable(values: [
            .init("capture") { _ in .text(report.capture.path) }, .init("code") { .text($0.code.rawValue) },
            .init("severity") { .text($0.severity.rawValue) }, .init("time") { .number($0.time) },
            .init("subject") { .text($0.subject.words.kind) }, .init("subjectID") { .text($0.subject.words.id) },
            .init("frames") { .text($0.frames.map(String.init).joined(separator: " ")) },
            .init("message") { .text($0.message) }, .init("remedy") { .text($0.remedy) },
            .init("reference") { .text($0.reference) },
        ]).located(RowLocation(report, time: \.time, session: \.subject.session))
    }
}

extension Finding.Subject {
    fileprivate var session: Int? {
        guard case .session(let id) = self else { return nil }
        return id
    }

    fileprivate var words: (kind: String, id: String?) {
        switch self {
        case .capture: ("capture", nil)
        case .wireless: ("wireless", nil)
        case .session(let id): ("session", String(id))
        case .service(let id): ("service", id)
        case .peer(let id): ("peer", id)
        }
    }
}
