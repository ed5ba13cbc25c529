import TraceModel
import TraceReports
import WireText

/// What was read of the capture and what not, and how to make the page again.
enum CaptureSection {
    static func write(to html: inout HTMLText, _ page: PageContext, command: String) {
        let capture = page.report.capture
        let base = page.pointer + "/capture"
        html.section(page, "capture", "Capture") { section in
            section.figures([
                Figure("file", capture.path, width: .whole),
                Figure(
                    "format",
                    capture.compression == "none" ? capture.format : "\(capture.format), \(capture.compression)"),
                .count("packets", capture.packets, base + "/packets"),
                .bytes("captured", capture.capturedBytes, base + "/capturedBytes"),
                .count("cut short", capture.truncatedPackets, base + "/truncatedPackets"),
                .count("malformed", capture.malformedPackets, base + "/malformedPackets"),
                .count("not decoded", capture.undecodedPackets, base + "/undecodedPackets"),
            ])
            for error in capture.files.compactMap(\.fileError) {
                section.element(
                    "p", [.init("class", "bad")], "The file could be read up to byte \(error.offset): \(error.message)")
            }
            interfaces(&section, capture)
            // Without anybody to have a row there is no timeline.
            if !TimelineSection.isThere(page) { TrafficChart(page)?.chart.write(to: &section) }
            if !capture.protocols.entries.isEmpty {
                let counts = capture.protocols.entries.map { "\($0.name) \(Quantity.grouped($0.count))" }
                section.element("p", [], "Protocols: " + counts.joined(separator: ", "))
            }
            section.element("p", [], "Made by nearscope \(page.report.generator.version) with:")
            section.element("p", [.init("class", "command")]) { $0.element("code", [], command) }
        }
    }

    private static func interfaces(_ html: inout HTMLText, _ capture: CaptureSummary) {
        let table = EntryTable(columns: ["interface", "link type", "packets", "dropped"], label: "Interfaces")
        table.write(to: &html) { body in
            for interface in capture.interfaces.prefix(maximumInterfaces) {
                body.element("tr") { row in
                    row.cell(interface.name ?? String(interface.id))
                    row.cell(interface.linkType)
                    row.cell(interface.packets, Quantity.grouped(interface.packets))
                    row.cell(interface.dropped.map(Double.init), interface.dropped.map { Quantity.grouped($0) } ?? "–")
                }
            }
        }
        html.leftOut("interfaces", capture.interfaces.count - maximumInterfaces)
    }

    private static let maximumInterfaces = 50
}
