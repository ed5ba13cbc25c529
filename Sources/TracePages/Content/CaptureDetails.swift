import TraceAnalysis
import TraceModel

/// What only a second reading of a capture gives: messages and round trips of the sessions that have a section.
package struct CaptureDetails: Sendable {
    private(set) var sessions: [Int: SessionDetails] = [:]

    /// Marks of the streams of all sessions.
    private static let marks = 1500

    /// Reads the capture once more.
    ///
    /// - Parameters:
    ///   - message: Takes all messages of the capture meanwhile.
    ///   - roundTrip: Takes all round trips.
    /// - Throws: What ``MessageTrace/forEach(keepsContent:listsRoundTrips:roundTrip:_:)`` throws.
    package init(
        _ trace: MessageTrace, message take: ((TraceMessage) throws -> Void)? = nil,
        roundTrip takeRoundTrip: ((RoundTrip) throws -> Void)? = nil
    ) throws {
        let shown = Set(PageContext.sessionsShown(trace.report))
        let streams = Set(trace.report.sessions.filter { shown.contains($0.id) && $0.transport == .tcp }.map(\.id))
        let limit = max(120, Self.marks / max(1, streams.count))
        for id in shown {
            sessions[id] = SessionDetails(plot: streams.contains(id) ? SegmentThinning(session: id, limit: limit) : nil)
        }
        var found = sessions
        // Unless all messages are wanted, only the packets of these sessions are followed.
        let wanted = take == nil && takeRoundTrip == nil ? shown : nil
        try trace.forEach(of: wanted, listsRoundTrips: true, segmentsOf: streams) { roundTrip in
            if shown.contains(roundTrip.session) { found[roundTrip.session]?.add(roundTrip) }
            try takeRoundTrip?(roundTrip)
        } segment: {
            found[$0.session]?.add($0)
        } _: { message in
            if shown.contains(message.session) { found[message.session]?.add(message) }
            try take?(message)
            return true
        }
        sessions = found
    }

    /// The same details with each message replaced by what `change` makes of it.
    package func replacing(_ change: (TraceMessage) throws -> TraceMessage) rethrows -> CaptureDetails {
        var copy = self
        // In order, so that new stand-ins are the same each time.
        for id in copy.sessions.keys.sorted() { try copy.sessions[id]?.replace(change) }
        return copy
    }
}
