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
                    Figure(
                        "first packet", words(ofTime: time), path: base + "/capture/firstTime",
                        value: JSONValue.text(time), width: .wide))
            }
            figures += [
                Figure("peers", Quantity.grouped(report.peers.count)),
                Figure("services", Quantity.grouped(report.services.count)),
                Figure("sessions", Quantity.grouped(report.sessions.count)),
                Figure("findings", report.findings.isEmpty ? "none" : TextSummary.census(report.findings)),
            ]
            $0.figures(figures)
            if page.details == nil, !report.sessions.isEmpty { $0.element("p", [.init("class", "muted")], lack) }
        }
    }

    /// What is not on a page that was made with one reading.
    private static let lack =
        "The capture came from a pipe, which can be read only once. What takes a second reading is missing: "
        + "time–sequence plots, message charts, round trips one by one and their distribution, losses on the timeline, "
        + "and commands that copy packets. To get them, save the capture to a file and make the page of that."

    /// `2026-11-21 02:13:48.886498108 UTC`, which can go on in the next line between date and time.
    static func words(ofTime time: String) -> String {
        guard time.hasSuffix("Z") else { return time }
        return time.dropLast().replacing("T", with: " ") + " UTC"
    }
}
