import TraceModel

/// Replaces what tells who or where in reports: names, addresses, identities, texts and paths, also within sentences and in
/// hexadecimal.
///
/// Equal values get equal stand-ins and others get others (`Device 1`, `host-3.local.`, `10.0.0.7`, `peer-2`), in all
/// reports of one redactor, and the same ones each time. Times, sizes, counts, ports, types of services, words of
/// enumerations and addresses that mean the same everywhere stay. What no ``RedactionRule`` knows is replaced.
///
/// Coding the types of reports does not fail; that a method throws is so that nothing is shown unredacted if it ever does.
package struct Redactor {
    private let standIns = StandIns()

    /// Looks at reports that belong together before any of them is shown, so that no stand-in looks like a name in one of them.
    package init(_ reports: [TraceReport] = []) throws {
        for report in reports { try standIns.learn(report) }
    }

    /// A report without what tells who or where.
    package func redacted(_ report: TraceReport) throws -> TraceReport {
        try standIns.learn(report)
        var rest = report
        rest.sessions = []
        var result = try replaced(rest, "")
        result.capture.origin = report.capture.origin
        // One at a time, and with the memory that equal parts share: there may be a million.
        result.sessions = try report.sessions.map { session in
            var redacted = try replaced(session, "sessions")
            redacted.share(session)
            return redacted
        }
        return result
    }

    /// A comparison of two captures without what tells who or where.
    package func redacted(_ report: CorrelationReport) throws -> CorrelationReport {
        try standIns.learn(report, "")
        return try replaced(report, "")
    }

    /// A message without its sender; its content is only told apart from others.
    package func redacted(_ message: TraceMessage) throws -> TraceMessage {
        var result = try replaced(message, "message")
        result.content = message.content.map(standIns.content)
        return result
    }

    /// A name, or a sentence with names in it.
    package func redacted(_ text: String) -> String {
        standIns.known[text] ?? SentenceRedaction.redacted(text, standIns)
    }

    /// The path of a file.
    package func redacted(path: String) -> String {
        standIns.redacted(path, .path, at: ReportTree.Place(parent: "files", key: "path", siblings: []))
    }

    /// - Parameter key: That of the list that the value is in.
    private func replaced<Value: Codable>(_ value: Value, _ key: String) throws -> Value {
        let tree = try ReportTreeEncoder.tree(value).replacing(key: key) { text, place in
            standIns.redacted(text, RedactionRule(place), at: place)
        }
        return try ReportTreeDecoder.value(tree)
    }
}
