import TraceModel

/// Two captures of the same traffic on one time axis, by the clock of capture A, as a trace of Perfetto.
///
/// All tracks of a capture are below one with its name, as ``PerfettoTrace`` writes them. Below a third one are the sessions that
/// both have, with the delays of their packets and those that were lost. Arrows lead from a message at one point to the same
/// one at the other.
///
/// ```swift
/// var trace = CorrelationTrace(correlation.report) { try file.write($0) }
/// try trace.add(.first, first.report) { capture in
///     try first.forEach(listsRoundTrips: true) { try capture.add($0) } _: { try capture.add($0); return true }
/// }
/// try trace.add(.second, second.report, correction: correlation.correction) { capture in … }
/// try trace.add(correlation.series(sessions: .max, points: CorrelationTrace.maximumPoints))
/// try trace.finish()
/// ```
package struct CorrelationTrace {
    private let report: CorrelationReport
    private let clock: PerfettoClock
    private var packets = PerfettoPackets()
    private var both: UInt64?
    private let write: ([UInt8]) throws -> Void

    /// Delays, and losses, of each direction of a session that a trace shows at most: more would take minutes to load.
    package static let maximumPoints = 50_000

    /// - Parameter write: Takes the bytes of the trace piece by piece.
    package init(_ report: CorrelationReport, write: @escaping ([UInt8]) throws -> Void) {
        (self.report, self.write) = (report, write)
        clock = PerfettoClock(report.captures[0])
        packets.begin()
        if clock.isKnown { packets.synchronizeClocks(at: clock.time(0)) }
    }

    /// Adds all that the report on one of the captures says.
    ///
    /// - Parameters:
    ///   - correction: Makes times of the capture those of A's clock, both in nanoseconds since 1970; nil for A.
    ///   - content: Adds messages and round trips.
    package mutating func add(
        _ point: CorrelationReport.Point, _ capture: TraceReport, correction: ((Int64) -> Int64)? = nil,
        _ content: (inout PerfettoTrace) throws -> Void
    ) throws {
        let name = report.captures.first { $0.point == point }.map { CaptureNames.fileName($0.path) } ?? ""
        let track = packets.track("\(point.rawValue): \(name)")
        let part = PerfettoTrace.Part(
            point: point, track: track, counterparts: Counterpart.all(of: point, capture, in: report))
        packets.correction = correction
        var trace = try PerfettoTrace(capture, continuing: packets, as: part, write: write)
        try content(&trace)
        try trace.endSessions()
        packets = trace.packets
        packets.correction = nil
    }

    /// Adds what happened to packets between the captures.
    package mutating func add(_ series: [TransitSeries]) throws {
        let sessions = Dictionary(report.sessions.map { ($0.id, $0) }) { first, _ in first }
        // In the order of the report.
        for line in series.sorted(by: { $0.session < $1.session }) {
            guard let session = sessions[line.session] else { continue }
            try add(line, of: session)
        }
    }

    /// Ends the trace. Nothing can be added afterward.
    package mutating func finish() throws { try packets.handOver(to: write) }

    /// The places of tracks below that of a session.
    private enum Rank: Int {
        case lostForward, lostBackward
        case delaysForward, delaysBackward
    }

    private mutating func add(_ series: TransitSeries, of session: CorrelationReport.Session) throws {
        let times = [series.forward, series.backward].flatMap { line in
            line.lost + line.transits.flatMap { [$0.time - $0.delay, $0.time] }
        }
        guard let begin = times.min(), let end = times.max() else { return }
        let group = both ?? packets.track("A and B", .init(order: .chronological))
        both = group
        let ends = [session.initiator.text, session.responder.text]
        let name = "#\(session.id) \(session.transport.rawValue) \(ends[0]) → \(ends[1])"
        let track = packets.track(name, below: group, .init(order: .explicit))
        packets.event(
            .sliceBegin, name, on: track, at: clock.time(begin),
            [
                .init(.session, session.id), .init(.transport, session.transport.rawValue),
                .init(.initiator, ends[0]), .init(.responder, ends[1]), .init(.matched, session.matched),
                .init(.lost, session.forward.lost + session.backward.lost),
                .init(.uncertainty, report.clock.uncertainty),
                .init(.leftOut, series.forward.leftOut + series.backward.leftOut),
            ])
        packets.end(on: track, at: clock.time(end))
        try add(series.forward, "→", session.forward, (.lostForward, .delaysForward), below: track)
        try add(series.backward, "←", session.backward, (.lostBackward, .delaysBackward), below: track)
    }

    private mutating func add(
        _ line: TransitSeries.Line, _ arrow: String, _ direction: CorrelationReport.Direction,
        _ ranks: (lost: Rank, delays: Rank), below session: UInt64
    ) throws {
        if !line.lost.isEmpty {
            let track = packets.track("lost \(arrow)", below: session, .init(rank: ranks.lost.rawValue))
            let sender = line.senderIsFirst ? CorrelationReport.Point.first : .second
            // The report has the frames of the first losses.
            let frames = line.lost.count == direction.lost ? direction.lostFrames : []
            for (index, time) in line.lost.enumerated() {
                let frame = index < frames.count ? frames[index] : nil
                packets.event(
                    .instant, "lost", on: track, at: clock.time(time),
                    [.init(.capture, sender.rawValue), .init(.frame, frame)])
                try packets.handOver(to: write, ifMany: true)
            }
        }
        guard !line.transits.isEmpty else { return }
        let track = packets.track(
            "one-way delay \(arrow)", below: session, .init(rank: ranks.delays.rawValue, unit: .nanoseconds))
        for transit in line.transits {
            packets.count(ReportTime.nanoseconds(transit.delay), on: track, at: clock.time(transit.time))
            try packets.handOver(to: write, ifMany: true)
        }
    }
}
