import TraceModel

/// A report on a time axis, in the format of Perfetto (`Trace` of its `trace.proto`), which ui.perfetto.dev and Perfetto's trace
/// processor read.
///
/// Each peer is a track, below it are its services and sessions. A session is a slice from its first packet to its last one, with
/// its messages as instants on it; below it are its steps, its messages from first to last byte, with arrows from questions to
/// answers, and what was measured of it over time. Equal input makes equal bytes.
///
/// ```swift
/// var trace = try PerfettoTrace(messages.report) { try file.write($0) }
/// try messages.forEach(listsRoundTrips: true) { try trace.add($0) } _: { try trace.add($0); return true }
/// try trace.finish()
/// ```
///
/// Memory is that of the report, and some words for each session that has messages.
package struct PerfettoTrace {
    let report: TraceReport
    let clock: PerfettoClock
    var packets: PerfettoPackets
    /// One of two captures in a trace; nil for the only one.
    let part: Part?
    /// The track of each peer by its id.
    var peers: [String: UInt64] = [:]
    /// The track of what belongs to no peer, once there is something on it.
    private var others: UInt64?
    /// The track of each session by its id.
    var sessions: [Int: UInt64] = [:]
    var lanes: [Direction: MessageLanes] = [:]
    var roundTrips: [RoundTripKind: UInt64] = [:]
    private let write: ([UInt8]) throws -> Void

    /// A capture in a trace of two.
    struct Part {
        let point: CorrelationReport.Point
        /// The track that all others of the capture are below.
        let track: UInt64
        /// What is known of its sessions that the other capture has too, by their ids here.
        let counterparts: [Int: Counterpart]
    }

    /// What one side of a session sends.
    struct Direction: Hashable {
        let session: Int
        let direction: TraceMessage.Direction
    }

    /// Round trips that are measured alike.
    struct RoundTripKind: Hashable {
        let side: Direction
        let kind: RoundTrip.Kind
    }

    /// Begins a trace with all that a report says.
    ///
    /// - Parameter write: Takes the bytes of the trace piece by piece.
    package init(_ report: TraceReport, write: @escaping ([UInt8]) throws -> Void) throws {
        var packets = PerfettoPackets()
        packets.begin()
        let clock = PerfettoClock(report.capture)
        if clock.isKnown { packets.synchronizeClocks(at: clock.time(0)) }
        try self.init(report, continuing: packets, as: nil, write: write)
    }

    /// Continues a trace with a report.
    init(
        _ report: TraceReport, continuing packets: PerfettoPackets, as part: Part?,
        write: @escaping ([UInt8]) throws -> Void
    ) throws {
        (self.report, self.packets, self.part, self.write) = (report, packets, part, write)
        clock = PerfettoClock(report.capture)
        try addPeers()
        try addFindings()
        try addServices()
        try addAWDL()
        try addNAN()
        try addSessions()
    }

    /// Adds a message of the report's sessions, in the order in which they were completed.
    package mutating func add(_ message: TraceMessage) throws {
        guard let session = sessions[message.session] else { return }
        let time = clock.time(message.time)
        let name = message.type ?? message.application.rawValue
        packets.event(
            .instant, name, on: session, at: time, [.init(.session, message.session), .init(.frame, message.frame)])
        addSlice(of: message, name, until: time, below: session)
        try writeIfMany()
    }

    /// Adds a round trip of the report's sessions. Those of handshakes are there already, as a step of their sessions.
    package mutating func add(_ roundTrip: RoundTrip) throws {
        guard roundTrip.kind != .handshake, let session = sessions[roundTrip.session] else { return }
        let side = Direction(session: roundTrip.session, direction: roundTrip.direction)
        let kind = RoundTripKind(side: side, kind: roundTrip.kind)
        let track = roundTrips[kind] ?? counter(of: kind, below: session)
        roundTrips[kind] = track
        packets.count(ReportTime.nanoseconds(roundTrip.value), on: track, at: clock.time(roundTrip.time))
        try writeIfMany()
    }

    /// Ends the trace. Nothing can be added afterward.
    package mutating func finish() throws {
        try endSessions()
        try packets.handOver(to: write)
    }

    /// Ends the slices of all sessions.
    mutating func endSessions() throws {
        // Ends of sessions come last in the file, so that a message at that moment still lies within its session.
        for session in report.sessions {
            guard let track = sessions[session.id] else { continue }
            packets.end(on: track, at: clock.time(max(session.start, session.end)))
            try writeIfMany()
        }
    }

    /// The track of a peer; that of what belongs to none, if it is nil or unknown.
    mutating func track(ofPeer id: String?) -> UInt64 {
        if let track = id.flatMap({ peers[$0] }) ?? others { return track }
        let track = topTrack("Others", .init(order: .chronological))
        others = track
        return track
    }

    /// Makes a track that is below no other one of its capture.
    mutating func topTrack(_ name: String, _ options: PerfettoPackets.TrackOptions = .init()) -> UInt64 {
        packets.track(name, below: part?.track, options)
    }

    /// Hands over what is there if it is much, so that memory does not grow with the trace.
    mutating func writeIfMany() throws { try packets.handOver(to: write, ifMany: true) }
}
