import TraceModel

extension PerfettoTrace {
    /// The places of tracks below that of a session.
    enum Rank: Int {
        case discovery, steps
        case messagesForward, messagesBackward
        case throughputForward, throughputBackward
        case roundTripsForward, roundTripsBackward
    }

    /// Adds a message from its first byte to its last one.
    mutating func addSlice(of message: TraceMessage, _ name: String, until end: UInt64, below session: UInt64) {
        let begin = min(clock.time(message.begun), end)
        let side = Direction(session: message.session, direction: message.direction)
        let track = lanes[side, default: MessageLanes()].track(from: begin, to: end, in: &packets) {
            $0.track(
                "messages \(side.arrow)", below: session,
                .init(isMerged: true, rank: side.rank(.messagesForward, .messagesBackward)))
        }
        guard let track else { return }
        let beginsFlow = lanes[side]?.beginsFlow(at: begin) ?? false
        // No `session` here: that is what tells the slice of a session.
        // Many are there with one packet.
        let isMoment = begin == end
        let flows = [beginsFlow ? flow(of: side, from: begin) : nil, arrival(of: message)].compactMap(\.self)
        packets.event(
            isMoment ? .instant : .sliceBegin, name, on: track, at: begin,
            [
                .init(.frame, message.frame), .init(.firstFrame, message.firstFrame), .init(.bytes, message.bytes),
                .init(.sender, message.sender), .init(.latency, message.latency), .init(.fault, message.fault),
                .init(.streamOffset, message.streamOffset),
            ],
            flows: flows, endOfFlow: flow(toAnswer: message, at: end))
        if !isMoment { packets.end(on: track, at: end) }
    }

    /// The arrow to an answer: the one from the message of the other side that began as long before as the answer took.
    private func flow(toAnswer message: TraceMessage, at time: UInt64) -> UInt64? {
        guard message.latencyKind == .roundTrip, let latency = message.latency else { return nil }
        let asking = Direction(
            session: message.session, direction: message.direction == .forward ? .backward : .forward)
        return flow(of: asking, from: clock.later(time, by: -ReportTime.nanoseconds(latency)))
    }

    /// The number of the arrow from what a side sent at a time. It needs no memory of what was sent, and two are the same only
    /// if times and sessions differ by numbers that no clock makes: the factor is 2⁶⁴ divided by the golden ratio.
    private func flow(of side: Direction, from time: UInt64) -> UInt64 {
        let number = UInt64(bitPattern: Int64(side.session)) &* 2 &+ (side.direction == .forward ? 0 : 1)
        // Both captures have sessions of each number.
        let inCapture = part?.point == .second ? number &+ 1 << 40 : number
        return time &+ inCapture &* 0x9E37_79B9_7F4A_7C15
    }

    /// The number of the arrow between a message in one capture and the same one in the other, where that is certain: by its
    /// place in the stream, which both count from the beginning. Perfetto draws it from the earlier one to the later one.
    private func arrival(of message: TraceMessage) -> UInt64? {
        guard let counterpart = part?.counterparts[message.session], let offset = message.streamOffset else {
            return nil
        }
        return counterpart.flow(at: offset, message.direction)
    }

    /// Makes the track for round trips.
    mutating func counter(of kind: RoundTripKind, below session: UInt64) -> UInt64 {
        packets.track(
            "\(kind.kind.rawValue) round trips \(kind.side.arrow)", below: session,
            .init(rank: kind.side.rank(.roundTripsForward, .roundTripsBackward), unit: .nanoseconds))
    }
}

extension PerfettoTrace.Direction {
    /// As in the name of the session's track, where the initiator is on the left.
    var arrow: String { direction == .forward ? "→" : "←" }

    func rank(_ forward: PerfettoTrace.Rank, _ backward: PerfettoTrace.Rank) -> Int {
        direction == .forward ? forward.rawValue : backward.rawValue
    }
}
