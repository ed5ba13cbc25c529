import TraceModel
import TraceReports
import WireText

/// A page of HTML with two captures of the same traffic: delays both ways, the difference of the clocks, losses.
package enum CorrelationPage {
    /// - Parameter series: How the delays of the largest sessions went.
    package static func render(
        _ report: CorrelationReport, _ series: [TransitSeries], command: String
    ) throws -> [UInt8] {
        let json = try FittedData(
            report, lists: [CutList("sessions", \.sessions, weight: { session, _ in Double(session.matched) })]
        ).json
        let names = report.captures.map { ReportPage.fileName($0.path) }
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
        figures.append(.count("matched packets", clock.matchedPackets, "/clock/matchedPackets"))
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
            html.element(
                "p", [],
                "\(capture.point.rawValue): \(capture.path), \(Quantity.count(capture.packets, "packet"))"
                    + (capture.firstTime.map { ", from \($0)" } ?? "") + (capture.lastTime.map { " to \($0)" } ?? "")
                    + ".")
            if let error = capture.fileError { html.element("p", [.init("class", "bad")], error.message) }
        }
        html.element("p", [], "Made by nearscope \(report.generator.version) with:")
        html.element("p", [.init("class", "command")]) { $0.element("code", [], command) }
    }
}

/// The plots of one session in two captures.
struct DelayPlots {
    private let session: CorrelationReport.Session
    private let series: TransitSeries
    private let times: CorrelationReport.Clock

    init(_ session: CorrelationReport.Session, _ series: TransitSeries, _ clock: CorrelationReport.Clock) {
        (self.session, self.series, times) = (session, series, clock)
    }

    var ends: String {
        "\(session.initiator.address) port \(session.initiator.port) → \(session.responder.address) port \(session.responder.port)"
    }

    private var lines: [(name: String, line: TransitSeries.Line)] {
        [("forward", series.forward), ("backward", series.backward)]
    }

    private var axis: Chart.Axis {
        let all = lines.flatMap { $0.line.transits.map(\.time) + $0.line.lost }
        let scale = Scale(of: all)
        return .time(Scale(from: min(0, scale.first), to: scale.last), group: "capture")
    }

    private var note: String {
        let leftOut = lines.reduce(0) { $0 + $1.line.leftOut }
        return leftOut > 0 ? "Thinned evenly: \(Quantity.grouped(leftOut)) packets are not shown." : ""
    }

    /// The delays of both directions, and the losses above.
    var delays: Chart? {
        let values = lines.flatMap { $0.line.transits.map(\.delay) }
        guard !values.isEmpty else { return nil }
        var table = ValueTable(columns: ["time (s)", "delay (s)", "direction"])
        table.note = note
        let scale = Scale(of: values, startsAtZero: true).padded
        let lossLevel = scale.last - (scale.last - scale.first) / 40
        var marks: [Mark] = []
        for (index, entry) in lines.enumerated() {
            marks.append(
                Mark(shape: .points(entry.line.transits.map { .init($0.time, $0.delay) }), series: index + 1))
            marks.append(
                Mark(
                    shape: .points(entry.line.lost.map { .init($0, lossLevel) }), series: index + 3))
            for transit in entry.line.transits {
                table.add(
                    [.time(transit.time), .seconds(transit.delay), .text(entry.name)],
                    at: .init(Mark.Point(transit.time, transit.delay)))
            }
            for time in entry.line.lost {
                table.add([.time(time), .text("lost"), .text(entry.name)], at: .init(Mark.Point(time, lossLevel)))
            }
        }
        return Chart(
            kind: .delays, id: "session-\(session.id)-delays",
            caption: "One-way delays by the clock of A; losses are at the top, when they were sent",
            series: ["forward", "backward", "lost forward", "lost backward"], horizontal: axis,
            side: .axis(.init(label: "one-way delay (s)", scale: scale, format: { Quantity.duration($0) })),
            marks: marks.filter { !$0.isEmpty }, table: table)
    }

    /// What the clocks seem to differ by, packet by packet, and what they do: the line between both directions.
    var clock: Chart? {
        guard let offset = times.offset else { return nil }
        let rate = (times.drift ?? 0) / 1e6
        func apart(_ line: TransitSeries.Line) -> [Mark.Point] {
            line.transits.map { .init($0.time, rate * $0.time + (line.senderIsFirst ? $0.delay : -$0.delay)) }
        }
        let points = lines.map { apart($0.line) }
        let all = points.flatMap { $0 }
        guard !all.isEmpty else { return nil }
        var table = ValueTable(columns: ["time (s)", "difference beyond the offset (s)", "direction"])
        table.note = note
        for (entry, points) in zip(lines, points) {
            for point in points { table.add([.time(point.x), .seconds(point.y), .text(entry.name)], at: .init(point)) }
        }
        let axis = axis
        let line = [axis.scale.first, axis.scale.last].map { Mark.Point($0, rate * $0) }
        return Chart(
            kind: .clock, id: "session-\(session.id)-clock",
            caption:
                "Times of B minus times of A, beyond the offset of \(Quantity.duration(offset)): the line is the clocks' own difference",
            series: ["forward", "backward", "clocks"], horizontal: axis,
            side: .axis(
                .init(
                    label: "difference (s)", scale: Scale(of: all.map(\.y) + line.map(\.y)).padded,
                    format: { Quantity.duration($0) })),
            marks: [
                Mark(shape: .points(points[0]), series: 1), Mark(shape: .points(points[1]), series: 2),
                Mark(shape: .line(line), series: 3),
            ].filter { !$0.isEmpty }, table: table)
    }
}
