import ServiceDiscovery
import TraceAnalysis

/// The life of every service for people: under which names it went, why, and what happened when.
///
/// Names that one holder bore one after the other are one story: the last name is its title.
public struct ServiceStory {
    /// Columns of the terminal.
    public var width: Int
    public var style: TextStyle
    /// Tells every event, and who asked what; without it the same thing said again is told once.
    public var isVerbose: Bool

    public init(width: Int = 80, style: TextStyle = TextStyle(colored: false), isVerbose: Bool = false) {
        self.width = max(60, min(width, 200))
        self.style = style
        self.isVerbose = isVerbose
    }

    /// Lines of text, with nothing from the capture that could steer a terminal.
    ///
    /// - Parameter selected: The ids of the services to tell about, nil for all of them. A service brings with it the names
    ///   that it bore before and after.
    public func render(_ report: TraceReport, only selected: Set<String>? = nil) -> String {
        let chains = Self.chains(report).filter { chain in
            selected.map { ids in chain.contains { ids.contains($0.id) } } ?? true
        }
        guard !chains.isEmpty else { return "No service was seen.\n" }
        let names = PeerNames(report.peers)
        var findings: [String: [Finding]] = [:]
        for finding in report.findings {
            if case .service(let id) = finding.subject { findings[id, default: []].append(finding) }
        }
        let count = Quantity.count(chains.count, "service")
        let claims = Quantity.count(chains.reduce(0) { $0 + $1.count }, "name")
        var lines = [style.heading("Services") + " " + style.dim("(\(count), \(claims))")]
        for chain in chains {
            lines.append("")
            lines += story(chain, names, chain.flatMap { findings[$0.id] ?? [] })
        }
        let hostLines = hostRenames(report, selected == nil ? nil : Set(chains.flatMap { $0 }.compactMap(\.peer)))
        if !hostLines.isEmpty { lines += [""] + hostLines }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The services by holder, each with the names that it gave up, in order of the first claim.
    private static func chains(_ report: TraceReport) -> [[Service]] {
        let byID = Dictionary(report.services.map { ($0.id, $0) }) { first, _ in first }
        return report.services.filter { service in
            service.renamedFrom.map { byID[$0] == nil } ?? true
        }.map { first in
            var chain = [first]
            var seen: Set<String> = [first.id]
            while let id = chain[chain.count - 1].renamedTo, seen.insert(id).inserted, let next = byID[id] {
                chain.append(next)
            }
            return chain
        }
    }

    // MARK: - One service

    private func story(_ chain: [Service], _ names: PeerNames, _ findings: [Finding]) -> [String] {
        let service = chain[chain.count - 1]
        let state = service.state.rawValue
        var lines = SafeText.wrapped(
            [
                style.heading(Self.quoted(service.instance)), SafeText.escaped(service.type),
                "· " + mark(state, service.state),
            ],
            width: width)
        lines += indented(facts(service, names))
        for renamed in chain {
            for event in renamed.timeline where event.event == .rename {
                lines += labelled("why", SafeText.escaped(event.detail ?? ""))
            }
        }
        for finding in findings where finding.code.rawValue != "service-renamed" {
            let text = SafeText.escaped("\(finding.message) (\(finding.code.rawValue), \(finding.reference))")
            lines += labelled(finding.severity.rawValue, text)
        }
        return lines + events(chain) + (isVerbose ? asked(service, names) : [])
    }

    private func facts(_ service: Service, _ names: PeerNames) -> [String] {
        var parts: [String] = []
        if let host = service.host {
            parts.append("on \(Self.host(host))" + (service.port.map { " port \($0)" } ?? ""))
        }
        if !service.addresses.isEmpty { parts.append("at \(service.addresses.joined(separator: " "))") }
        if let responder = service.responder { parts.append("answered for by \(Self.software(responder))") }
        if !service.subtypes.isEmpty {
            parts.append("subtypes \(service.subtypes.map(SafeText.escaped).joined(separator: " "))")
        }
        for entry in service.txt { parts.append("TXT \(TextSummary.entry(entry))") }
        if let latency = service.discovery.latency { parts.append("found after \(Quantity.duration(latency))") }
        if let latency = service.discovery.resolveLatency {
            parts.append("resolved after \(Quantity.duration(latency))")
        }
        return TextSummary.list(parts)
    }

    private func mark(_ text: String, _ state: Service.State) -> String {
        switch state {
        case .announced: text
        case .conflicted: style.red(text)
        case .probing, .renamed, .expired: style.yellow(text)
        case .gone, .unknown: style.dim(text)
        }
    }

    // MARK: - Events

    private struct Line {
        var first: Service.Event
        var last: Service.Event
        var count: Int
        let name: String
    }

    private func events(_ chain: [Service]) -> [String] {
        var all: [(event: Service.Event, name: String)] = []
        for service in chain {
            for event in service.timeline where isVerbose || event.event != .query {
                all.append((event, service.instance))
            }
        }
        all = all.enumerated().sorted {
            ($0.element.event.time, $0.offset) < ($1.element.event.time, $1.offset)
        }.map(\.element)
        var rows: [Line] = []
        for (event, name) in all {
            if !isVerbose, let last = rows.last, last.name == name, Self.isSame(last.first, event) {
                rows[rows.count - 1].last = event
                rows[rows.count - 1].count += 1
            } else {
                rows.append(Line(first: event, last: event, count: 1, name: name))
            }
        }
        let cells = fitted(
            rows.map { row in
                [
                    Self.time(row.first.time), "#\(row.first.frame)",
                    chain.count > 1 ? Self.shortened(SafeText.escaped(row.name), width: Self.nameWidth) : "",
                    row.first.event.rawValue + (row.count > 1 ? " ×\(row.count)" : ""),
                    isVerbose ? row.first.source ?? "" : "",
                ]
            })
        let widths = Self.widths(cells)
        return zip(rows, cells).flatMap { row, cells in
            var start = "  "
            for (column, cell) in cells.enumerated() where widths[column] > 0 {
                let padding = String(repeating: " ", count: widths[column] - SafeText.width(cell))
                // Times and frames end under each other, as numbers do.
                start += (column < 2 ? padding + cell : cell + padding) + "  "
            }
            return hanging(start, detail(row))
        }
    }

    /// Columns that the text behind the others needs to be read with ease.
    private static let detailWidth = 24
    private static let nameWidth = 34
    private static let leastNameWidth = 14
    /// How far a text is indented that has a line of its own.
    private static let indentation = 8

    /// The cells with names, and failing that sources, as short as the width wants them.
    private func fitted(_ cells: [[String]]) -> [[String]] {
        let widths = Self.widths(cells)
        let all = widths.reduce(2) { $0 + ($1 > 0 ? $1 + 2 : 0) }
        let nameWidth = max(Self.leastNameWidth, widths[2] - max(0, all - (width - Self.detailWidth)))
        let hasRoomForSources = all - max(0, widths[2] - nameWidth) <= width
        return cells.map { row in
            var row = row
            row[2] = Self.shortened(row[2], width: nameWidth)
            if !hasRoomForSources { row[4] = "" }
            return row
        }
    }

    private static func widths(_ cells: [[String]]) -> [Int] {
        (0..<5).map { column in cells.map { SafeText.width($0[column]) }.max() ?? 0 }
    }

    /// A name without its middle: what tells one from the next is the number at its end.
    private static func shortened(_ name: String, width: Int) -> String {
        guard SafeText.width(name) > width else { return name }
        let end = String(name.suffix(6))
        return SafeText.cut(name, width: width - SafeText.width(end)) + end
    }

    /// A text behind what stands at the start of its line, broken into lines below each other; on lines of its own where
    /// there is no room.
    private func hanging(_ start: String, _ text: String) -> [String] {
        let hasRoom = SafeText.width(start) <= width - Self.detailWidth
        let column = hasRoom ? SafeText.width(start) : Self.indentation
        let lines = SafeText.wrapped(text, width: width - column)
        if hasRoom, let first = lines.first {
            return [start + first] + lines.dropFirst().map { String(repeating: " ", count: column) + $0 }
        }
        var line = start
        while line.last == " " { line.removeLast() }
        return [line] + lines.map { String(repeating: " ", count: column) + $0 }
    }

    private func detail(_ row: Line) -> String {
        // The reason is told above.
        if row.first.event == .rename { return "" }
        let text = SafeText.escaped(row.first.detail ?? "")
        guard row.count > 1 else { return text }
        return (text.isEmpty ? "" : text + ", ") + "to \(Self.time(row.last.time))"
    }

    /// The same thing said again, to be told once.
    private static func isSame(_ first: Service.Event, _ second: Service.Event) -> Bool {
        first.event == second.event && first.detail == second.detail
    }

    // MARK: - Who asked

    private func asked(_ service: Service, _ names: PeerNames) -> [String] {
        var lines = service.discovery.queriers.flatMap { querier -> [String] in
            var parts = [names.name(peer: querier.peer) ?? querier.address]
            if let query = querier.firstQuery { parts.append("browsed at \(Self.time(query))") }
            if let latency = querier.latency { parts.append("found it after \(Quantity.duration(latency))") }
            if let latency = querier.resolveLatency { parts.append("resolved it after \(Quantity.duration(latency))") }
            if querier.knownAnswers > 0 {
                parts.append("listed it as known in \(Quantity.count(querier.knownAnswers, "question"))")
            }
            return labelled("asked", TextSummary.list(parts).joined(separator: " "))
        }
        let timing = service.timing
        if !timing.probeIntervals.isEmpty {
            lines += labelled("probes", "apart by " + Self.intervals(timing.probeIntervals))
        }
        if !timing.announcementIntervals.isEmpty {
            lines += labelled("announced", "apart by " + Self.intervals(timing.announcementIntervals))
        }
        if let median = timing.answerDelay.median, let least = timing.answerDelay.min, let most = timing.answerDelay.max
        {
            lines += labelled(
                "answers",
                "\(Quantity.count(timing.answerDelay.count, "answer")), after \(Quantity.duration(least)) to "
                    + "\(Quantity.duration(most)), median \(Quantity.duration(median))")
        }
        return lines
    }

    private static func intervals(_ seconds: [Double]) -> String {
        let shown = seconds.prefix(8).map { Quantity.duration($0) }
        return shown.joined(separator: ", ") + (seconds.count > shown.count ? ", …" : "")
    }

    private func hostRenames(_ report: TraceReport, _ peers: Set<String>?) -> [String] {
        let renames = report.peers.filter { peer in peers.map { $0.contains(peer.id) } ?? true }.flatMap { peer in
            peer.hostRenames.map { rename in
                "\(Self.time(rename.time)) (frame \(rename.frame)) \(Self.host(rename.from)) → \(Self.host(rename.to))"
                    + (peer.addresses.first.map { " at \($0)" } ?? "")
                    + (rename.style.map { ", by the rule of \(Self.software($0))" } ?? "")
            }
        }
        guard !renames.isEmpty else { return [] }
        return [style.heading("Hosts renamed") + " " + style.dim("(\(renames.count))")]
            + renames.flatMap { SafeText.wrapped($0, width: width - 2).map { "  " + $0 } }
    }

    private static func software(_ family: String) -> String {
        ResponderFamily(rawValue: family)?.softwareName ?? SafeText.escaped(family)
    }

    // MARK: - Layout

    private func labelled(_ label: String, _ text: String) -> [String] {
        let margin = "  " + String(repeating: " ", count: max(0, 9 - label.count))
        return SafeText.wrapped(text, width: width - 13).enumerated().map { index, line in
            index == 0 ? margin + colored(label) + "  " + line : String(repeating: " ", count: 13) + line
        }
    }

    private func colored(_ label: String) -> String {
        switch label {
        case "error": style.red(label)
        case "warning", "why": style.yellow(label)
        case "note": style.cyan(label)
        default: style.dim(label)
        }
    }

    private func indented(_ parts: [String]) -> [String] { SafeText.wrapped(parts, width: width - 2).map { "  " + $0 } }

    private static func quoted(_ label: String) -> String { "“\(SafeText.escaped(label))”" }

    private static func host(_ name: String) -> String {
        SafeText.escaped(name.hasSuffix(".") ? String(name.dropLast()) : name)
    }

    /// Seconds with three decimals, which is what responders keep to.
    private static func time(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        let fraction = String(abs(milliseconds) % 1000)
        return (milliseconds < 0 ? "-" : "") + "\(abs(milliseconds) / 1000)."
            + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
