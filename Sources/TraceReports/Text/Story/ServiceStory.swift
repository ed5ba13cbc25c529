import DNSWire
import TraceModel
import WireText

/// The life of every service and host name for people: under which names they went, why, and what happened when.
///
/// Consecutive names of one holder are one story: the last name is its title. With all shown, every event and every
/// service is there separately, and who asked what; otherwise repetitions are shown once.
public struct ServiceStory: TextView {
    /// A table of events with names, places and reasons has no room in fewer columns.
    public static let widths = 60...200

    public let page: TextPage

    public init(page: TextPage) { self.page = page }

    /// The number of services of one host with the same history from which they are shown as one.
    private static let leastAlike = 3

    /// Lines of text, with nothing from the capture that could steer a terminal.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - selected: The ids of the services to show, nil for all of them. A service includes its earlier and later
    ///     names, and its host.
    public func render(_ report: TraceReport, only selected: Set<String>? = nil) -> String {
        let chains = RenameChains.of(report.services).filter { chain in
            selected.map { ids in chain.contains { ids.contains($0.id) } } ?? true
        }
        let names = PeerNames(report.peers)
        var findings: [String: [Finding]] = [:]
        for finding in report.findings {
            switch finding.subject {
            case .service(let id), .peer(let id): findings[id, default: []].append(finding)
            default: break
            }
        }
        var lines: [String] = []
        if chains.isEmpty {
            lines = ["No services."]
        } else {
            let count = Quantity.count(chains.count, "service")
            let claims = Quantity.count(chains.reduce(0) { $0 + $1.count }, "name")
            lines = [heading("Services", "\(count), \(claims)")]
        }
        for group in groups(chains, findings) {
            lines.append("")
            lines += story(group[0], names, group[0].flatMap { findings[$0.id] ?? [] }, end: report.capture.duration)
            if group.count > 1 { lines += alike(group.dropFirst().map { $0[0] }) }
        }
        let hostNames = selected.map { _ in
            Set(chains.flatMap { $0 }.compactMap { $0.host.flatMap(DNSName.init(presentation:)) })
        }
        for section in [hosts(report, hostNames, findings), showsAll ? questions(report, names) : []]
        where !section.isEmpty {
            lines += [""] + section
        }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: - Services of one life

    /// The common facts of services that are shown as one.
    private struct Life: Hashable {
        var type: String
        var host: String?
        var state: Service.State
        var events: [Service.Event.Kind]
    }

    /// The chains, those with the same life together, in order of the first of each.
    private func groups(_ chains: [[Service]], _ findings: [String: [Finding]]) -> [[[Service]]] {
        let lives = chains.map { life(of: $0, findings) }
        let members = Dictionary(grouping: chains.indices, by: { lives[$0] })
        return chains.indices.compactMap { index in
            guard let life = lives[index], let alike = members[life], alike.count >= Self.leastAlike else {
                return [chains[index]]
            }
            return alike[0] == index ? alike.map { chains[$0] } : nil
        }
    }

    /// Nil for a service that must be shown separately.
    private func life(of chain: [Service], _ findings: [String: [Finding]]) -> Life? {
        guard !showsAll, chain.count == 1, let service = chain.first, findings[service.id] == nil else { return nil }
        var events: [Service.Event.Kind] = []
        for event in service.timeline where event.event != .query && event.event != events.last {
            events.append(event.event)
        }
        return Life(type: service.type, host: service.host ?? service.peer, state: service.state, events: events)
    }

    private static let namesShown = 12
    private static let alikeWidth = 30

    private func alike(_ services: [Service]) -> [String] {
        let shown = services.prefix(Self.namesShown).map {
            Self.quoted(Self.shortened($0.instance, width: Self.alikeWidth))
        }
        let rest = services.count - shown.count
        return labeled(
            "same",
            "\(Quantity.count(services.count, "more service")) of this host with the same history: "
                + shown.joined(separator: ", ")
                + (rest > 0 ? " and \(rest) more (--verbose lists them all)" : ""))
    }

    // MARK: - One service

    /// - Parameter end: The end of the capture.
    private func story(
        _ chain: [Service], _ names: PeerNames, _ findings: [Finding], end: Double?
    ) -> [String] {
        let service = chain[chain.count - 1]
        var lines = title(service.instance, SafeText.escaped(service.type), service.state)
        lines += paragraph(facts(service, end: end))
        lines += reasons(chain.flatMap { $0.timeline }.filter { $0.event == .rename }.compactMap(\.detail))
        lines += judgments(findings)
        lines += events(chain.map { ($0.instance, $0.timeline) })
        return lines + (showsAll ? asked(service, names) : [])
    }

    /// The number of names at the start and at the end of a long chain whose events are shown.
    private static let namesAtEnds = 2

    func events(_ chain: [(name: String, timeline: [Service.Event])]) -> [String] {
        let between = chain.count - 2 * Self.namesAtEnds
        guard between > 2, !showsAll else { return eventLines(chain) }
        return eventLines(Array(chain.prefix(Self.namesAtEnds)))
            + [style.dim("  … \(Quantity.count(between, "name")) between, which --verbose shows …")]
            + eventLines(Array(chain.suffix(Self.namesAtEnds)))
    }

    func title(_ name: String, _ kind: String, _ state: Service.State) -> [String] {
        let parts = [style.heading(Self.quoted(name)), kind, "· " + mark(state)]
        return SafeText.wrapped(parts.filter { !$0.isEmpty }, width: width)
    }

    /// A service that is still there at the end, but was not heard for longer than this, may be gone without a goodbye.
    private static let silence = 5.0

    /// `last heard at 6.3 s, 11.2 s before the end`, nil for a service that was heard lately or ended.
    private func silence(of service: Service, end: Double?) -> String? {
        guard let end, end - service.lastSeen >= Self.silence else { return nil }
        switch service.state {
        case .announced, .conflicted, .unknown:
            return
                "last heard at \(Quantity.moment(service.lastSeen)), \(Quantity.duration(end - service.lastSeen)) before "
                + "the end"
        default: return nil
        }
    }

    private func facts(_ service: Service, end: Double?) -> [String] {
        var parts: [String] = []
        if let host = service.host {
            parts.append("on \(Self.host(host))" + (service.port.map { " port \($0)" } ?? ""))
        }
        if !service.addresses.isEmpty { parts.append("at \(service.addresses.joined(separator: " "))") }
        if let responder = service.responder { parts.append("responder \(Self.software(responder))") }
        if !service.subtypes.isEmpty {
            parts.append("subtypes \(service.subtypes.map(SafeText.escaped).joined(separator: " "))")
        }
        for (number, entry) in service.txt.enumerated() {
            parts.append(
                (number == 0 ? "TXT " : "") + SafeText.cutMiddle(TextSummary.entry(entry), width: Self.entryWidth))
        }
        if let latency = service.discovery.latency { parts.append("found after \(Quantity.duration(latency))") }
        if let latency = service.discovery.resolveLatency {
            parts.append("resolved after \(Quantity.duration(latency))")
        }
        if let silence = silence(of: service, end: end) { parts.append(silence) }
        return TextSummary.list(parts)
    }

    /// Columns of a TXT entry that are shown.
    private static let entryWidth = 48

    private func mark(_ state: Service.State) -> String {
        switch state {
        case .announced: state.rawValue
        case .conflicted: style.red(state.rawValue)
        case .probing, .renamed, .expired: style.yellow(state.rawValue)
        default: style.dim(SafeText.escaped(state.rawValue))
        }
    }

    /// If there are more renames than these, only the first and the last are shown.
    private static let reasonsShown = 4

    func reasons(_ renames: [String]) -> [String] {
        let texts = renames.map(SafeText.escaped)
        guard texts.count > Self.reasonsShown, !showsAll else { return texts.flatMap { labeled("why", $0) } }
        return labeled("why", texts[0])
            + labeled("why", "… and \(texts.count - 2) more times like this …")
            + labeled("why", texts[texts.count - 1])
    }

    /// The number of findings of one code that are shown in full.
    private static let alikeFindings = 2

    /// The findings, the most severe first. The rename itself is already shown; a finding that only explains a name is
    /// a reason.
    func judgments(_ findings: [Finding]) -> [String] {
        let ordered = findings.enumerated().sorted {
            ($1.element.severity, $0.element.code == .conflictStorm ? 0 : 1, $0.offset)
                < ($0.element.severity, $1.element.code == .conflictStorm ? 0 : 1, $1.offset)
        }.map(\.element)
        var counts: [Finding.Code: Int] = [:]
        var lines: [String] = []
        for finding in ordered where finding.code != .serviceRenamed && finding.code != .hostRenamed {
            counts[finding.code, default: 0] += 1
            if !showsAll, counts[finding.code, default: 0] > Self.alikeFindings { continue }
            let explains = finding.code == .nameChosen || finding.code == .nameNumbered
            let source = explains ? "" : " (\(finding.code.rawValue), \(finding.reference))"
            lines += labeled(
                explains ? "why" : finding.severity.rawValue, SafeText.escaped(finding.message + source))
        }
        guard !showsAll else { return lines }
        for (code, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > Self.alikeFindings {
            lines += labeled("note", "\(count - Self.alikeFindings) more of \(code.rawValue)")
        }
        return lines
    }
}

extension Finding.Code {
    static let conflictStorm = Finding.Code(rawValue: "conflict-storm")
    static let serviceRenamed = Finding.Code(rawValue: "service-renamed")
    static let hostRenamed = Finding.Code(rawValue: "host-renamed")
    static let nameChosen = Finding.Code(rawValue: "name-chosen")
    static let nameNumbered = Finding.Code(rawValue: "name-numbered")
}
