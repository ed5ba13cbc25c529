import TraceModel
import TraceReports
import WireText

/// A page of HTML with an endpoint's log beside a capture: congestion window and round trips over the capture's time, losses.
package enum EndpointLogPage {
    /// Values of a series that a plot shows; of more, the first and the extremes of each span.
    private static let maximumPoints = 2000

    package static func render(_ report: EndpointLogReport, command: String) throws -> [UInt8] {
        let json = try FittedData(
            report,
            lists: [
                CutList("losses", \.losses, share: 0.2, least: 300),
                CutList("missingFromCapture", \.missingFromCapture),
                CutList("missingFromLog", \.missingFromLog),
                CutList("series.congestionWindow", \.series.congestionWindow),
                CutList("series.bytesInFlight", \.series.bytesInFlight),
                CutList("series.slowStartThreshold", \.series.slowStartThreshold),
                CutList("series.smoothedRTT", \.series.smoothedRTT), CutList("series.latestRTT", \.series.latestRTT),
                CutList("series.minimumRTT", \.series.minimumRTT), CutList("series.ackRTT", \.series.ackRTT),
                CutList("series.peerAckRTT", \.series.peerAckRTT),
            ]
        ).json
        return Shell(title: "Session \(report.session) and the log of its \(report.log.endpoint.rawValue)", json: json)
            .render {
                $0.section("summary", "Summary") { summary(report, to: &$0) }
                $0.section("path", "Path") { section in
                    for chart in charts(report) { chart.write(to: &section) }
                }
                $0.section("losses", "Losses") { losses(report, to: &$0) }
                $0.section("capture", "Capture") { section in
                    section.element(
                        "p", [], "\(report.capture), and \(report.log.path) with \(report.log.events) events.")
                    section.element("p", [], "Made by nearscope \(report.generator.version) with:")
                    section.element("p", [.init("class", "command")]) { $0.element("code", [], command) }
                }
            } contents: {
                [
                    .init("summary", "Summary"), .init("path", "Path"), .init("losses", "Losses"),
                    .init("capture", "Capture"),
                ]
            }
    }

    private static func summary(_ report: EndpointLogReport, to html: inout HTMLText) {
        let matched = report.sent.matched + report.received.matched
        let logged = report.sent.logged + report.received.logged
        let lost = report.losses.isEmpty ? "none" : Quantity.grouped(report.losses.count)
        html.element(
            "p", [.init("class", "lead")],
            "\(Quantity.grouped(matched)) of \(Quantity.count(logged, "packet")) in the log are in the capture; "
                + "the \(report.log.endpoint.rawValue) gave up \(lost) for lost.")
        var figures = Figure.seconds("capture's clock is ahead by", report.clock.difference, "/clock/difference")
        figures += Figure.seconds("distance from the clock", report.clock.spread, "/clock/spread")
        for (name, packets) in [("sent", report.sent), ("received", report.received)] {
            figures.append(.count("\(name), in both", packets.matched, "/\(name)/matched"))
            if packets.maybeSealed > 0 {
                figures.append(.count("\(name), perhaps sealed", packets.maybeSealed, "/\(name)/maybeSealed"))
            }
            figures.append(
                .count("\(name), only in the log", packets.missingFromCapture, "/\(name)/missingFromCapture"))
            figures.append(.count("\(name), only captured", packets.missingFromLog, "/\(name)/missingFromLog"))
        }
        html.figures(figures)
    }

    private static func losses(_ report: EndpointLogReport, to html: inout HTMLText) {
        let table = EntryTable(
            columns: ["given up at (s)", "space", "packet", "why", "on the wire", "captured at (s)"], label: "Losses")
        table.write(to: &html) { body in
            for loss in report.losses.prefix(300) {
                body.element("tr") { row in
                    row.cell(loss.time.map { Quantity.fixed($0, decimals: 4) } ?? "–")
                    row.cell(loss.packet.space)
                    row.cell(String(loss.packet.number))
                    row.cell(loss.trigger ?? "–")
                    row.cell(loss.verdict.rawValue)
                    row.cell(loss.captured.map { Quantity.fixed($0, decimals: 4) } ?? "–")
                }
            }
        }
        html.leftOut("losses", report.losses.count - 300)
    }

    // MARK: - Plots

    private typealias Series = (name: String, points: [EndpointLogReport.Point])

    private static func charts(_ report: EndpointLogReport) -> [Chart] {
        let series = report.series
        let times = series.all.flatMap { $0.points.map(\.time) }
        let scale = Scale(of: times)
        let axis = Chart.Axis.time(Scale(from: min(0, scale.first), to: scale.last), group: "capture")
        let windows: [Series] = [
            ("congestion window", series.congestionWindow), ("bytes in flight", series.bytesInFlight),
        ]
        let trips: [Series] = [
            ("smoothed RTT", series.smoothedRTT), ("latest RTT", series.latestRTT),
            ("RTT in the capture", series.ackRTT),
        ]
        return [
            chart(
                .window, "window", "Congestion window and bytes in flight of the endpoint; losses are at the top",
                windows, report.losses, axis, "bytes", steps: 2, isDuration: false),
            chart(
                .delays, "round-trips", "Round trips as the endpoint computes them, and as the capture shows them",
                trips, [], axis, "round trip (s)", steps: 1, isDuration: true),
        ].compactMap(\.self)
    }

    /// - Parameter steps: The first series, which hold until the next value; the others are points.
    private static func chart(
        _ kind: Chart.Kind, _ id: String, _ caption: String, _ all: [Series], _ losses: [EndpointLogReport.Loss],
        _ axis: Chart.Axis, _ label: String, steps: Int, isDuration: Bool
    ) -> Chart? {
        guard all.contains(where: { !$0.points.isEmpty }) else { return nil }
        let scale = Scale(of: all.flatMap { $0.points.map(\.value) }, startsAtZero: true).padded
        let format: (Double) -> String = {
            isDuration ? Quantity.duration($0) : Quantity.bytes(Int(min(max($0, 0), 1e18)))
        }
        var table = ValueTable(columns: ["time (s)", isDuration ? "round trip (s)" : "bytes", "series"])
        var marks: [Mark] = []
        for (index, series) in all.enumerated() {
            let points = thinned(series.points)
            if points.count < series.points.count {
                table.note = "Of many values, the smallest and the largest of each span."
            }
            let isStep = index < steps
            marks.append(
                Mark(
                    shape: isStep
                        ? .line(line(points)) : .points(points.map { .init($0.time, $0.value) }), series: index + 1))
            for point in points {
                table.add(
                    [.time(point.time), .number(point.value, format(point.value)), .text(series.name)],
                    at: .init(Mark.Point(point.time, point.value)))
            }
        }
        let lost = losses.compactMap(\.time)
        if !lost.isEmpty {
            marks.append(
                Mark(shape: .points(lost.map { .init($0, scale.last) }), series: all.count + 1, style: "large"))
            for time in lost {
                table.add([.time(time), .text("–"), .text("given up")], at: .init(Mark.Point(time, scale.last)))
            }
        }
        return Chart(
            kind: kind, id: id, caption: caption, series: all.map(\.name) + (lost.isEmpty ? [] : ["given up for lost"]),
            horizontal: axis, side: .axis(.init(label: label, scale: scale, format: format)),
            marks: marks.filter { !$0.isEmpty }, table: table)
    }

    /// Level from each value to the next.
    private static func line(_ points: [EndpointLogReport.Point]) -> [Mark.Point?] {
        var line: [Mark.Point?] = []
        for (index, point) in points.enumerated() {
            if index > 0 { line.append(.init(point.time, points[index - 1].value)) }
            line.append(.init(point.time, point.value))
        }
        return line
    }

    private static func thinned(_ points: [EndpointLogReport.Point]) -> [EndpointLogReport.Point] {
        guard points.count > maximumPoints else { return points }
        let size = (2 * points.count + maximumPoints - 1) / maximumPoints
        return stride(from: 0, to: points.count, by: size).flatMap { start -> [EndpointLogReport.Point] in
            let span = start..<min(start + size, points.count)
            let ends = [
                span.min { points[$0].value < points[$1].value }, span.max { points[$0].value < points[$1].value },
            ]
            return Set(ends.compactMap(\.self)).sorted().map { points[$0] }
        }
    }
}
