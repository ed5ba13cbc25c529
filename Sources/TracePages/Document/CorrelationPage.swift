import TraceModel
import TraceReports
import WireText

/// A page of HTML with two captures of the same traffic: delays both ways, the difference of the clocks, losses.
package enum CorrelationPage {
    /// - Parameter series: How the delays of the largest sessions went.
    package static func render(
        _ report: CorrelationReport, _ series: [DelaySeries], command: String
    ) throws -> [UInt8] {
        let json = try FittedData(
            report, lists: [CutList("sessions", \.sessions, weight: { session, _ in Double(session.matched) })]
        ).json
        let names = report.captures.map { CaptureNames.fileName($0.path) }
        return Shell(title: names.joined(separator: " and "), json: json).render {
            $0.section("summary", "Summary") { summary(report, to: &$0) }
            $0.section("correlation", "Correlation") { section in
                for line in series {
                    guard let session = report.sessions.first(where: { $0.id == line.session }) else { continue }
                    let plots = DelayPlots(session, line, report.clock)
                    section.element(
                        "h3", [.init("id", "session-\(session.id)")], "Session \(session.id): \(plots.ends)")
                    plots.delays?.write(to: &section)
                    plots.clock?.write(to: &section)
                }
                sessions(report, to: &section)
            }
            $0.section("capture", "Capture") { capture(report, command, to: &$0) }
        } contents: {
            [.init("summary", "Summary"), .init("correlation", "Correlation"), .init("capture", "Capture")]
        }
    }

    private static func summary(_ report: CorrelationReport, to html: inout HTMLText) {
        let matched = report.sessions.reduce(0) { $0 + $1.matched }
        let lost = report.sessions.reduce(0) { $0 + $1.forward.lost + $1.backward.lost }
        html.element(
            "p", [.init("class", "lead")],
            "\(Quantity.count(matched, "packet")) in both captures; \(lost == 0 ? "none" : Quantity.grouped(lost)) lost between them."
        )
        let clock = report.clock
        var figures = Figure.seconds("clock of B is ahead by", clock.offset, "/clock/offset")
        figures += Figure.seconds("uncertainty", clock.uncertainty, "/clock/uncertainty")
        if let drift = clock.drift {
            figures.append(
                Figure("drift", Quantity.digits(drift) + " ppm", path: "/clock/drift", value: JSONValue.text(drift)))
        }
        figures.append(.count("packets used for the clock", clock.matchedPackets, "/clock/matchedPackets"))
        for (index, capture) in report.captures.enumerated() {
            let name = capture.point.rawValue
            figures.append(.count("packets of \(name)", capture.packets, "/captures/\(index)/packets"))
            figures.append(.count("sessions of \(name)", capture.sessions, "/captures/\(index)/sessions"))
        }
        html.figures(figures)
        if !clock.isTwoWay {
            html.element(
                "p", [.init("class", "muted")],
                "Packets in common went one way only: the difference of the clocks is what makes no delay negative.")
        }
    }

    private static func sessions(_ report: CorrelationReport, to html: inout HTMLText) {
        html.element("h3", [], "All sessions")
        let table = EntryTable(
            columns: [
                "#", "from", "to", "matched →", "lost →", "delay →", "p95 →", "matched ←", "lost ←", "delay ←", "p95 ←",
            ], label: "All sessions")
        table.write(to: &html) { body in
            for session in report.sessions.prefix(300) {
                body.element("tr") { row in
                    row.cell(session.id, String(session.id))
                    row.cell("\(session.initiator.address) port \(session.initiator.port)")
                    row.cell("\(session.responder.address) port \(session.responder.port)")
                    for side in [session.forward, session.backward] {
                        row.cell(side.matched, Quantity.grouped(side.matched))
                        row.cell(side.lost, Quantity.grouped(side.lost))
                        row.cell(side.oneWayDelay.median, Quantity.duration(side.oneWayDelay.median))
                        row.cell(side.oneWayDelay.p95, Quantity.duration(side.oneWayDelay.p95))
                    }
                }
            }
        }
        html.leftOut("sessions", report.sessions.count - 300)
    }

    private static func capture(_ report: CorrelationReport, _ command: String, to html: inout HTMLText) {
        for capture in report.captures {
            let packets = Quantity.count(capture.packets, "packet")
            var text = "\(capture.point.rawValue): \(capture.path), \(packets)"
            if let time = capture.firstTime { text += ", from \(time)" }
            if let time = capture.lastTime { text += " to \(time)" }
            html.element("p", [], text + ".")
            if let error = capture.fileError { html.element("p", [.init("class", "bad")], error.message) }
        }
        html.element("p", [], "Made by nearscope \(report.generator.version) with:")
        html.element("p", [.init("class", "command")]) { $0.element("code", [], command) }
    }
}
