import TraceAnalysis
import TraceModel
import TraceReports

/// The rows of one capture.
package struct CaptureRows {
    private let tables: ReportTables
    private let encoder: RowEncoder

    /// - Parameters:
    ///   - captureID: What ``CaptureIdentity`` has.
    ///   - origin: The time of the first packet in nanoseconds since 1970, nil where the capture has none.
    package init(captureID: String, origin: Int64?, tables: ReportTables = .standard) {
        self.tables = tables
        encoder = RowEncoder(tables, captureID: captureID, origin: origin)
    }

    /// Hands over the rows of a report, each before those of the lists in it.
    package func add(_ report: TraceReport, _ take: (TableRow) throws -> Void) throws {
        try encoder.rows(of: report, tables.capture).forEach(take)
        try derive("protocols", DerivedTables.protocols(of: report.capture), take)
        if let traffic = report.capture.traffic {
            try derive("traffic_bins", DerivedTables.bins(of: traffic, time: encoder.time), take)
            try derive("traffic_protocol_bins", DerivedTables.protocolBins(of: traffic), take)
        }
        try add(
            report.peers, "peers", after: { try derive("peer_identities", DerivedTables.identities(of: $0), take) },
            take)
        try add(report.services, "services", take)
        try add(report.hosts, "hosts", take)
        try add(report.queries, "queries", take)
        var bin = encoder.blankRow(of: tables.index(of: "session_bins") ?? 0)
        try add(
            report.sessions, "sessions",
            complete: { session, row in
                let added = extras(of: session)
                row.cells.replaceSubrange((row.cells.count - added.count)..., with: added)
            },
            after: { session in
                try DerivedTables.bins(of: session, start: start(of: session), in: &bin, take)
                try derive("answers_slowest", DerivedTables.slowestAnswers(of: session, time: encoder.time), take)
                try derive("delivery_marks", DerivedTables.deliveryMarks(of: session, time: encoder.time), take)
            }, take)
        try add(report.meshes, "meshes", after: { try derive("mesh_pairs", DerivedTables.pairs(of: $0), take) }, take)
        try add(report.relayedMessages, "relayedMessages", take)
        var position = 0
        try add(
            report.findings, "findings",
            after: {
                position += 1
                try derive("finding_frames", DerivedTables.frames(of: $0, position: position), take)
            }, take)
    }

    /// Hands over the rows of messages and round trips, by reading the captures once more.
    package func add(_ trace: MessageTrace, _ take: (TableRow) throws -> Void) throws {
        let communityIDs = trace.report.sessions.map { CommunityID($0).map { Cell.text($0.text) } ?? .null }
        let path = Cell.text(trace.report.capture.path)
        var roundTrips = [Int64](repeating: 0, count: trace.report.sessions.count)
        var messages = 0
        try trace.forEach(listsRoundTrips: true) { roundTrip in
            roundTrips[roundTrip.session - 1] += 1
            try derive("round_trips", [cells(of: roundTrip, position: roundTrips[roundTrip.session - 1])], take)
        } _: { message in
            messages += 1
            for var row in try encoder.rows(of: message, tables.messages, position: messages) {
                row.cells.replaceSubrange((row.cells.count - 2)..., with: [path, communityIDs[message.session - 1]])
                try take(row)
            }
            return true
        }
    }

    private func cells(of roundTrip: RoundTrip, position: Int64) -> [Cell] {
        [
            .integer(Int64(roundTrip.session)), .integer(position), .text(roundTrip.kind.rawValue),
            .text(roundTrip.direction.rawValue), encoder.time(roundTrip.time), .integer(Int64(roundTrip.frame)),
            .integer(ReportTime.nanoseconds(roundTrip.value)),
        ]
    }

    /// Hands over the rows of a table that has no plan.
    private func derive(_ table: String, _ rows: [[Cell]], _ take: (TableRow) throws -> Void) throws {
        guard let index = tables.index(of: table) else { return }
        for cells in rows { try take(encoder.row(of: index, cells)) }
    }

    private func add<Element: Encodable>(
        _ elements: [Element], _ key: String, complete: (Element, inout TableRow) -> Void = { _, _ in },
        after: (Element) throws -> Void = { _ in }, _ take: (TableRow) throws -> Void
    ) throws {
        guard let plan = tables.lists[key] else { return }
        for (index, element) in elements.enumerated() {
            var rows = try encoder.rows(of: element, plan, position: index + 1)
            complete(element, &rows[0])
            try rows.forEach(take)
            try after(element)
        }
    }

    /// Nanoseconds since 1970, nil where the capture has no times.
    private func start(of session: Session) -> Int64? {
        guard case .integer(let time) = encoder.time(session.start) else { return nil }
        return time
    }

    /// The cells of ``AddedColumns/ofSessions``.
    private func extras(of session: Session) -> [Cell] {
        [
            CommunityID(session).map { .text($0.text) } ?? .null,
            .text(SessionKey(session, start: start(of: session)).text),
            .boolean(session.roundTripCount > RoundTrip.maximumPerSession),
        ]
    }
}
