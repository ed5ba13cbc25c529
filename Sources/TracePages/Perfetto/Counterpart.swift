import TraceModel

/// A session of one capture that another capture has too.
struct Counterpart {
    /// ``CorrelationReport/Session/id``
    let id: Int
    /// Whether both captures call the same end the initiator.
    let isSameWay: Bool
    /// Whether offsets of the stream count from the beginning of the connection.
    let countsFromStart: Bool

    /// The number of the arrow to a message, the same in both captures, by a place in the stream of its direction; nil where offsets
    /// count from wherever the capture began. The factors are those of SplitMix64, so that no clock makes such numbers.
    func flow(at offset: Int, _ direction: TraceMessage.Direction) -> UInt64? {
        guard countsFromStart else { return nil }
        let isForward = (direction == .forward) == isSameWay
        let place = UInt64(bitPattern: Int64(offset)) &* 2 &+ (isForward ? 0 : 1)
        return place &* 0xBF58_476D_1CE4_E5B9 &+ UInt64(bitPattern: Int64(id)) &* 0x94D0_49BB_1331_11EB
    }

    /// What is known of the sessions of a report on one of the captures, by their ids there.
    static func all(of point: CorrelationReport.Point, _ report: TraceReport, in correlation: CorrelationReport)
        -> [Int:
        Counterpart]
    {
        let sessions = Dictionary(grouping: report.sessions) {
            Key(ends: [$0.initiator, $0.responder], interface: $0.interface, isTCP: $0.transport == .tcp)
        }
        let index = point == .first ? 0 : 1
        var found: [Int: Counterpart] = [:]
        for session in correlation.sessions {
            let key = Key(
                ends: [session.initiator, session.responder], interface: session.interfaces[index],
                isTCP: session.transport == .tcp)
            // Connections between the same ports are told apart by when they began. The frame is that of a packet that is
            // compared, which need not be the first one.
            let frame = session.firstFrames[index]
            let latest = (sessions[key] ?? []).filter { $0.firstFrame <= frame }.max { $0.firstFrame < $1.firstFrame }
            guard let latest else { continue }
            found[latest.id] = Counterpart(
                id: session.id,
                isSameWay: latest.initiator.address == session.initiator.address
                    && latest.initiator.port == session.initiator.port,
                countsFromStart: latest.transport == .tcp && !latest.midstream)
        }
        return found
    }

    /// The ends of a session, whichever of them began it.
    private struct Key: Hashable {
        let ends: [String]
        let interface: Int
        let isTCP: Bool

        init(ends: [Session.Endpoint], interface: Int, isTCP: Bool) {
            self.ends = ends.map { "\($0.address) \($0.port)" }.sorted()
            (self.interface, self.isTCP) = (interface, isTCP)
        }
    }
}
