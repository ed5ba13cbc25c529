import TraceModel
import TraceReports
import WireText

/// The index of a page of several captures: what is in each, and a link to its part.
enum CapturesSection {
    static let id = "captures"

    /// - Parameter names: Of the captures.
    static func write(to html: inout HTMLText, _ pages: [PageContext], _ names: [String]) {
        html.section(id, "Captures") { section in
            let table = EntryTable(
                columns: ["capture", "first packet", "lasted", "packets", "sessions", "findings", "what happened"],
                label: "All captures")
            table.write(to: &section) { body in
                for (index, page) in pages.enumerated() {
                    let report = page.report
                    body.element("tr") { row in
                        row.cell(names[index], to: "file-\(index + 1)")
                        row.cell(SummarySection.words(ofTime: report.capture.firstTime ?? "–"))
                        row.cell(report.capture.duration, Quantity.duration(report.capture.duration))
                        row.cell(report.capture.packets, Quantity.grouped(report.capture.packets))
                        row.cell(report.sessions.count, Quantity.grouped(report.sessions.count))
                        row.cell(
                            report.findings.count,
                            report.findings.isEmpty ? "none" : TextSummary.census(report.findings))
                        row.cell(report.verdict)
                    }
                }
            }
        }
    }
}
