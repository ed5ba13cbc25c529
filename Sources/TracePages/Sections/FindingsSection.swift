import TraceModel
import TraceReports
import WireText

/// What is wrong, by causes, each with what shows it and what to do.
enum FindingsSection {
    /// Findings on the page; the most severe come first.
    private static let maximum = 200
    /// Those of a group that are not folded.
    private static let unfolded = 6

    static func write(to html: inout HTMLText, _ page: PageContext) {
        guard !page.report.findings.isEmpty else { return }
        html.section(page, "findings", "Findings") { section in
            let most = page.room(maximum)
            var left = most
            for group in page.report.findingGroups {
                write(group, to: &section, page, &left, isConsequence: false)
            }
            section.leftOut("findings", page.report.findings.count - (most - left))
        }
    }

    private static func write(
        _ group: FindingGroup, to html: inout HTMLText, _ page: PageContext, _ left: inout Int, isConsequence: Bool
    ) {
        guard left > 0 else { return }
        html.element("div", [.init("class", isConsequence ? "group consequence" : "group")]) { html in
            let title = FindingWords.title(group)
            html.element(
                page.isOneOfSeveral ? "h4" : "h3", [.init("class", group.severity.rawValue)],
                isConsequence ? "followed by " + title : title)
            let shown = group.findings.prefix(left)
            left -= shown.count
            let open = shown.count <= unfolded + 1 ? shown : shown.prefix(unfolded)
            for index in open { write(index, to: &html, page) }
            if open.count < shown.count {
                html.element("details") { html in
                    html.element("summary", [], "\(shown.count - open.count) more")
                    for index in shown.dropFirst(open.count) { write(index, to: &html, page) }
                }
            }
            for consequence in group.consequences {
                write(consequence, to: &html, page, &left, isConsequence: true)
            }
        }
    }

    private static func write(_ index: Int, to html: inout HTMLText, _ page: PageContext) {
        let finding = page.report.findings[index]
        let attributes: [HTMLText.Attribute] = [
            .init("class", "finding \(finding.severity.rawValue)"), .init("id", page.id("finding-\(index + 1)")),
            .init("data-finding", index + 1),
        ]
        html.element("article", attributes) { html in
            html.element("p") {
                $0.element("span", [.init("class", "badge \(finding.severity.rawValue)")], finding.severity.rawValue)
                $0.text(" ")
                $0.element("strong", [], finding.code.rawValue)
                $0.text(" " + finding.message)
            }
            html.element("p", [.init("class", "remedy")], finding.remedy)
            html.element("p", [.init("class", "evidence")]) {
                if let time = finding.time { $0.text("at \(Quantity.moment(time)), ") }
                if !finding.frames.isEmpty { $0.text(frames(finding) + ", ") }
                $0.text(finding.reference + ", ")
                link(to: finding, &$0, page)
            }
        }
    }

    private static func frames(_ finding: Finding) -> String {
        let shown = finding.frames.prefix(6).map { String($0) }.joined(separator: ", ")
        let more = finding.frames.count > 6 ? " and \(finding.frames.count - 6) more" : ""
        return (finding.frames.count == 1 ? "frame " : "frames ") + shown + more
    }

    /// A link to the place in a plot that shows the finding, and a second around it.
    private static func link(to finding: Finding, _ html: inout HTMLText, _ page: PageContext) {
        let (target, words) = Self.target(of: finding, page)
        var attributes: [HTMLText.Attribute] = [.init("href", "#" + page.id(target))]
        if let time = finding.time {
            attributes.append(
                .init(
                    "data-range",
                    "\(Quantity.fixed(max(0, time - 0.5), decimals: 3))-\(Quantity.fixed(time + 0.5, decimals: 3))"))
        }
        html.element("a", attributes, words)
    }

    private static func target(of finding: Finding, _ page: PageContext) -> (id: String, words: String) {
        if finding.code.rawValue == "mesh-incomplete", PeerGraph(page) != nil {
            return ("peers-plot", "picture of the mesh")
        }
        switch finding.subject {
        case .session(let id) where page.shown.contains(id):
            return ("session-\(id)", "session \(id)")
        case .service where !page.report.services.isEmpty: return ("services-plot", "story of the name")
        case .wireless where WirelessSection.isThere(page.report): return ("wireless", "radio")
        default:
            let hasTimeline = !page.report.sessions.isEmpty || !page.report.services.isEmpty
            return hasTimeline ? ("timeline", "timeline") : ("capture", "capture")
        }
    }
}
