import TraceModel
import WireText

/// The result of comparing two captures, as text: the clocks, then a line for each direction of each session, then the
/// losses.
public struct CorrelationSummary: TextView {
    /// Sessions that are listed; the rest is counted.
    private static let rows = 100
    /// Frames that a sentence names.
    private static let frames = 8

    public let page: TextPage

    public init(page: TextPage) { self.page = page }

    /// Lines of text, with nothing from the captures that could steer a terminal.
    public func render(_ report: CorrelationReport) -> String {
        var lines = report.captures.flatMap(captureLines)
        lines.append("")
        lines += clockLines(report.clock)
        lines.append("")
        let sessions = Self.byWeight(report.sessions)
        lines += sessionLines(sessions, report)
        lines.append("")
        lines += lossLines(sessions)
        return lines.joined(separator: "\n") + "\n"
    }

    private func captureLines(_ capture: CorrelationReport.Capture) -> [String] {
        var facts = [Quantity.count(capture.packets, "packet")]
        if let first = capture.firstTime { facts.append("from " + first) }
        if let last = capture.lastTime { facts.append("to " + last) }
        var lines = paragraph(
            SafeText.escaped(capture.path), first: capture.point.rawValue + "  ", margin: 3, emphasis: style.heading)
        lines += paragraph(TextSummary.list(facts), margin: 3)
        if capture.uncomparedPackets > 0 {
            let count = Quantity.count(capture.uncomparedPackets, "packet")
            lines += warning("\(count) over the limit were not compared, so the time after them is not covered")
        }
        if let error = capture.fileError {
            lines += warning(SafeText.escaped(error.message) + "; everything before it was compared")
        }
        return lines
    }

    private func warning(_ sentence: String) -> [String] {
        paragraph(sentence, margin: 3, emphasis: style.yellow)
    }

    private func clockLines(_ clock: CorrelationReport.Clock) -> [String] {
        guard let offset = clock.offset, let uncertainty = clock.uncertainty else {
            return [style.heading("Clocks"), "  cannot be compared"]
        }
        let ahead =
            offset == 0
            ? "A and B agree" : "B is \(Quantity.duration(abs(offset))) \(offset > 0 ? "ahead of" : "behind") A"
        var parts = ["\(ahead) at A's first packet,", "accurate to \(Quantity.duration(uncertainty))"]
        if let drift = clock.drift {
            parts[1] += ","
            let error = clock.driftUncertainty.map { " ± \(Quantity.digits($0))" } ?? ""
            parts.append("and B \(drift > 0 ? "gains" : "loses") \(Quantity.digits(abs(drift)))\(error) µs per second")
        }
        let packets = Quantity.count(clock.matchedPackets, "packet")
        parts.append(
            clock.isTwoWay
                ? "(\(packets) in both directions)"
                : "(\(packets) in one direction only: their minimum delay is taken as 0)")
        return [style.heading("Clocks")] + paragraph(parts)
    }

    /// The most informative sessions first: most packets in both captures, then multicast, then sessions without any
    /// such packet.
    private static func byWeight(_ sessions: [CorrelationReport.Session]) -> [CorrelationReport.Session] {
        let weight = { (session: CorrelationReport.Session) in
            (session.matched == 0 ? 2 : session.isBackground ? 1 : 0, -session.matched, session.id)
        }
        return sessions.sorted { weight($0) < weight($1) }
    }

    private func sessionLines(
        _ sessions: [CorrelationReport.Session], _ report: CorrelationReport
    ) -> [String] {
        let others = report.captures.map { "\($0.point.rawValue) has \(Quantity.grouped($0.sessions))" }
        let census = "\(Quantity.grouped(report.sessions.count)) in both; \(others.joined(separator: ", "))"
        var table = TextTable([
            .init("#", .right), .init("over", dispensable: 5), .init("from", limit: 47, minimum: 12),
            .init("way", dispensable: 6), .init("sent", .right), .init("arrived", .right, dispensable: 4),
            .init("lost", .right), .init("dup", .right, dispensable: 2), .init("late", .right, dispensable: 3),
            .init("delay", .right), .init("jitter", .right, dispensable: 1),
        ])
        let shown = sessions.prefix(Self.rows)
        for session in shown {
            // The other end is in the other row of the two.
            for (isFirst, direction) in [(true, session.forward), (false, session.backward)] {
                table.add([
                    isFirst ? "\(session.id)" : "", isFirst ? session.transport.rawValue.uppercased() : "",
                    Self.end(isFirst ? session.initiator : session.responder),
                    direction.sender.map { "\($0.rawValue)→\($0.other.rawValue)" } ?? "",
                    Quantity.grouped(direction.sent), Quantity.grouped(direction.received), Self.some(direction.lost),
                    Self.some(direction.duplicated), Self.some(direction.reordered),
                    direction.oneWayDelay.median.map { Quantity.duration($0) } ?? "",
                    direction.interarrivalJitter.map { Quantity.duration($0) } ?? "",
                ])
            }
        }
        var lines = [heading("Sessions", census)]
        lines += table.lines(width: width, style: style)
        let hidden = sessions.count - shown.count
        if hidden > 0 {
            lines.append(style.dim("  … and \(Quantity.count(hidden, "more session")): --format json has them all"))
        }
        return lines
    }

    /// `10.0.0.1:7000`, `[fe80::1]:7000`
    private static func end(_ end: Session.Endpoint) -> String {
        (end.address.contains(":") ? "[\(end.address)]" : end.address) + ":\(end.port)"
    }

    private static func some(_ count: Int) -> String { count > 0 ? Quantity.grouped(count) : "" }

    // MARK: - What vanished

    private func lossLines(_ sessions: [CorrelationReport.Session]) -> [String] {
        var sentences: [String] = []
        for session in sessions.prefix(Self.rows) {
            sentences += Self.sentences(session, session.forward, from: session.initiator, to: session.responder)
            sentences += Self.sentences(session, session.backward, from: session.responder, to: session.initiator)
        }
        let lost = sessions.reduce(0) { $0 + $1.forward.lost + $1.backward.lost }
        let matched = sessions.reduce(0) { $0 + $1.matched }
        let heading =
            lost > 0
            ? "\(Quantity.grouped(lost)) of \(Quantity.count(matched + lost, "packet")) lost between A and B"
            : "Nothing was lost between A and B"
        return paragraph(heading, margin: 0, emphasis: style.heading)
            + sentences.flatMap { paragraph($0, first: "  ", margin: 4) }
    }

    /// The explanations that the numbers of one direction need.
    private static func sentences(
        _ session: CorrelationReport.Session, _ direction: CorrelationReport.Direction, from: Session.Endpoint,
        to: Session.Endpoint
    ) -> [String] {
        let way = "#\(session.id) \(end(from)) → \(end(to)): "
        let sender = direction.sender ?? .first
        var sentences: [String] = []
        if direction.lost > 0, let ratio = direction.lossRatio {
            let runs =
                direction.lossBursts == direction.lost
                ? "one at a time"
                : "in \(Quantity.count(direction.lossBursts, "run")), the longest \(direction.longestLossBurst)"
            let frames = direction.lostFrames.prefix(Self.frames).map { "\($0)" }.joined(separator: ", ")
            let more = direction.lost > Self.frames ? ", …" : ""
            sentences.append(
                way + "\(Quantity.grouped(direction.lost)) lost (\(Quantity.digits(ratio * 100)) %), \(runs); "
                    + "\(direction.lost == 1 ? "frame" : "frames") \(frames)\(more) of \(sender.rawValue)")
        }
        if direction.unobserved > 0 {
            let packets = Quantity.count(direction.unobserved, "packet")
            sentences.append(way + "\(packets) not captured by \(sender.other.rawValue)")
        }
        if direction.resegmented > 0 {
            sentences.append(
                way
                    + "\(Quantity.count(direction.resegmented, "segment")) split or merged on the way, as network cards do"
            )
        }
        if direction.unexplained > 0 {
            let packets = Quantity.count(direction.unexplained, "packet")
            sentences.append(way + "\(packets) arrived that are not in \(sender.rawValue)")
        }
        return sentences
    }
}
