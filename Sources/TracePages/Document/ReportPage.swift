import TraceModel
import WireText

/// A page of HTML with the reports of captures: one file, which asks for nothing.
package enum ReportPage {
    /// Bytes of a page.
    private static let limit = 1_000_000
    /// Bytes of a page with as many rows behind its plots as there is room for.
    private static let size = 900_000
    /// Bytes of a row of a table.
    private static let rowSize = 140
    /// Bytes of data that are never too many.
    private static let leastData = 120_000

    /// - Parameters:
    ///   - captures: Each with what a second reading gave.
    ///   - command: How the page is made again.
    package static func render(_ captures: [PageCapture], command: String) throws -> [UInt8] {
        var dataLimit = max(leastData / max(1, captures.count), EmbeddedReport.limit / max(1, captures.count))
        let leastData = leastData / max(1, captures.count)
        var pages = try contexts(captures, dataLimit)
        var page = render(pages, command)
        // Where plots and tables take all the room, there is less for data: in the end, only that of the sections.
        while page.count >= limit, dataLimit > leastData {
            dataLimit = max(leastData, min(dataLimit - 1, dataLimit + size - page.count))
            pages = try contexts(captures, dataLimit)
            page = render(pages, command, .short)
        }
        guard page.count >= limit else { return page }
        page = render(pages, command, .sparse)
        guard page.count < limit else { return render(pages, command, .least) }
        let coarse = render(pages, command, .coarse)
        return coarse.count < limit ? coarse : page
    }

    /// - Parameter dataLimit: Bytes of each capture's data.
    private static func contexts(_ captures: [PageCapture], _ dataLimit: Int) throws -> [PageContext] {
        try captures.enumerated().map {
            try PageContext($0.element, number: captures.count > 1 ? $0.offset + 1 : nil, limit: dataLimit)
        }
    }

    /// - Parameter tightness: With any, the tables behind plots have the least rows.
    private static func render(
        _ contexts: [PageContext], _ command: String, _ tightness: PageContext.Tightness = .none
    ) -> [UInt8] {
        let areSeveral = contexts.count > 1
        var pages = contexts
        let embedded = pages.reduce(0) { $0 + $1.embedded.json.count }
        let sections = pages.reduce(1) { $0 + $1.shown.count }
        // Throughput and traffic have their rows in any case.
        let room = max(0, size - embedded - 260_000 * pages.count) / rowSize / sections - 256
        for index in pages.indices {
            pages[index].tightness = tightness
            let least = pages[index].leastRows
            pages[index].rowsPerSession = tightness > .none ? least : max(least, min(2000, room))
        }

        var json: [UInt8] = []
        for page in pages {
            if !json.isEmpty { json.append(UInt8(ascii: ",")) }
            json += page.embedded.json
        }
        if areSeveral { json = Array("[".utf8) + json + Array("]".utf8) }
        let title =
            areSeveral
            ? "\(pages.count) captures"
            : CaptureNames.fileName(pages.first?.report.capture.path ?? "")
        let names = CaptureNames(pages.map(\.report.capture.path)).names
        return Shell(title: title, json: json).render { html in
            if areSeveral { CapturesSection.write(to: &html, pages, names) }
            for (index, page) in pages.enumerated() {
                if areSeveral {
                    let title = "title-file-\(index + 1)"
                    let attributes: [HTMLText.Attribute] = [
                        .init("id", "file-\(index + 1)"), .init("aria-labelledby", title),
                    ]
                    html.element("article", attributes) {
                        $0.element("h2", [.init("id", title), .init("class", "file")]) { $0.breakable(names[index]) }
                        write(page, to: &$0, command)
                    }
                } else {
                    write(page, to: &html, command)
                }
            }
        } contents: {
            guard areSeveral else { return pages.flatMap(contents) }
            return [.init(CapturesSection.id, "Captures")]
                + zip(pages, names).enumerated().map { .init("file-\($0 + 1)", $1.1, contents($1.0)) }
        }
    }

    private static func write(_ page: PageContext, to html: inout HTMLText, _ command: String) {
        SummarySection.write(to: &html, page)
        FindingsSection.write(to: &html, page)
        TimelineSection.write(to: &html, page)
        PeersSection.write(to: &html, page)
        ServicesSection.write(to: &html, page)
        SessionsSection.write(to: &html, page)
        SessionSection.write(to: &html, page)
        RelaysSection.write(to: &html, page)
        WirelessSection.write(to: &html, page)
        CaptureSection.write(to: &html, page, command: command)
    }

    private static func contents(_ page: PageContext) -> [ContentsEntry] {
        let report = page.report
        let all: [(String, String, Bool)] = [
            ("summary", "Summary", true), ("findings", "Findings", !report.findings.isEmpty),
            ("timeline", "Timeline", TimelineSection.isThere(page)),
            ("peers", "Peers", !report.peers.isEmpty), ("services", "Services", !report.services.isEmpty),
            ("sessions", "Sessions", !report.sessions.isEmpty), ("relays", "Relays", !report.relayedMessages.isEmpty),
            ("wireless", "Wireless", WirelessSection.isThere(report)), ("capture", "Capture", true),
        ]
        return all.filter(\.2).map { .init(page.id($0.0), $0.1) }
    }
}
