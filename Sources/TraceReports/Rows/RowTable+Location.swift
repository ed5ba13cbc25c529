import TraceModel
import WireCoding
import WireText

/// Where a row is from, so that rows of many captures and of other tools can be joined.
struct RowLocation<Row> {
    /// The path of the capture, nil where that is not known.
    let path: String?
    /// Nanoseconds since 1970.
    let time: (Row) -> Int64?
    let communityID: (Row) -> String?
}

extension RowLocation {
    /// Of a row of a report.
    ///
    /// - Parameters:
    ///   - time: Seconds after the first packet.
    ///   - session: The id of its session.
    init(_ report: TraceReport, time: @escaping (Row) -> Double?, session: @escaping (Row) -> Int?) {
        let communityIDs = SessionCommunityIDs(report)
        path = report.capture.path
        self.time = { time($0).flatMap(report.capture.time) }
        communityID = { session($0).flatMap(communityIDs.of) }
    }
}

/// The Community IDs of sessions, each computed when it is asked for.
final class SessionCommunityIDs {
    private let report: TraceReport
    private var known: (session: Int, text: String?)?

    init(_ report: TraceReport) { self.report = report }

    func of(session id: Int) -> String? {
        if let known, known.session == id { return known.text }
        let text = report.session(id).flatMap { CommunityID($0)?.text }
        known = (id, text)
        return text
    }
}

extension CaptureSummary {
    /// Nanoseconds since 1970 of seconds after the first packet; nil where the capture has no time.
    package func time(_ seconds: Double) -> Int64? {
        guard let origin, let elapsed = Int64(exactly: (seconds * 1e9).rounded(.toNearestOrEven)) else { return nil }
        let (time, overflow) = origin.addingReportingOverflow(elapsed)
        return overflow ? nil : time
    }
}

extension RowTable {
    /// The same rows with what they are located by: in JSON as their first keys, in CSV as their last columns, for programs count on the
    /// positions of the others.
    func located(_ location: RowLocation<Row>) -> RowTable {
        let added: [Column] = [
            .init("capture") { _ in .text(location.path) },
            .init("time_ns") { .integer(location.time($0).map { Int($0) }) },
            .init("community_id") { .text(location.communityID($0)) },
        ]
        let (addCells, line) = (self.addCells, self.line)
        let last = added.filter { !columns.contains($0.name) }
        return RowTable(
            columns: columns + last.map(\.name),
            addCells: { row, text in
                addCells(row, &text)
                for column in last { text.add(column.cell(row)) }
            },
            line: { row in
                let object = try line(row)
                var text = JSONText(pretty: false, reservingCapacity: object.count + 128)
                text.beginObject()
                for column in added {
                    text.key(column.name)
                    text.value(column.cell(row))
                }
                // The members of the row's own object follow.
                let isEmpty = object.starts(with: "{}".utf8)
                return text.bytes + (isEmpty ? [] : [UInt8(ascii: ",")]) + object.dropFirst()
            },
            text: text)
    }

    private init(
        columns: [String], addCells: @escaping (Row, inout CSVText) -> Void, line: @escaping (Row) throws -> [UInt8],
        text: (head: String, line: (Row) -> String)?
    ) {
        (self.columns, self.addCells, self.line, self.text) = (columns, addCells, line, text)
    }
}
