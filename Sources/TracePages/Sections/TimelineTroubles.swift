import TraceModel
import TraceReports
import WireText

/// What went wrong in sessions, with its times: bytes that were lost or sent again, probes without an answer, and silence.
struct TimelineTroubles {
    /// A span of time of a session.
    struct Span {
        let session: Session
        let times: ClosedRange<Double>
        let words: String
        /// The larger, the longer it stays where there is no room for all.
        let weight: Double
    }

    /// Bursts of losses, in order of time.
    let losses: [Span]
    /// Silence, in order of time.
    let silences: [Span]
    /// What is not shown, in sentences.
    let notes: [String]

    /// Shorter ones are pauses like any.
    private static let shortestSilence = 2.0
    private static let silencesPerSession = 3
    /// Losses nearer than this share of the capture to each other are one burst.
    private static let burst = 0.005

    /// - Parameters:
    ///   - sessions: Those that the timeline shows.
    ///   - limit: Of losses, and of silences.
    init(_ page: PageContext, _ sessions: [Session], limit: Int) {
        let whole = page.wholeTime
        let losses = sessions.flatMap { Self.losses(page, $0, within: Self.burst * (whole.last - whole.first)) }
        let silences = sessions.flatMap { Self.silences($0, until: page.report.capture.duration) }
        self.losses = Self.heaviest(losses, limit)
        self.silences = Self.heaviest(silences, limit)
        var notes: [String] = []
        let timeless = page.report.sessions.reduce(0) { count, session in
            let isShown = page.details?.sessions[session.id] != nil || session.hasDeliveryMarks
            return count + (!isShown && session.hasLoss ? 1 : 0)
        }
        if timeless > 0 {
            notes.append(
                "\(Quantity.count(timeless, "session")) without a section lost packets as well; \(timeless == 1 ? "its" : "their") losses are not shown."
            )
        }
        if losses.count > limit {
            notes.append("The \(limit) bursts of most losses; \(losses.count - limit) more are not shown.")
        }
        if silences.count > limit {
            notes.append("The \(limit) longest silences; \(silences.count - limit) more are not shown.")
        }
        self.notes = notes
    }

    private static func heaviest(_ spans: [Span], _ limit: Int) -> [Span] {
        let order = spans.indices.sorted { (spans[$0].weight, $1) > (spans[$1].weight, $0) }
        return order.prefix(limit).map { spans[$0] }.sorted {
            ($0.times.lowerBound, $0.session.id) < ($1.times.lowerBound, $1.session.id)
        }
    }

    /// Something that was lost, at a time.
    private struct Loss {
        let time: Double
        let kind: Kind
        var count = 1

        enum Kind: Int, CaseIterable {
            case unanswered, retransmission, hole, message, late

            func words(_ count: Int) -> String {
                switch self {
                case .unanswered: "\(count) \(count == 1 ? "probe" : "probes") without an answer"
                case .retransmission: Quantity.count(count, "retransmission")
                case .hole: Quantity.count(count, "hole")
                case .message: "\(Quantity.count(count, "message")) lost"
                case .late: "\(Quantity.count(count, "message")) out of order"
                }
            }
        }
    }

    /// Numbered messages that never came or came late are in the report; of bytes that were sent again or never captured, and of
    /// probes without an answer, the second reading has the times.
    private static func events(_ page: PageContext, _ session: Session) -> [Loss] {
        var events: [Loss] = []
        for mark in session.forward.delivery + session.backward.delivery {
            if mark.lost > 0 { events.append(Loss(time: mark.time, kind: .message, count: mark.lost)) }
            if mark.reordered > 0 { events.append(Loss(time: mark.time, kind: .late, count: mark.reordered)) }
        }
        if let details = page.details?.sessions[session.id] {
            events += details.unanswered.map { Loss(time: $0, kind: .unanswered) }
            for mark in [details.sequence?.forward, details.sequence?.backward].compactMap({ $0?.marks }).joined() {
                if mark.kind == .retransmission { events.append(Loss(time: mark.time, kind: .retransmission)) }
                if mark.kind == .hole { events.append(Loss(time: mark.time, kind: .hole)) }
            }
        }
        return events.sorted { ($0.time, $0.kind.rawValue) < ($1.time, $1.kind.rawValue) }
    }

    private static func losses(_ page: PageContext, _ session: Session, within distance: Double) -> [Span] {
        let events = events(page, session)
        var bursts: [Span] = []
        var first = 0
        for index in events.indices
        where index + 1 == events.count || events[index + 1].time - events[index].time > distance {
            let burst = events[first...index]
            let words = Loss.Kind.allCases.compactMap { kind -> String? in
                let count = burst.reduce(0) { $0 + ($1.kind == kind ? $1.count : 0) }
                return count > 0 ? kind.words(count) : nil
            }
            bursts.append(
                Span(
                    session: session, times: burst[first].time...burst[index].time,
                    words: words.joined(separator: ", "), weight: Double(burst.reduce(0) { $0 + $1.count })))
            first = index + 1
        }
        return bursts
    }

    /// The longest times without a packet of the session, and the time after the last packet of a connection that nobody closed.
    private static func silences(_ session: Session, until end: Double?) -> [Span] {
        guard !session.isMulticast else { return [] }
        var spans: [Span] = []
        let (forward, backward) = (session.throughput.forward, session.throughput.backward)
        if let width = session.throughput.binWidth {
            var first: Int?
            for bin in 0..<min(forward.count, backward.count) {
                if forward[bin] == 0, backward[bin] == 0 {
                    first = first ?? bin
                } else if let begin = first {
                    first = nil
                    let (from, to) = (session.start + Double(begin) * width, session.start + Double(bin) * width)
                    guard to - from >= shortestSilence else { continue }
                    spans.append(
                        Span(
                            session: session, times: from...to, words: "no packet for \(Quantity.duration(to - from))",
                            weight: to - from))
                }
            }
        }
        spans = heaviest(spans, silencesPerSession)
        let isOpen = session.ending == .idle || session.ending == .captureEnd
        if session.transport == .tcp, isOpen, session.established != nil, let end, end - session.end >= shortestSilence
        {
            spans.append(
                Span(
                    session: session, times: session.end...end,
                    words: "never closed, no packet for the last \(Quantity.duration(end - session.end))",
                    weight: end - session.end))
        }
        return spans
    }
}

extension Session {
    /// Whether the report has the times of lost or late messages.
    fileprivate var hasDeliveryMarks: Bool { !forward.delivery.isEmpty || !backward.delivery.isEmpty }

    /// Whether a side sent again what was lost, or something never arrived.
    var hasLoss: Bool {
        [forward, backward].contains { side in
            [side.retransmittedPackets, side.lostMessages, side.lostDatagrams].contains { ($0 ?? 0) > 0 }
        }
    }
}
