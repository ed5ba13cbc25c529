import TraceModel
import TraceReports
import WireText

/// What happened in one sentence, and the numbers of the first screen.
enum SummarySection {
    static func write(to html: inout HTMLText, _ page: PageContext) {
        let (report, base) = (page.report, page.pointer)
        html.section(page, "summary", "Summary") {
            $0.element("p", [.init("class", "lead")], report.verdict)
            var figures = [
                Figure.count("packets", report.capture.packets, base + "/capture/packets"),
                Figure.bytes("bytes on the wire", report.capture.originalBytes, base + "/capture/originalBytes"),
            ]
            figures += Figure.seconds("duration", report.capture.duration, base + "/capture/duration")
            if let time = report.capture.firstTime {
                figures.append(
                    Figure("first packet", time, path: base + "/capture/firstTime", value: JSONValue.text(time)))
            }
            figures += [
                Figure("peers", Quantity.grouped(report.peers.count)),
                Figure("services", Quantity.grouped(report.services.count)),
                Figure("sessions", Quantity.grouped(report.sessions.count)),
                Figure("findings", report.findings.isEmpty ? "none" : TextSummary.census(report.findings)),
            ]
            $0.figures(figures)
            if page.details == nil, !report.sessions.isEmpty {
                $0.element(
                    "p", [.init("class", "muted")],
                    "The input could be read once only: there are no single messages and round trips on this page.")
            }
        }
    }
}
