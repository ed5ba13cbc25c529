import TraceModel
import TraceReports
import WireText

/// One session in full: its figures, and its plots.
struct SessionSection {
    let page: PageContext
    let session: Session
    let details: SessionDetails?

    /// - Parameter details: What a second reading gave of it.
    init(_ page: PageContext, _ session: Session, _ details: SessionDetails?) {
        (self.page, self.session, self.details) = (page, session, details)
    }

    /// The sections of all sessions that have one.
    static func write(to html: inout HTMLText, _ page: PageContext) {
        let shown = Set(page.shown)
        for session in page.report.sessions where shown.contains(session.id) {
            SessionSection(page, session, page.details?.sessions[session.id]).write(to: &html)
        }
    }

    var ends: String { "\(page.names.name(session.initiator)) → \(page.names.responder(session))" }

    private func write(to html: inout HTMLText) {
        let title = "Session \(session.id): \(ends), \(SessionWords.kind(session))"
        html.section(page, "session-\(session.id)", title) { section in
            section.element("p", [], sentence)
            for words in MultipeerWords.lines(session) where !words.isEmpty {
                section.element("p", [], words.joined(separator: ", ") + ".")
            }
            section.figures(figures)
            for chart in charts { chart.write(to: &section) }
            for limit in session.limits {
                section.element("p", [.init("class", "muted")], limit.message)
            }
            section.command(page.extraction?.packets(of: session, in: page.report.capture))
        }
    }

    private var sentence: String {
        let port = "\(session.responder.address) port \(session.responder.port)"
        return "\(session.initiator.address) port \(session.initiator.port) to \(port), "
            + "\(ending)from \(Quantity.moment(session.start)) for \(Quantity.duration(session.duration))."
    }

    private var ending: String {
        let words = SessionWords.endingInFull(session)
        return words.isEmpty ? "" : words + ", "
    }

    private var charts: [Chart] {
        let roundTrips = SessionRoundTrips(self)
        return [
            SessionPhases(self).chart, SessionThroughput(self).chart, roundTrips.overTime,
            RoundTripDistribution(self, roundTrips.samples).chart, SessionSequence(self).chart,
            SessionMessages(self).chart,
        ].compactMap { $0 }
    }

    /// The time of the session's plots.
    var time: Chart.Axis {
        let bins = Double(max(session.throughput.forward.count, session.throughput.backward.count))
        let end = session.start + bins * (session.throughput.binWidth ?? 0)
        return .time(
            Scale(from: session.start, to: max(session.end, end)), group: page.captureGroup)
    }

    func id(_ plot: String) -> String { page.id("session-\(session.id)-\(plot)") }

    // MARK: - Figures

    /// Which direction the session's transport RTT is that of.
    private var transportDirection: String {
        switch session.transportRTT {
        case session.forward.transportRTT: " →"
        case session.backward.transportRTT: " ←"
        default: ""
        }
    }

    private var figures: [Figure] {
        guard let place = page.embedded.sessionPlaces[session.id] else { return [] }
        let base = "\(page.pointer)/sessions/\(place)/"
        var figures: [Figure] = []
        let phases = session.phases
        for (name, key, value) in [
            ("discovery", "discover", phases.discover), ("resolution", "resolve", phases.resolve),
            ("connection", "connect", phases.connect), ("identification", "identify", phases.identify),
            ("stabilization", "stabilize", phases.stabilize),
            ("to the first message", "firstMessage", phases.firstMessage),
        ] {
            figures += Figure.seconds(name, value, base + "phases/" + key)
        }
        figures += Figure.seconds("duration", session.duration, base + "duration")
        figures += Figure.seconds("handshake", session.handshakeRTT, base + "handshakeRTT")
        for (name, key, value) in [
            ("round trip", "applicationRTT", session.applicationRTT),
            ("transport RTT" + transportDirection, "transportRTT", session.transportRTT),
        ] where value.count > 0 {
            figures += Figure.seconds(name + ", median", value.median, base + key + "/median")
            figures += Figure.seconds(name + ", p95", value.p95, base + key + "/p95")
        }
        for (mark, key, side) in [("→", "forward", session.forward), ("←", "backward", session.backward)] {
            figures.append(.bytes("bytes " + mark, side.wireBytes, base + key + "/wireBytes"))
            figures.append(.count("packets " + mark, side.packets, base + key + "/packets"))
            if let messages = side.messages, messages > 0 {
                figures.append(.count("messages " + mark, messages, base + key + "/messages"))
            }
            if let lost = side.lostMessages, lost > 0 {
                figures.append(.count("lost messages " + mark, lost, base + key + "/lostMessages"))
            }
            if let resent = side.retransmittedPackets, resent > 0 {
                figures.append(.count("retransmitted " + mark, resent, base + key + "/retransmittedPackets"))
            }
            if let goodput = side.goodput {
                figures.append(
                    Figure(
                        "goodput " + mark, Quantity.rate(goodput), path: base + key + "/goodput",
                        value: JSONValue.text(goodput)))
            }
        }
        return figures
    }
}
